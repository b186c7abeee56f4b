import { beforeEach, describe, expect, it } from 'vitest';
import { STORY_NAMES } from '../../../../contract/test-mode.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { portalViewStore } from '../../../../lambdas/model/domains/portal-view.store.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { minuteOf } from '../../../../lambdas/shared/time/instant.ts';
import { aDomain, HOUR, iso, issued, later, NOW, servedAs } from '../../a-domain.ts';
import { aTestKey } from '../a-test-key.ts';
import { itemOf, itemsUnder, table, tableHolds } from '../api-caller.ts';
import { domainsApi, places } from './a-creation.ts';

const NAME = 'shop.proxied-dns.magic.test';
let id = 100;
const { call, asked } = domainsApi({}, { newResourceId: () => (id += 1) });

function tester(organizationId: string, letter: string) {
  const { tenant, headers, items } = aTestKey(organizationId, letter);
  const server = unclaimedServer(tenant, 1, `label${letter}`, NOW);
  return { tenant, headers, items: [...items, { ...keys.server(tenant, 1), ...server }] };
}
const [ours, theirs] = [tester('org_A', 'e'), tester('org_B', 'f')];
const create = (url: string, headers = {}) => call({ body: { url, server_id: 1 }, headers });
const urlErrors = (json: { error: { details: { errors: { url: string[] } } } }) => json.error.details.errors.url.join();

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(...places, ...ours.items, ...theirs.items);
});

describe('a hostname below magic.test', () => {
  it('with a word that has no story is refused, with all that have one', async () => {
    const { status, json } = await create('shop.no-such-story.magic.test', ours.headers);
    expect(status).toBe(422);
    for (const name of STORY_NAMES) expect(urlErrors(json)).toContain(name);
  });

  it('is in the test data of each organization its own, without a question to DNS', async () => {
    for (const { headers } of [ours, theirs]) {
      const { status, json } = await create(NAME, headers);
      expect([status, json.livemode]).toEqual([201, false]);
    }
    expect(asked).toEqual([]);
    const { status, json } = await create(NAME, ours.headers);
    expect([status, json.error.details.existing_domain_id]).toEqual([422, expect.any(Number)]);
  });

  it('is found by its name in its own test data, and by nobody’s portal', async () => {
    const { json: made } = await create(NAME, ours.headers);
    const list = (headers: Record<string, string>) => call({ method: 'GET', query: `url=${NAME}`, headers });
    expect((await list(ours.headers)).json.data.map((domain: { id: number }) => domain.id)).toEqual([made.id]);
    expect((await list(theirs.headers)).json.data).toEqual([]);
    expect((await list({})).json.data).toEqual([]);
    expect(await portalViewStore(table).portalAndClaim('opt_any', NAME)).toEqual({});
    expect(items.has(`HOST#${NAME}|CLAIM`)).toBe(false);
  });

  it('can be had again once its domain is deleted', async () => {
    const { json: made } = await create(NAME, ours.headers);
    const path = `/api/domains/${made.id}`;
    expect((await call({ method: 'DELETE', path, headers: ours.headers })).status).toBe(200);
    expect((await create(NAME, ours.headers)).status).toBe(201);
  });

  it('is deleted, for the audit, when somebody asks for it, whatever its own time is', async () => {
    const { json: made } = await create(NAME, ours.headers);
    const key = `DOMAIN#${made.id}|DOMAIN`;
    items.set(key, { ...items.get(key), updatedAt: later(40 * 24 * HOUR).toISOString() });
    await call({ method: 'DELETE', path: `/api/domains/${made.id}`, headers: ours.headers });
    expect(String(items.get(key)?.updatedAt) > NOW.toISOString()).toBe(true);
    const entries = itemsUnder(items, 'AUDIT#').map(({ action, at }) => [action, at]);
    expect(entries).toContainEqual(['domain.deleted', NOW.toISOString()]);
  });

  it('can be had again also where its story was that another organization has it', async () => {
    const { json: created } = await create(NAME, ours.headers);
    const { id: first } = created as { id: number };
    const row = items.get(`DOMAIN#${first}|DOMAIN`);
    items.set(`DOMAIN#${first}|DOMAIN`, { ...row, claimLost: true });
    const gone = await call({ method: 'DELETE', path: `/api/domains/${first}`, headers: ours.headers });
    expect([gone.status, (await create(NAME, ours.headers)).status]).toEqual([200, 201]);
  });

  it('is refused in live mode, which says what it is for and how', async () => {
    const { status, json } = await create(NAME);
    expect(status).toBe(422);
    for (const words of ['test mode', 'cps_pk_test_', 'docs/guides/test-mode.md']) expect(urlErrors(json)).toContain(words);
    const bulk = await call({ path: '/api/domains/bulk', body: { domains: [{ url: NAME, server_id: 1 }] } });
    expect([bulk.status, JSON.stringify(bulk.json)]).toEqual([422, expect.stringContaining('cps_pk_test_')]);
  });
});

describe('once the test clock was moved by 30 days', () => {
  const DAY = 24 * HOUR;
  const ask = async (path: string, query = '') => (await call({ method: 'GET', path, query, headers: ours.headers })).json;
  const organizationId = ours.tenant;
  const holds = (...domains: Domain[]) =>
    tableHolds(...ours.items, { ...keys.testClock(organizationId), aheadMs: 30 * DAY }, ...domains.map(itemOf));
  const endingAt = (domainId: number, milliseconds: number) => {
    const served = servedAs({ certificate: { ...issued, notAfter: iso(milliseconds) } });
    return aDomain('active', { id: domainId, organizationId, served });
  };

  it('a domain tells its next check by that clock', async () => {
    const error = { code: 'dns_validation_timeout' as const, details: { domain: NAME } };
    const diagnosis = { code: 'dns_validation_timeout' as const, evidence: [] };
    const nextCheckAt = iso(30 * DAY - 100_000);
    holds(aDomain('failed', { id: 1, organizationId, dnsStatus: 'error', diagnosis, error, nextCheckAt }));
    expect((await ask('/api/domains/1')).diagnosis.next_check_at).toBe(iso(30 * DAY + 200_000));
  });

  it('a check of a hostname, alone and in a list, is made then, and is counted as made now', async () => {
    const held = tableHolds(...ours.items, { ...keys.testClock(organizationId), aheadMs: 30 * DAY });
    const look = async (path: string, body: object) => (await call({ path, body, headers: ours.headers })).json;
    const alone = await look('/api/dns/look', { url: NAME, server_id: 1 });
    const list = await look('/api/dns/look/bulk', { urls: [NAME], server_id: 1 });
    const seen = [alone, list.data[0].check].map(({ diagnosis }) => diagnosis.checked_at);
    expect(seen).toEqual([iso(30 * DAY), iso(30 * DAY)]);
    const { pk, sk } = keys.dnsChecks(organizationId, `${minuteOf(NOW)}:00.000Z`);
    expect(held.has(`${pk}|${sk}`)).toBe(true);
  });

  it('certificates that end soon are listed and counted by that clock', async () => {
    holds(endingAt(1, 31 * DAY), endingAt(2, 90 * DAY));
    const { data } = await ask('/api/domains', 'expires_within=7');
    expect(data.map(({ id: found }: { id: number }) => found)).toEqual([1]);
    const { weeks } = await ask('/api/domains/expiries', 'weeks=2');
    expect(weeks[0].starts_at > iso(23 * DAY)).toBe(true);
    expect(weeks.map((week: { by_itself: number }) => week.by_itself).toSorted()).toEqual([0, 1]);
  });
});

describe('a hostname without a story', () => {
  it.each(['shop.customer.com', 'shop.active.magic.test.customer.com'])('is taken in test mode: %s', async (url) => {
    expect((await create(url, ours.headers)).status).toBe(201);
  });

  it('is looked at without a question to DNS or its server: when it is created, checked, or only asked about', async () => {
    const { json: made } = await create('shop.customer.com', ours.headers);
    const look = async (path: string, body?: object) => call({ method: 'POST', path, body, headers: ours.headers });
    expect((await look(`/api/domains/${made.id}/check`)).status).toBe(200);
    expect((await look('/api/dns/look', { url: 'other.customer.com', server_id: 1 })).status).toBe(200);
    expect((await look('/api/dns/look/bulk', { urls: ['third.customer.com'], server_id: 1 })).status).toBe(200);
    expect(asked).toEqual([]);
  });

  it.each(['magic.test', 'shop.unknown.magic.test'])(
    'is refused below magic.test, with the stories that there are: %s',
    async (url) => {
      const { status, json } = await create(url, ours.headers);
      expect(status).toBe(422);
      for (const words of ['.magic.test', 'proxied-dns']) expect(urlErrors(json)).toContain(words);
    },
  );

  it('is refused in test mode for what it is refused in live mode', async () => {
    const { status, json } = await create('customer.com', ours.headers);
    expect(status).toBe(422);
    expect(urlErrors(json)).toContain('apex');
  });
});
