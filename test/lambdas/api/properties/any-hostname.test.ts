/** @module-tag slow */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableHoldsOrganizations } from './an-organization.ts';
import { expectDocumented } from './documented.ts';
import { call } from './every-route.ts';
import { anyText } from './inputs.ts';

const LABELS = [
  'shop',
  'Shop',
  'ü',
  'аpple',
  '例え',
  'xn--mnchen-3ya',
  'xn--',
  '-',
  '_',
  '*',
  '１',
  '1',
  'x'.repeat(63),
  'x'.repeat(64),
  '',
];
const ENDS = [
  'customer.com',
  'customer.co.uk',
  'github.io',
  'customer.github.io',
  'example.com',
  'service.net',
  'test',
  '0x7f',
  'com.',
];
const AROUND = ['', '', '', ' ', 'https://', 'me:secret@', ':443', '/path', '?a', '#a', '\u0000', '。', '[', '\ud800'];
const composed = fc
  .tuple(
    fc.constantFrom(...AROUND),
    fc.array(fc.constantFrom(...LABELS), { maxLength: 5 }),
    fc.constantFrom(...ENDS),
    fc.constantFrom(...AROUND),
  )
  .map(([before, labels, end, after]) => `${before}${[...labels, end].join('.')}${after}`);
const anyHostname = fc.oneof(
  { weight: 3, arbitrary: composed },
  { weight: 1, arbitrary: anyText },
  { weight: 1, arbitrary: fc.domain() },
);
const create = (url: string) => call({ body: { url, server_id: 1 } });

describe('any text as the hostname of a new domain', () => {
  it('is refused with the reason, or found again by it, and is the same name to whoever sends it again', async () => {
    await fc.assert(
      fc.asyncProperty(anyHostname, async (url) => {
        tableHoldsOrganizations();
        const answer = await create(url);
        expectDocumented('createDomain', answer);
        if (answer.status === 422) return expectTold(answer.json.error.details.errors);
        expect(answer.status).toBe(201);
        expect(answer.json.url).toMatch(/^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/);
        const found = await call({ method: 'GET', query: `url=${encodeURIComponent(url)}` });
        expect(found.json.data).toMatchObject([{ id: answer.json.id }]);
        const again = await create(url);
        expect([again.status, again.json.error.details.existing_domain_id]).toEqual([422, answer.json.id]);
      }),
      { numRuns: 200 },
    );
  });

  it('is reported in its place in a bulk request', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyHostname, { minLength: 1, maxLength: 5 }), async (urls) => {
        tableHoldsOrganizations();
        const answer = await call({ path: '/api/domains/bulk', body: { domains: urls.map((url) => ({ url, server_id: 1 })) } });
        expectDocumented('createDomains', answer);
        const told = answer.status === 201 ? answer.json.data : answer.json.error.details.items;
        expect(told.map(({ index }: { index: number }) => index)).toEqual(urls.map((_, index) => index));
      }),
      { numRuns: 30 },
    );
  });
});

function expectTold(errors: Record<string, string[]>): void {
  expect(Object.keys(errors)).toEqual(['url']);
  for (const message of errors.url ?? []) expect(message).toMatch(/\S/);
  expect(errors.url).not.toEqual([]);
}
