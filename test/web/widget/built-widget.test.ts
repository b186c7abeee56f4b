/** @module-tag slow */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import styles from '../../../contract/view/styles.json' with { type: 'json' };
import { buildWidget } from '../../../web/widget/build.ts';
import elements from '../../../web/widget/custom-elements.json' with { type: 'json' };
import manifest from '../../../web/widget/package.json' with { type: 'json' };

const MAX_BYTES = 12_000;
const MAX_BYTES_OF_A_LANGUAGE = 3000;
/** Loaded only when a text of it is shown. */
const MAX_BYTES_OF_ITS_SENTENCES = 4700;
const KEPT = new URL('kept-scripts.json', import.meta.url);
const CHANGELOG = readFileSync(new URL('../../../CHANGELOG.md', import.meta.url), 'utf8');
const LANGUAGES = ['de', 'es', 'fr', 'ja', 'pt-BR'];

const out = mkdtempSync(join(tmpdir(), 'cps-widget-'));
const scripts = join(out, 'script', manifest.version);
const read = (...path: string[]) => readFileSync(join(scripts, ...path));
beforeAll(() => buildWidget(out));
afterAll(() => rmSync(out, { recursive: true }));

describe('the script of the widget', () => {
  it('has at most 12 kB, compressed, with English', () => {
    expect(gzipSync(read('cps-domain.js')).length).toBeLessThanOrEqual(MAX_BYTES);
  });

  it.each(LANGUAGES)('another language has at most 3 kB, compressed, and 4.7 kB of sentences: %s', (language) => {
    for (const file of [language, `${language}-sayings`])
      expect(gzipSync(read('locales', `${file}.js`)).length).toBeLessThanOrEqual(MAX_BYTES_OF_A_LANGUAGE);
    expect(gzipSync(read('locales', `${language}-words.js`)).length).toBeLessThanOrEqual(MAX_BYTES_OF_ITS_SENTENCES);
  });

  it('each script has its version in its address, the hash that a page says in integrity, and may be kept for ever', () => {
    const { version, integrity, headers } = JSON.parse(read('files.json').toString());
    expect(version).toBe(manifest.version);
    expect(Object.keys(integrity)).toEqual([
      'cps-domain.js',
      ...LANGUAGES.flatMap((language) => ['-sayings', '-words', ''].map((part) => `locales/${language}${part}.js`)),
    ]);
    for (const [file, hash] of Object.entries(integrity)) {
      expect([file, hash]).toEqual([file, `sha384-${createHash('sha384').update(read(file)).digest('base64')}`]);
    }
    expect(headers).toMatchObject({
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });

  it('the address of a version leads to the same bytes for ever: a script that changes after its release has another version', () => {
    const { version, integrity } = JSON.parse(read('files.json').toString());
    const isReleased = /^## \[(.+?)\]/gm.exec(CHANGELOG.replace('## [Unreleased]', ''))?.[1] === version;
    if (process.env.KEEP_WIDGET && !isReleased) writeFileSync(KEPT, `${JSON.stringify({ version, integrity }, null, 2)}\n`);
    const kept = JSON.parse(readFileSync(KEPT, 'utf8'));
    // Released: raise the version, in package.json too. Not released yet: `npm run write -- widget`.
    expect({ version, integrity }).toEqual(kept);
  });

  it('writes no HTML, and has no source map', () => {
    expect(read('cps-domain.js').toString()).not.toMatch(/innerHTML|document\.write|\beval\(|new Function|sourceMappingURL/);
  });
});

describe('the list of what a page can say to the element', () => {
  const [element] = elements.modules[0]?.declarations ?? [];
  const source = ['element', 'speaking-element', 'said-by-page', 'render-card', 'render-parts']
    .map((file) => readFileSync(new URL(`../../../web/widget/${file}.ts`, import.meta.url), 'utf8'))
    .join('\n');
  const found = (pattern: RegExp) => [...new Set([...source.matchAll(pattern)].map(([, name]) => name))].sort();
  const listed = (items: { name: string }[] = []) => items.map(({ name }) => name).sort();

  it('has every part, slot, event and custom property of the element, and no other', () => {
    const parts = [
      ...found(/ part: '([a-z-]+)'/g),
      ...found(/small\(.*, '([a-z]+)'\)/g),
      ...found(/renderFold\('([a-z]+)'/g),
      'value',
    ];
    expect(listed(element?.cssParts)).toEqual(parts.sort());
    expect(listed(element?.slots)).toEqual(found(/slot\('([a-z]+)'\)/g));
    expect(listed(element?.events)).toEqual(found(/tell\('(cps-[a-z]+)'/g));
    expect(listed(element?.cssProperties)).toEqual([...new Set(styles.tokens.match(/--cps-[a-z-]+/g))].sort());
  });

  it('has every attribute that the element reads', () => {
    const observed = /observedAttributes = \[(.*)\]/.exec(source)?.[1]?.match(/\w+/g) ?? [];
    expect(listed(element?.attributes)).toEqual([...observed, 'theme'].sort());
  });

  it('each attribute is a property, too, as frameworks set them; and the list has every property', () => {
    const fields = element?.members.filter(({ kind }) => kind === 'field') ?? [];
    expect(listed(fields)).toEqual(found(/^ {2}get (\w+)\(/gm));
    expect(element?.attributes.map(({ fieldName }) => fieldName)).toEqual(element?.attributes.map(({ name }) => name));
    expect(listed(fields)).toEqual(expect.arrayContaining(listed(element?.attributes)));
  });
});
