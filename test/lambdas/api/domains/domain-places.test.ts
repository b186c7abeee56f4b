import { describe, expect, it } from 'vitest';
import { NO_PLACES } from '../../../../lambdas/model/accounts/domain-places.schema.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../../lambdas/shared/table/table.store.ts';
import { later, NOW, SECOND } from '../../a-domain.ts';
import { counterItem } from '../../model/events/an-event.ts';
import { aTestKey } from '../a-test-key.ts';
import { COUNTED, clock, itemsUnder, KEPT, limitsItem, log, portsOf, table, tableHolds, wholeRequests } from '../api-caller.ts';
import { claimItem, domainsApi, HOSTNAME, places, tableWith } from './a-creation.ts';

let id = 1000;
const rolling = { newResourceId: () => id++, newLabel: () => `drawn${id++}` };
const { call } = domainsApi({}, rolling);
const { domainPlaces } = portsOf();
const one = (n: number, headers = {}) => call({ body: { url: `shop${n}.customer.com`, server_id: 1 }, headers });
const bulk = (first: number, count: number, headers = {}) => {
  const domains = Array.from({ length: count }, (_, n) => ({ url: `shop${first + n}.customer.com`, server_id: 1 }));
  return call({ path: '/api/domains/bulk', body: { domains }, headers });
};
type Items = ReturnType<typeof tableHolds>;
const rowsIn = (items: Items) => itemsUnder(items, 'DOMAIN#').filter(({ sk }) => sk === 'DOMAIN').length;
const takenIn = (items: Items) => items.get('ORG#org_A|LIMITS')?.places as typeof NO_PLACES;
const both = (count: number) => ({ domains: count, unvalidatedDomains: count });

describe('a quota of ten domains', () => {
  it.each([
    ['domains', { domains: 10 }],
    ['unvalidated_domains', { unvalidatedDomains: 10 }],
  ])('lets ten of forty into the table that are created at once, by the limit of %s', async (resource, limits) => {
    const items = tableHolds(limitsItem(limits), ...places);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(201), ...Array(30).fill(422)]);
    expect([rowsIn(items), takenIn(items)]).toEqual([10, { ...NO_PLACES, ...both(10), changes: 10 }]);
    const refused = answers.find(({ status }) => status === 422);
    expect(refused?.json.error).toMatchObject({ code: 'quota_exceeded', details: { resource, limit: 10, used: 10 } });
  });

  it('lets ten in of single and bulk creations that come at once', async () => {
    const items = tableHolds(limitsItem({ unvalidatedDomains: 10 }), ...places);
    await Promise.all([bulk(0, 7), ...Array.from({ length: 6 }, (_, n) => one(100 + n)), bulk(200, 7), bulk(300, 7)]);
    expect([rowsIn(items), takenIn(items)]).toMatchObject([10, { ...both(10), bulks: {} }]);
  });

  it('has room for a bulk request up to the limit: the last items are refused', async () => {
    tableHolds(limitsItem({ domains: 10, places: { ...NO_PLACES, ...both(8) } }), ...places);
    const { json } = await bulk(0, 4);
    expect(json.summary).toEqual({ created: 2, failed: 2 });
    expect(json.data[3].error.details).toEqual({ resource: 'domains', limit: 10, used: 8 });
  });

  it('has room again for what the relay has counted as deleted or validated', async () => {
    const full = limitsItem({ domains: 10, unvalidatedDomains: 6, places: { ...NO_PLACES, domains: 10, unvalidatedDomains: 6 } });
    const freed = { ...counterItem(9, ''), freedDomains: 2, freedUnvalidatedDomains: 3 };
    const items = tableHolds(full, freed, ...places);
    const answers = await Promise.all([0, 1, 2, 3].map((n) => one(n)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 422, 422]);
    expect(takenIn(items)).toMatchObject({ domains: 10, unvalidatedDomains: 5, freed: { domains: 2, unvalidatedDomains: 3 } });
  });

  it('takes two round trips more of a creation that finds it used up, before it has a place that was freed', async () => {
    const freed = { ...counterItem(9, ''), freedDomains: 1, freedUnvalidatedDomains: 1 };
    tableHolds(limitsItem({ domains: 1, places: { ...NO_PLACES, ...both(1) } }), freed, ...places);
    await one(1);
    expect(wholeRequests()).toEqual([
      ...COUNTED,
      'GetItem ORG#org_A SERVER#0000000000000001',
      'UpdateItem ORG#org_A LIMITS',
      'UpdateItem ORG#org_A LIMITS',
      'GetItem ORG#org_A WEBHOOKS',
      'UpdateItem ORG#org_A LIMITS',
      'UpdateItem ORG#org_A LIMITS',
      'TransactWriteItems Update HOST#shop1.customer.com CLAIM, Put DOMAIN#1053 DOMAIN, Put DOMAIN#1053 TIMELINE#tl_…, Put OUTBOX#… evt_…, Put OUTBOX#… evt_…, Put AUDIT#org_A#changes#2026-06 aud_…',
      KEPT,
    ]);
  });
});

describe('a place', () => {
  const isAsBefore = { ...NO_PLACES, changes: 2, givenBackBy1: 'req_1' };

  it('is given back by a creation that is refused', async () => {
    const items = tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: 77 }));
    expect((await call({ body: { url: HOSTNAME, server_id: 1 } })).status).toBe(422);
    expect(takenIn(items)).toMatchObject(isAsBefore);
  });

  it.each([1, 7])(
    'is given back once by a request whose answer is lost, and which comes again after %i others',
    async (others) => {
      const items = tableHolds(limitsItem({ places: { ...NO_PLACES, ...both(20) } }));
      const giveBack = (by: string) => domainPlaces.giveBack('org_A', 1, by);
      await giveBack('req_1');
      for (let other = 2; other <= 1 + others; other += 1) await giveBack(`req_${other}`);
      await giveBack('req_1');
      expect(takenIn(items)).toMatchObject({ ...both(19 - others), changes: 1 + others });
    },
  );

  it('is given back by a creation whose write DynamoDB has refused, and kept where nobody knows', async () => {
    const trouble = async (fault: string) => {
      const items = tableHolds(...places);
      const create = () => Promise.reject(Object.assign(new Error('trouble'), { $fault: fault }));
      const failing = domainsApi({}, { ...rolling, table: tableWith({ create }) });
      await failing.call({ body: { url: HOSTNAME, server_id: 1 } });
      return takenIn(items).domains;
    };
    expect([await trouble('client'), await trouble('server')]).toEqual([0, 1]);
  });

  it('is given back by a repeat with the same Idempotency-Key, which is answered also where none is left', async () => {
    const headers = { 'idempotency-key': 'once' };
    const items = tableHolds(limitsItem({ domains: 2 }), ...places);
    const first = await one(1, headers);
    expect((await one(1, headers)).json).toEqual(first.json);
    expect(takenIn(items).domains).toBe(1);
    await one(2);
    expect((await one(1, headers)).json).toEqual(first.json);
    expect(takenIn(items).domains).toBe(2);
  });

  it('is taken once by twins with the same Idempotency-Key at once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const items = tableHolds(...places);
    await Promise.all([one(1, headers), one(1, headers)]);
    expect([rowsIn(items), takenIn(items).domains]).toEqual([1, 1]);
  });

  it.each([
    ['that the hour refuses', { requestsInHour: 1000 }, 429],
    ['with a field that is wrong', {}, 422, { body: { url: HOSTNAME, server_id: 'x' } }],
    ['with a parameter that is unknown', {}, 422, { query: 'a=1' }],
    ['with an Idempotency-Key that is none', {}, 400, { headers: { 'idempotency-key': '' } }],
  ])('is not taken by a creation %s', async (_, limits, status, more?: object) => {
    const items = tableHolds(limitsItem(limits), ...places);
    const answer = await call({ body: { url: HOSTNAME, server_id: 1 }, ...more });
    expect([answer.status, takenIn(items)]).toEqual([status, NO_PLACES]);
  });

  it('is given back where the clock of test mode cannot be read', async () => {
    const { tenant, headers, items: ofTestMode } = aTestKey();
    const items = tableHolds(...ofTestMode, { ...keys.server(tenant, 1), ...unclaimedServer(tenant, 1, 'labele', NOW) });
    const get: Table['get'] = (key) =>
      key.sk === keys.testClock(tenant).sk ? Promise.reject(new Error('throttled')) : table.get(key);
    const { call: inTest } = domainsApi({}, { ...rolling, table: { ...table, get } });
    const body = { url: 'shop.active.magic.test', server_id: 1 };
    const { status } = await inTest({ body, headers });
    const { pk, sk } = keys.limits(tenant);
    expect([status, items.get(`${pk}|${sk}`)?.places]).toMatchObject([500, { domains: 0, changes: 2 }]);
  });

  it('that cannot be given back is told to the log, and the answer is as it was', async () => {
    tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: 77 }));
    const broken = tableWith({ giveBack: () => Promise.reject(new Error('down')) });
    const answer = await domainsApi({}, { ...rolling, table: broken }).call({ body: { url: HOSTNAME, server_id: 1 } });
    expect(answer.json.error.details.existing_domain_id).toBe(77);
    expect(log).toHaveBeenCalledWith('warn', expect.stringContaining('not given back'), expect.anything());
  });
});

describe('the places of a bulk request', () => {
  it('are given back for the items that fail', async () => {
    const items = tableHolds(...places, claimItem({ organizationId: 'org_A', domainId: 77 }));
    const domains = [HOSTNAME, 'a.customer.com', 'b.customer.com'].map((url) => ({ url, server_id: 1 }));
    await call({ path: '/api/domains/bulk', body: { domains } });
    expect([rowsIn(items), takenIn(items)]).toMatchObject([2, { ...both(2), bulks: {} }]);
  });

  it('of a request that was killed are used by its repeat, and the rest is given back', async () => {
    const items = tableHolds(limitsItem({ domains: 4 }), ...places);
    const headers = { 'idempotency-key': 'bulk' };
    let written = 0;
    const create = (_: string, write: () => Promise<void>) => {
      written += 1;
      return written > 2 ? new Promise<void>(() => {}) : write();
    };
    const dying = domainsApi({}, { ...rolling, table: tableWith({ create }) }, 3_010);
    const domains = [0, 1, 2, 3].map((n) => ({ url: `shop${n}.customer.com`, server_id: 1 }));
    await dying.call({ path: '/api/domains/bulk', body: { domains }, headers });
    expect([rowsIn(items), takenIn(items).domains]).toEqual([2, 4]);
    clock.now = later(61 * SECOND);
    expect((await bulk(0, 4, headers)).json.summary).toEqual({ created: 4, failed: 0 });
    expect([rowsIn(items), takenIn(items)]).toMatchObject([4, { ...both(4), bulks: {} }]);
  });
});
