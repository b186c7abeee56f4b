/** @module-tag slow */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COUNTED, KEPT, log, wholeRequests } from '../api-caller.ts';
import { ownPath, PHASES, tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented, operations } from './documented.ts';
import { call } from './every-route.ts';
import { anyText, exampleOf, textOf } from './inputs.ts';

const CANARY = 'canary-c0ffee';
const KNOWN = [
  ...[
    'content-type',
    'content-encoding',
    'content-length',
    'accept',
    'host',
    'origin',
    'cookie',
    'x-request-id',
    'x-forwarded-for',
  ],
  ...['access-control-request-headers', 'if-none-match', 'range', 'transfer-encoding', '__proto__', 'constructor', 'X-API-KEY'],
];
const names = fc.oneof(fc.constantFrom(...KNOWN), anyText);
const values = fc.oneof(
  anyText,
  fc.constantFrom(
    'application/json',
    'application/json; charset=utf-8',
    'application/json; charset=latin1',
    'gzip',
    '0',
    '-1',
    'NaN',
  ),
);
const anyHeaders = fc
  .array(fc.tuple(names, values, fc.constantFrom('', CANARY)), { maxLength: 4 })
  .map((headers) => Object.fromEntries(headers.map(([name, value, canary]) => [name, value + canary])));

describe.each(operations)('%s', (operation, { method, path }) => {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: textOf(exampleOf(operation)) };
  const ask = (headers: Record<string, string>) => {
    tableHoldsOrganizations();
    return call({ method, path: ownPath(operation, path), headers, ...body });
  };

  it(`${operation} answers any headers as documented, with none of them in the answer or the log`, async () => {
    await fc.assert(
      fc.asyncProperty(anyHeaders, async (headers) => {
        const answer = await ask(headers);
        expectDocumented(operation, answer);
        expect(JSON.stringify([answer, log.mock.calls])).not.toContain(CANARY);
      }),
      { numRuns: 8 },
    );
  });

  it(`${operation} refuses any key that is none alike, without a look at the table`, async () => {
    const header = fc.constantFrom('x-api-key', 'x-api-key-id');
    const bodies = new Set<string>();
    await fc.assert(
      fc.asyncProperty(header, anyText, async (name, text) => {
        const answer = await ask({ [name]: text });
        expectDocumented(operation, answer);
        expect([answer.status, wholeRequests()]).toEqual([401, []]);
        bodies.add(JSON.stringify(answer.json));
      }),
      { numRuns: 6 },
    );
    expect(bodies.size).toBe(1);
  });
});

describe.each(operations.filter(([, { method }]) => method === 'POST'))('%s', (operation, { path }) => {
  const ask = (key: string) =>
    call({ path: ownPath(operation, path), headers: { 'idempotency-key': key }, body: textOf(exampleOf(operation)) });

  it(`${operation} is done once for any printable Idempotency-Key, and answered twice alike`, async () => {
    const printable = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 255 });
    await fc.assert(
      fc.asyncProperty(printable, async (key) => {
        tableHoldsOrganizations(PHASES[operation]);
        const first = await ask(key);
        const second = await ask(key);
        expectDocumented(operation, first);
        expectDocumented(operation, second);
        expect([second.status, second.json, second.headers['idempotency-replayed']]).toEqual([first.status, first.json, 'true']);
      }),
      { numRuns: 8 },
    );
  });

  it(`${operation} is refused with any other Idempotency-Key`, async () => {
    const other = fc.oneof(
      anyText.filter((text) => !/^[ -~]{1,255}$/.test(text)),
      fc.string({ unit: 'grapheme-ascii', minLength: 256, maxLength: 300 }),
    );
    await fc.assert(
      fc.asyncProperty(other, async (key) => {
        tableHoldsOrganizations();
        const answer = await ask(key);
        expectDocumented(operation, answer);
        expect([answer.status, wholeRequests()]).toEqual([400, [...COUNTED, KEPT]]);
      }),
      { numRuns: 8 },
    );
  });
});
