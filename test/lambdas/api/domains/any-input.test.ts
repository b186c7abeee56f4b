/** @module-tag slow */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { DomainPage, DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import { aDomain } from '../../a-domain.ts';
import { DOMAIN_ID, itemOf, serverItem, tableHolds } from '../api-caller.ts';
import { domainsApi } from './a-creation.ts';

const { call } = domainsApi();
const holds = () => tableHolds(itemOf(aDomain('awaiting-dns', { metadata: { plan: 'a' } })), serverItem());

const name = fc.oneof(
  fc.constantFrom('limit', 'cursor', 'ssl_status', 'dns_status', 'server_id', 'expires_within', 'url', 'url_prefix'),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const value = fc.oneof(
  fc.constantFrom('1', 'active', 'error', '0', 'shop.customer.com', 'SHOP'),
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
);
const query = fc.oneof(
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map((pairs) => new URLSearchParams(pairs).toString()),
  fc.string({ unit: 'binary' }),
);

it('any query is answered with a page, or with what is wrong with it', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom('/api/domains', `/api/domains/${DOMAIN_ID}/events`), async (sent, path) => {
      holds();
      const { status, json } = await call({ method: 'GET', path, query: sent });
      expect([200, 422]).toContain(status);
      if (status === 422) expect(HttpErrorBody.safeParse(json).success).toBe(true);
      else if (path === '/api/domains') expect(DomainPage.parse(json)).toEqual(json);
    }),
    { numRuns: 300 },
  );
});

const field = fc.constantFrom('url', 'server_id', 'send_notifications', 'metadata', 'plan', '__proto__');
const body = fc.oneof(
  fc.dictionary(
    field,
    fc.oneof(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), fc.boolean(), fc.dictionary(fc.string(), fc.option(fc.string()))),
  ),
  fc.jsonValue(),
);

it('any body of a PATCH is answered with the domain, or with what is wrong with it', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      holds();
      const { status, json } = await call({ method: 'PATCH', path: `/api/domains/${DOMAIN_ID}`, body: JSON.stringify(sent) });
      expect([200, 400, 422]).toContain(status);
      if (status === 200) expect(DomainResource.parse(json)).toEqual(json);
      else expect(HttpErrorBody.safeParse(json).success).toBe(true);
    }),
    { numRuns: 300 },
  );
});
