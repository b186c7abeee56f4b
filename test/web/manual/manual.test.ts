import { existsSync, globSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copiedFiles, manualFiles } from '../../../web/manual/build.ts';
import { headingsOf } from '../../../web/manual/headings.ts';
import { readManual } from '../../../web/manual/pages.ts';
import { linkResolver } from '../../../web/manual/render.ts';
import { searchIndex } from '../../../web/manual/search-index.ts';

const manual = readManual();
const files = manualFiles(manual);
const addresses = new Set([...files.keys(), ...copiedFiles().map(({ address }) => address)]);
const pages = [...files].filter(([address]) => address.endsWith('.html'));
const texts = [...files].filter(([address]) => address.endsWith('.md'));
const read = (address: string) => files.get(address) ?? '';
const attributes = (page: string, names: string) =>
  [...page.matchAll(new RegExp(` (?:${names})="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const isOutside = (address: string) => /^[a-z]+:/.test(address);

/** Broken links of a page. `idsOf`: anchors of another file. */
function deadLinks(from: string, links: string[], idsOf: (address: string) => string[]): string[] {
  return links.filter((link) => {
    if (isOutside(link)) return false;
    const [path = '', anchor] = link.split('#');
    const address = path === '' ? from : posix.join(posix.dirname(from), path);
    return !addresses.has(address) || (anchor !== undefined && !idsOf(address).includes(anchor));
  });
}

describe('the manual', () => {
  it('has a page for browsers and a text for each page of docs/', () => {
    expect(manual.pages.map(({ source }) => source).toSorted()).toEqual(
      [...globSync(['docs/**/*.md', 'client/*/*.md']), 'CHANGELOG.md'].toSorted(),
    );
    expect(pages).toHaveLength(manual.pages.length);
    expect(texts.map(([address]) => address.replace(/md$/, 'html'))).toEqual(pages.map(([address]) => address));
  });

  it.each(pages)('leads by each link to a page, and to a place that is in it: %s', (address, page) => {
    const ids = (of: string) => attributes(read(of), 'id');
    expect(deadLinks(address, attributes(page, 'href|src'), ids)).toEqual([]);
    expect(ids(address).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
  });

  it.each(texts)('leads by each link of a text to another text: %s', (address, text) => {
    const prose = text.replaceAll(/^```.*?^```/gms, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const anchorsOf = (of: string) => headingsOf(read(of)).map(({ anchor }) => anchor);
    expect(deadLinks(address, links, anchorsOf)).toEqual([]);
    expect(links.filter((link) => !isOutside(link) && link.includes('.html'))).toEqual([]);
  });

  it.each(pages)('leads from each page to every other by its list: %s', (address, page) => {
    const [, list = ''] = /<nav\b.*?>(.*)<\/nav>/s.exec(page) ?? [];
    const listed = attributes(list, 'href').map((link) => posix.join(posix.dirname(address), link));
    expect(new Set([...listed, 'index.html'])).toEqual(new Set(pages.map(([one]) => one)));
  });

  it.each(pages)('asks nobody outside, and has no style or script in the page: %s', (_, page) => {
    const loaded = [...page.matchAll(/<(?:script|link|img|iframe|source)\b[^>]*? (?:src|href)="([^"]+)"/g)].map(
      ([, link = '']) => link,
    );
    expect(loaded.length).toBeGreaterThan(3);
    expect(loaded.filter((link) => isOutside(link) && !link.startsWith('data:image/svg'))).toEqual([]);
    expect(page).not.toMatch(/<style|<script(?! (?:type="module" )?src=)|<[^>]* style="|<[^>]* on\w+="/);
  });

  it.each(['style.css', 'search.js', 'theme.js'])('asks nobody outside, nor makes code of text, in %s', (name) => {
    expect(read(name).length).toBeGreaterThan(200);
    expect(read(name)).not.toMatch(/https?:\/\/|@import|innerHTML|\beval\(|new Function/);
  });

  it('lists each page with its text for programs', () => {
    const listed = [...read('llms.txt').matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(new Set([...listed, 'index.md'])).toEqual(new Set(texts.map(([address]) => address)));
    expect(read('llms-full.txt')).toContain('# Your first domain');
  });

  it('shows a comment of a page to nobody', () => {
    for (const [, page] of pages) expect(page).not.toMatch(/<!--|made by `npm run docs`/i);
  });

  it('refuses a link to what is not there, and leads nowhere where it has not the file', () => {
    const [page] = manual.pages;
    const lead = linkResolver(manual.pages, copiedFiles(), 'page');
    expect(() => page && lead(page, '../lambdas/gone.ts')).toThrow('docs/README.md links to ../lambdas/gone.ts');
    expect(page && lead(page, '../contract/html.ts')).toBeUndefined();
  });
});

describe('the search of the manual', () => {
  const search = searchIndex(JSON.parse(read('search.json')));
  const placesOf = (asked: string) => search(asked).map(({ address }) => address);

  it.each([
    ['Retry-After', 'guides/limits.html#requests'],
    ['idempotency', 'reference/api.html#idempotency'],
    ['rotate secret', 'guides/webhooks.html#rotate-the-secret'],
    ['lambda-throttles', 'operate/runbook-tickets.html#lambda-throttles'],
    ['wildcard', 'guides/first-domain.html#if-the-domain-is-refused'],
    // A typo.
    ['idempotancy', 'reference/api.html#idempotency'],
  ])('finds %s', (asked, place) => {
    expect(placesOf(asked).slice(0, 5)).toContain(place);
  });

  it('leads to places that are there, and finds nothing for what is nowhere', () => {
    const places = placesOf('domain').map((place) => place.split('#'));
    expect(places.length).toBeGreaterThan(100);
    for (const [page = '', anchor = ''] of places) expect(attributes(read(page), 'id')).toContain(anchor);
    expect(placesOf('xylophone')).toEqual([]);
  });
});

describe('the list of pages', () => {
  it('names in its order only pages that there are', () => {
    for (const { folder, order = [] } of manual.sections)
      expect(order.filter((name) => !existsSync(`${folder}/${name}.md`))).toEqual([]);
  });
});
