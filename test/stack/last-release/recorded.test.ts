import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildApp } from '../synthesized.ts';
import { keepCode, keepSimulated } from './code.ts';
import { faultOfMessage, faultOfRow, kindOf, type UnderWay } from './readers.ts';
import { type Recorded, recordedIn } from './recorded.ts';

// This release reads what the last release left in its table and queues. `npm run write -- release` records it from the release's
// last e2e runs, together with the release's code, which `npm run prove` runs on what this one writes.

const file = new URL('recorded.json.br', import.meta.url);
const E2E_RUNS = ['test', 'test-alone'].map((run) => fileURLToPath(new URL(`../../../.local/${run}/aws`, import.meta.url)));

/** They exist only for moments, and seldom at the end of a run. */
const PASSING = ['formerCertificate', 'revocation', 'sweptEpoch', 'caQueue', 'rekeying', 'switches'];
/** No end-to-end test leaves one. */
const NOT_LEFT = ['reusableToken'];

if (process.env.KEEP_RELEASE) {
  writeFileSync(file, brotliCompressSync(JSON.stringify(recordedIn(...E2E_RUNS))));
  keepCode(buildApp().service);
  keepSimulated();
}
const { kinds, rows, underWay }: Recorded = JSON.parse(brotliDecompressSync(readFileSync(file)).toString());

describe('what the last release has stored', () => {
  it.each(Object.entries(rows))('is read by this one: its rows of the kind %s', (_kind, all) => {
    for (const row of all) expect(faultOfRow(row), JSON.stringify(row)).toBeUndefined();
  });

  it('is of kinds that this one knows by their keys', () => {
    for (const [kind, all] of Object.entries(rows)) for (const row of all) expect(kindOf(row)).toBe(kind);
  });

  it.each(Object.entries(underWay))('is read by this one while it is under way: %s', (kind, all) => {
    for (const message of all) expect(faultOfMessage(kind as UnderWay, message)).toBeUndefined();
  });

  it('covers each kind that it reads and that stays, and, under way, each kind that waits', () => {
    expect(kinds.filter((kind) => !(rows[kind] || [...PASSING, ...NOT_LEFT].includes(kind)))).toEqual([]);
    // The scan's messages are consumed at once.
    expect(Object.keys(underWay).toSorted()).toEqual(expect.arrayContaining(['check', 'delivery', 'execution']));
  });

  it('would be refused with a field that this one needs and that has none', () => {
    const [domain = {}] = rows.domain ?? [];
    const { execution: _, ...without } = domain;
    expect(faultOfRow(without)).toMatch(/attempt/);
  });
});
