import { appendFileSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coldStartBytes, writeCodeCached } from '../../lib/functions/bundle.ts';
import { watchedSources } from '../../local/deploy.ts';
import { bundleOf, importMs, secretOnLoopback } from '../bench/cold-import/cold-import.ts';
import { API_ENTRIES, boundsOf } from './api-entries.ts';

/** The Public Suffix List grows over time; a package that ships it as JavaScript has 130 kB. */
const LARGEST_SUFFIX_LIST_BYTES = 50_000;

let secrets: Awaited<ReturnType<typeof secretOnLoopback>>;
beforeAll(async () => {
  secrets = await secretOnLoopback();
});
afterAll(() => {
  secrets.server.close();
  secrets.server.closeAllConnections();
});

it('the API Lambdas are found by their names', () => {
  expect(API_ENTRIES).toEqual(expect.arrayContaining(['lambdas/api/domains/serve-domains.lambda.ts']));
});

it('a bundle of the same sources is made once for the local cloud', () => {
  const [kept, first, second] = ['kept-', 'first-', 'second-'].map((name) => mkdtempSync(join(tmpdir(), name)));
  const [entry] = API_ENTRIES;
  if (!kept || !first || !second || !entry) throw new Error('no API');
  writeCodeCached(kept, entry, first, {});
  const [folder, ...others] = readdirSync(kept);
  expect(others).toEqual([]);
  appendFileSync(join(kept, folder ?? '', 'index.mjs'), '// kept');
  writeCodeCached(kept, entry, second, {});
  const [once, again] = [first, second].map((output) => readFileSync(join(output, 'index.mjs'), 'utf8'));
  expect(again).toBe(`${once}// kept`);
});

describe.each(API_ENTRIES)('the bundle of %s', (entry) => {
  const directory = mkdtempSync(join(tmpdir(), 'bundle-'));
  const code = bundleOf(entry, directory);
  const { metafile } = code;
  const inputs = Object.keys(metafile.inputs);

  const { kilobytes } = boundsOf(entry);

  it(`the bundle of ${entry} makes a cold start read at most ${kilobytes} kB`, () => {
    expect(coldStartBytes(metafile)).toBeLessThanOrEqual(kilobytes * 1_000);
  });

  it(`the bundle of ${entry} is made of what the local cloud deploys again when it changes`, () => {
    const isWatched = (file: string) => watchedSources.some((source) => file === source || file.startsWith(`${source}/`));
    expect(inputs.filter((file) => !file.startsWith('node_modules/') && !isWatched(file))).toEqual([]);
  });

  it(`the bundle of ${entry} is imported by a new process, with the files that it reads beside it`, async () => {
    expect(await importMs(code, secrets.environment)).toBeGreaterThan(0);
  });

  it(`the bundle of ${entry} has the public suffix list in its small form, if at all`, () => {
    const parts = Object.values(metafile.outputs).flatMap(({ inputs: files }) => Object.entries(files));
    const lists = parts.filter(([file]) => /public-suffix|tldts/.test(file));
    const bytes = lists.reduce((sum, [, { bytesInOutput }]) => sum + bytesInOutput, 0);
    expect(bytes).toBeLessThanOrEqual(LARGEST_SUFFIX_LIST_BYTES);
  });

  it(`the bundle of ${entry} contains no ACME client and no second implementation of TLS`, () => {
    expect(inputs.filter((file) => /node-forge|acme-client|lambdas\/acme\/(acme|transport)[.]gateway/.test(file))).toEqual([]);
  });

  it(`the bundle of ${entry} looks for its credentials in its environment only`, () => {
    expect(inputs.filter((file) => /credential-provider-(node|ini|sso|process|http|login)\//.test(file))).toEqual([]);
  });
});
