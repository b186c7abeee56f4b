import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { BulkResource } from '../../../../lambdas/api/domains/domain-responses.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Item, Table } from '../../../../lambdas/shared/table/table.store.ts';
import { later, SECOND } from '../../a-domain.ts';
import { settings } from '../../settings.ts';
import {
  COUNTED,
  clock,
  itemsUnder,
  KEPT,
  limitsItem,
  log,
  serviceSecret,
  table,
  tableHolds,
  wholeRequests,
  writes,
} from '../api-caller.ts';
import { claimItem, domainsApi, HOSTNAME, places, showingProof, tableWith, unproven } from './a-creation.ts';

let id = 1000;
let label = 0;
const pause = vi.fn(async () => {});
const rolling = { newResourceId: () => id++, newLabel: () => `drawn${label++}`, pause };
const { call } = domainsApi(showingProof, rolling);
const zoned = { settings: { ...settings, validationZone: 'validation.service.net' } };
/** Never finishes its third domain, like a Lambda that is killed. */
const dyingAtThird = (changes: Partial<typeof zoned> = {}) => {
  let written = 0;
  const create = (_: string, write: () => Promise<void>) => {
    written += 1;
    return written > 2 ? new Promise<void>(() => {}) : write();
  };
  return domainsApi(showingProof, { ...rolling, ...changes, table: tableWith({ create }) }, 3_010).call;
};
/** Makes every domain with DNS validation fail until the test ends. */
function breakValidations(): void {
  const sign = serviceSecret.sign.bind(serviceSecret);
  const spy = vi.spyOn(serviceSecret, 'sign').mockImplementation((purpose, message) => {
    if (purpose === 'validation-label') throw new Error('broken');
    return sign(purpose, message);
  });
  onTestFinished(() => spy.mockRestore());
}
const post = (domains: unknown, more = {}) => call({ path: '/api/domains/bulk', body: { domains }, ...more });
const item = (n: number, server_id = 1) => ({ url: `shop${n}.customer.com`, server_id });
const many = (count: number, server_id = 1) => Array.from({ length: count }, (_, n) => item(n, server_id));
let items: ReturnType<typeof tableHolds>;
const rows = () => itemsUnder(items, 'DOMAIN#').filter(({ sk }) => sk === 'DOMAIN');

beforeEach(() => {
  items = tableHolds(...places);
});

describe('201: when any was created', () => {
  it('a bulk request tells of each item, in order, the good beside the bad', async () => {
    const { status, json } = await post([item(1), { url: 'customer.com', server_id: 1 }, item(1), 'text', item(2)]);
    expect(status).toBe(201);
    expect(BulkResource.parse(json)).toEqual(json);
    expect(json.summary).toEqual({ created: 2, failed: 3 });
    expect(json.data).toMatchObject([
      { index: 0, status: 'created', domain: { url: 'shop1.customer.com' } },
      {
        index: 1,
        status: 'error',
        error: { code: 'validation_error', details: { errors: { url: [expect.stringContaining('apex')] } } },
      },
      {
        index: 2,
        status: 'error',
        error: { code: 'validation_error', details: { errors: { url: ['is the same as in domains[0]'] } } },
      },
      { index: 3, status: 'error', error: { code: 'invalid_request' } },
      { index: 4, status: 'created', domain: { url: 'shop2.customer.com' } },
    ]);
    expect(rows()).toHaveLength(2);
  });

  it('a bulk request of a hundred counts as one, reads what is common to them once, and takes a transaction each', async () => {
    const { json } = await post(many(100));
    expect(json.summary).toEqual({ created: 100, failed: 0 });
    const creations = many(100).map(({ url }) =>
      expect.stringContaining(`TransactWriteItems Update HOST#${url} CLAIM, Put DOMAIN#`),
    );
    const place = 'UpdateItem ORG#org_A LIMITS';
    expect(wholeRequests()).toEqual([...COUNTED, 'GetItem ORG#org_A SERVER#0000000000000001', place, ...creations, place, KEPT]);
    expect(items.get(`ORG#org_A|LIMITS`)).toMatchObject({ requestsInHour: 1 });
    expect(itemsUnder(items, 'AUDIT#')).toHaveLength(100);
  });

  it('a bulk request never writes more than 25 domains at the same time', async () => {
    let atWork = 0;
    let most = 0;
    const create = async (_: string, write: () => Promise<void>) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await nextTurn();
      await write();
      atWork -= 1;
    };
    const counting = domainsApi(showingProof, { ...rolling, table: tableWith({ create }) });
    await counting.call({ path: '/api/domains/bulk', body: { domains: many(100) } });
    expect(most).toBe(25);
  });

  it('a server number that is new in a bulk request is made once, whoever of the items names it', async () => {
    const { json } = await post([...many(10, 7), item(20, 8)]);
    expect(json.summary).toEqual({ created: 11, failed: 0 });
    const targets = json.data.map(({ domain }: { domain: { cname_target: string } }) => domain.cname_target);
    expect(new Set(targets.slice(0, 10)).size).toBe(1);
    expect(itemsUnder(items, 'LABEL#drawn')).toHaveLength(2);
    expect(itemsUnder(items, 'AUDIT#').filter(({ action }) => action === 'server.created')).toHaveLength(2);
    expect(pause).not.toHaveBeenCalled();
  });

  it('a server number that is new in a bulk request is warned of in every item that names it, and in no other', async () => {
    const { json } = await post([item(1), item(2, 7), item(3, 7)]);
    expect(BulkResource.parse(json)).toEqual(json);
    type Created = { domain: { warnings?: { code: string }[]; diagnosis: { reason?: string } } };
    const told = json.data.map(({ domain }: Created) => [domain.warnings?.map(({ code }) => code), domain.diagnosis.reason]);
    const warned = [['server_created'], 'server_created'];
    expect(told).toEqual([[undefined, undefined], warned, warned]);
  });

  it("a bulk request takes another organization's unproven name as well", async () => {
    items = tableHolds(...places, claimItem(unproven));
    expect((await post([{ url: HOSTNAME, server_id: 1 }])).json.summary).toEqual({ created: 1, failed: 0 });
  });

  it('the items of a bulk request beyond a quota fail, each by itself', async () => {
    items = tableHolds(limitsItem({ domains: 2, servers: 1 }), ...places);
    const { json } = await post([item(0, 9), item(1), item(2), item(3)]);
    expect(BulkResource.parse(json)).toEqual(json);
    expect(json.data.map((result: { error?: { details: object } }) => result.error?.details)).toEqual([
      { resource: 'servers', limit: 1, used: 1 },
      undefined,
      undefined,
      { resource: 'domains', limit: 2, used: 0 },
    ]);
    expect(rows()).toHaveLength(2);
  });

  it('bulk requests at once keep to the quota of servers together: an item whose server has no room fails by itself', async () => {
    items = tableHolds(limitsItem({ servers: 4 }), ...places);
    const bulk = (first: number) => post([0, 1, 2].map((n) => item(first + n, 100 + first + n)));
    const answered = await Promise.all([bulk(0), bulk(10), bulk(20)]);
    const created = answered.map(({ json }) => json.summary?.created ?? 0);
    expect(created.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect([...items.keys()].filter((key) => key.includes('|SERVER#'))).toHaveLength(4);
    expect(JSON.stringify(answered)).toContain('{"resource":"servers","limit":4,"used":4}');
  });

  it('trouble of ours with one item of a bulk request is that item’s: it is told and logged, and the others go on', async () => {
    const create = async (hostname: string, write: () => Promise<void>) => {
      if (hostname.startsWith('shop1')) throw new Error('secret detail');
      await write();
    };
    const failing = domainsApi(showingProof, { ...rolling, table: tableWith({ create }) });
    const { json } = await failing.call({ path: '/api/domains/bulk', body: { domains: many(3) } });
    expect(json.data[1]).toEqual({ index: 1, status: 'error', error: { code: 'internal_error', message: expect.any(String) } });
    expect(json.summary).toEqual({ created: 2, failed: 1 });
    expect(log).toHaveBeenCalledWith('error', expect.any(String), { cause: expect.any(Error) });
  });

  it('an item that breaks before it is written fails alone, and its place is given back', async () => {
    breakValidations();
    const domains = [item(1), { ...item(2), validation: 'dns' }, item(3)];
    const { call: callZoned } = domainsApi(showingProof, { ...rolling, ...zoned });
    const { status, json } = await callZoned({ path: '/api/domains/bulk', body: { domains } });
    expect([status, json.summary, json.data[1].error.code]).toEqual([201, { created: 2, failed: 1 }, 'internal_error']);
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ places: { domains: 2, bulks: {} } });
  });
});

describe('a repeat', () => {
  const headers = { 'idempotency-key': 'bulk' };

  it('a bulk request repeated after a crash half-way finishes the work: what is created stays, with its id, and no quota is spent twice', async () => {
    items = tableHolds(limitsItem({ domains: 4, servers: 2 }), ...places);
    const dying = dyingAtThird();
    const body = { domains: [...many(3), item(3, 7)] };
    expect((await dying({ path: '/api/domains/bulk', body, headers })).status).toBe(503);
    const before = rows().map(({ pk }) => pk);
    expect(before).toHaveLength(2);
    clock.now = later(61 * SECOND);
    const { status, json } = await post(body.domains, { headers });
    expect([status, json.summary]).toEqual([201, { created: 4, failed: 0 }]);
    expect(rows()).toHaveLength(4);
    expect(rows().map(({ pk }) => pk)).toEqual(expect.arrayContaining(before));
    expect(itemsUnder(items, 'LABEL#drawn')).toHaveLength(1);
    expect(itemsUnder(items, 'OUTBOX#')).toHaveLength(8);
  });

  it('a bulk request repeated after a crash behind its work tells what it has created, also where that is the whole quota', async () => {
    items = tableHolds(limitsItem({ domains: 2 }), ...places);
    const giveBack = async (update: () => Promise<Item>) => {
      await update();
      return new Promise<Item>(() => {});
    };
    const dying = domainsApi(showingProof, { ...rolling, table: tableWith({ giveBack }) }, 3_010);
    expect((await dying.call({ path: '/api/domains/bulk', body: { domains: many(3) }, headers })).status).toBe(503);
    const before = rows().map(({ pk }) => pk);
    clock.now = later(61 * SECOND);
    const { status, json } = await post(many(3), { headers });
    expect([status, json.summary]).toEqual([201, { created: 2, failed: 1 }]);
    expect(json.data.map((result: { domain?: { id: number } }) => result.domain && `DOMAIN#${result.domain.id}`)).toEqual([
      ...before,
      undefined,
    ]);
    expect(rows()).toHaveLength(2);
  });

  it('a bulk request that is repeated after a crash and comes too late gives back no place of what is created', async () => {
    const dying = dyingAtThird();
    await dying({ path: '/api/domains/bulk', body: { domains: many(3) }, headers });
    clock.now = later(61 * SECOND);
    const update: Table['update'] = async (key, given) => {
      const updated = await table.update(key, given);
      if (given.expression.includes('places')) clock.now = later(86 * SECOND);
      return updated;
    };
    const late = domainsApi(showingProof, { ...rolling, table: { ...table, update } });
    await late.call({ path: '/api/domains/bulk', body: { domains: many(3) }, headers });
    expect(rows()).toHaveLength(2);
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ places: { domains: 2, bulks: {} } });
  });

  it('a bulk request that is repeated after a crash, and cannot be made any more, gives back no place of what is created', async () => {
    const body = { domains: many(3).map((each) => ({ ...each, validation: 'dns' })) };
    await dyingAtThird(zoned)({ path: '/api/domains/bulk', body, headers });
    clock.now = later(61 * SECOND);
    breakValidations();
    const { json } = await domainsApi(showingProof, { ...rolling, ...zoned }).call({ path: '/api/domains/bulk', body, headers });
    expect([rows().length, json.summary]).toEqual([2, { created: 2, failed: 1 }]);
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ places: { domains: 2, bulks: {} } });
  });
});

describe('422', () => {
  it('a bulk request that created none answers 422: every field by its path in the request, and each item', async () => {
    const { status, json } = await post([{ url: 'customer.com', server_id: 1 }, { server_id: 0 }, [], { ...item(1), x: 1 }]);
    expect(status).toBe(422);
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect(Object.keys(json.error.details.errors)).toEqual([
      'domains[0].url',
      'domains[1].url',
      'domains[1].server_id',
      'domains[2]',
      'domains[3].x',
    ]);
    expect(json.error.details.items).toHaveLength(4);
    expect(writes()).toEqual([]);
  });

  it('a bulk request whose items are all beyond a quota answers 422', async () => {
    tableHolds(limitsItem({ unvalidatedDomains: 0 }), ...places);
    const { status, json } = await post(many(2));
    expect(HttpErrorBody.parse(json)).toEqual(json);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['domains[0]', 'domains[1]']]);
    expect(json.error.details.items[0].error.code).toBe('quota_exceeded');
  });

  it('a bulk request with a number that is no server answers 422 where servers have to be registered', async () => {
    const registered = domainsApi({}, { ...rolling, settings: { ...settings, serverIds: 'registered' } });
    const { json } = await registered.call({ path: '/api/domains/bulk', body: { domains: many(1, 7) } });
    expect(json.error.details.errors).toEqual({ 'domains[0].server_id': ['is not a server of this organization'] });
    expect(items.has(`${keys.server('org_A', 7).pk}|${keys.server('org_A', 7).sk}`)).toBe(false);
  });

  it.each([[[]], [many(101)], [{}], [null], ['x'], [undefined]])(
    'the `domains` of a bulk request must be an array of 1 to 100: %#',
    async (domains) => {
      const { status, json } = await post(domains);
      expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['domains']]);
    },
  );
});

describe('503', () => {
  it('a bulk request that created none for reasons of ours answers 503; the next call with the same key goes on', async () => {
    const headers = { 'idempotency-key': 'bulk' };
    const failing = domainsApi({}, { ...rolling, table: tableWith({ create: () => Promise.reject(new Error('down')) }) });
    const refused = await failing.call({ path: '/api/domains/bulk', body: { domains: many(2) }, headers });
    expect([refused.status, refused.json.error.code, refused.headers['retry-after']]).toEqual([503, 'service_unavailable', '1']);
    expect((await post(many(2), { headers })).json.summary).toEqual({ created: 2, failed: 0 });
  });
});
