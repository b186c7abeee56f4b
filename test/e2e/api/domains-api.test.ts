import { beforeAll, describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { api, createDomain, createWithCname, isActive, type Key, newHostname, until } from '../cloud.ts';
import { newKey, newOrganization, raiseRequestLimits } from '../operator.ts';

interface Page<Item = DomainResource> {
  data: Item[];
  next_cursor: string | null;
}
interface Week {
  starts_at: string;
  ends_at: string;
  by_itself: number;
}
interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}
const call = (method: string, path: string, body?: unknown, key?: Key) =>
  api<Refusal & DomainResource>(method, path, { ...(body !== undefined && { body }), ...(key && { key }) });
const list = async (query: string, key?: Key) => (await api<Page>('GET', `/domains?${query}`, key && { key })).body;

/** The index behind a list is eventually consistent. */
async function listed(query: string, key: Key, isThere: (ids: number[]) => boolean): Promise<number[]> {
  for (let tries = 0; ; tries += 1) {
    const ids = (await list(query, key)).data.map(({ id }) => id);
    if (isThere(ids) || tries > 50) return ids;
  }
}

/** The list also contains other tests' domains. */
async function everyPage(query: string): Promise<DomainResource[]> {
  const all: DomainResource[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page = await list(`${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
    all.push(...page.data);
    cursor = page.next_cursor;
  }
  return all;
}

describe('GET /domains', () => {
  const domains: DomainResource[] = [];
  let key: Key;

  beforeAll(async () => {
    const made = await newOrganization('domains.read,domains.write');
    key = made.key;
    await raiseRequestLimits(made.organizationId);
    for (let n = 0; n < 5; n += 1) domains.push(await createDomain(newHostname(`listed${n}`), n < 3 ? 1 : 2, key));
  });

  it('answers 200: all of them, newest first, page after page without a gap or a repeat', async () => {
    const ids = domains.map(({ id }) => id).toSorted((a, b) => b - a);
    expect(await listed('', key, (seen) => seen.length === 5)).toEqual(ids);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(`limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`, key);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it('answers 200: by each exact filter', async () => {
    const of = (server: number) => domains.filter(({ server_id }) => server_id === server).map(({ id }) => id);
    expect((await listed('server_id=2', key, (ids) => ids.length === 2)).toSorted()).toEqual(of(2).toSorted());
    expect((await list('ssl_status=pending&dns_status=pending&server_id=1', key)).data).toHaveLength(3);
    expect((await list('ssl_status=active', key)).data).toEqual([]);
    expect((await list('expires_within=3650', key)).data).toEqual([]);
    expect((await list(`url=${domains[0]?.url}`, key)).data).toMatchObject([{ id: domains[0]?.id }]);
    expect((await list('url_prefix=listed3', key)).data).toMatchObject([{ id: domains[3]?.id }]);
  });

  it('answers 200: by who has to act, by when they were created and by metadata, and counts them', async () => {
    const [oldest, ...others] = domains;
    await api('PATCH', `/domains/${oldest?.id}`, { body: { metadata: { plan: 'pro' } }, key });
    expect(await listed('actor=customer', key, (ids) => ids.length === 5)).toHaveLength(5);
    expect(await listed('metadata[plan]=pro', key, (ids) => ids.length === 1)).toEqual([oldest?.id]);
    expect((await list('actor=integrator', key)).data).toEqual([]);
    const younger = await list(`created_after=${others[0]?.created_at}`, key);
    // Domains created in the same second are in no particular order.
    const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b);
    expect(sorted(younger.data.map(({ id }) => id))).toEqual(sorted(others.map(({ id }) => id)));
    const { status, body } = await api('GET', '/domains/counts', { key });
    expect([status, body]).toMatchObject([200, { total: 5, by_actor: { customer: 5, integrator: 0, service: 0, nobody: 0 } }]);
  });

  it('answers 200: an active one by its expiry, soonest first', async () => {
    const { id } = await createWithCname('expiring');
    await until(id, isActive);
    const query = 'expires_within=3650&ssl_status=active&limit=100';
    let all = await everyPage(query);
    // The index behind a list is eventually consistent.
    for (let tries = 0; tries < 50 && !all.some((each) => each.id === id); tries += 1) all = await everyPage(query);
    expect(all.map((each) => each.id)).toContain(id);
    const ends = all.map(({ expires_at }) => expires_at ?? '');
    expect(ends).toEqual(ends.toSorted());
    const { body } = await api<{ weeks: Week[] }>('GET', '/domains/expiries?weeks=52');
    const { starts_at, ends_at } = body.weeks.find((week) => week.by_itself > 0) ?? { starts_at: '', ends_at: '' };
    const ofWeek = await everyPage(`expires_after=${starts_at}&expires_before=${ends_at}&limit=100`);
    expect(ofWeek.length).toBeGreaterThan(0);
    expect(ofWeek.every(({ expires_at = '' }) => starts_at <= expires_at && expires_at < ends_at)).toBe(true);
  });

  it("answers 200: nothing of another organization's", async () => {
    const { key: stranger } = await newOrganization('domains.read');
    expect(await list('', stranger)).toEqual({ data: [], next_cursor: null });
    expect((await list(`url=${domains[0]?.url}`, stranger)).data).toEqual([]);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=1.5', 'limit'],
    ['ssl_status=broken', 'ssl_status'],
    ['expires_within=-1', 'expires_within'],
    ['server_id=abc', 'server_id'],
    ['cursor=made-up', 'cursor'],
    ['colour=red', 'colour'],
    ['limit=1&limit=2', 'limit'],
  ])('answers 422: %s', async (query, field) => {
    const { status, body } = await call('GET', `/domains?${query}`);
    expect([status, Object.keys((body.error.details?.errors ?? {}) as object)]).toEqual([422, [field]]);
  });

  it('answers 422: the cursor of another list', async () => {
    const { next_cursor } = await list('limit=1', key);
    expect((await call('GET', `/domains?dns_status=pending&cursor=${next_cursor}`, undefined, key)).status).toBe(422);
    const { key: stranger } = await newOrganization('domains.read');
    expect((await call('GET', `/domains?cursor=${next_cursor}`, undefined, stranger)).status).toBe(422);
  });
});

describe('POST /domains/bulk', () => {
  it('answers 201: each on its own, in order, the second of two equal names failing', async () => {
    const url = newHostname('bulk');
    const items = [
      { url, server_id: 1 },
      { url: 'customer.test', server_id: 1 },
      { url, server_id: 1 },
    ];
    const { status, body } = await api<{ data: Record<string, unknown>[]; summary: object }>('POST', '/domains/bulk', {
      body: { domains: items },
    });
    expect([status, body.summary]).toEqual([201, { created: 1, failed: 2 }]);
    expect(body.data).toMatchObject([
      { index: 0, status: 'created', domain: { url } },
      { index: 1, status: 'error', error: { code: 'validation_error' } },
      { index: 2, status: 'error', error: { code: 'validation_error' } },
    ]);
  });

  it('answers 201: a hundred, before API Gateway would give up', async () => {
    const domains = Array.from({ length: 100 }, () => ({ url: newHostname('hundred'), server_id: 1 }));
    const startedAt = performance.now();
    const { status, body } = await api<{ summary: object }>('POST', '/domains/bulk', { body: { domains } });
    expect([status, body.summary]).toEqual([201, { created: 100, failed: 0 }]);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(25);
  });

  it('answers 422: when none could be created, naming every field by its path', async () => {
    const { status, body } = await call('POST', '/domains/bulk', { domains: [{ url: 'x', server_id: 1 }, { server_id: 0 }] });
    expect(status).toBe(422);
    expect(Object.keys(Object(body.error.details?.errors))).toEqual(
      expect.arrayContaining(['domains[0].url', 'domains[1].url', 'domains[1].server_id']),
    );
    expect(body.error.details?.items).toHaveLength(2);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => ({ url: 'a.customer.test', server_id: 1 }))], [{}], [null]])(
    'answers 422: `domains` must be an array of 1 to 100: %#',
    async (domains) => {
      expect((await call('POST', '/domains/bulk', { domains })).status).toBe(422);
    },
  );
});

describe('GET /domains/{id}/events', () => {
  it('answers 200: what happened and who did it, newest first', async () => {
    const key = await newKey('domains.read,domains.write');
    const { id } = await createDomain(newHostname('told'), 1, key);
    await call('PATCH', `/domains/${id}`, { metadata: { a: 'b' } }, key);
    const { status, body } = await api<Page<{ type: string; actor: object }>>('GET', `/domains/${id}/events`);
    expect(status).toBe(200);
    expect(body.data.at(-1)).toMatchObject({ type: 'domain.created', actor: { type: 'api_key', key_id: key.api_key_id } });
    expect(body.data.map(({ type }) => type)).toContain('domain.updated');
  });
});

describe('403 and 404', () => {
  const operations = [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/check'],
    ['POST', '/retry'],
    ['POST', '/renew'],
    ['GET', '/events'],
  ] as const;
  const bodyOf = (method: string) => (method === 'PATCH' ? { send_notifications: false } : undefined);

  let foreign: DomainResource;
  let stranger: Key;
  let powerless: Key;
  beforeAll(async () => {
    foreign = await createDomain(newHostname('foreign'));
    stranger = (await newOrganization('domains.read,domains.check,domains.write')).key;
    powerless = await newKey('webhooks.read');
  });

  it.each(operations)('%s /domains/{id}%s is 404 for another organization, with the id it named', async (method, path) => {
    const { id } = foreign;
    const answer = await call(method, `/domains/${id}${path}`, bodyOf(method), stranger);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_not_found', details: { domain_id: id } } } });
  });

  it.each(operations)('%s /domains/{id}%s is 403 for a key without the permission', async (method, path) => {
    const answer = await call(method, `/domains/1${path}`, bodyOf(method), powerless);
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficient_permissions' } } });
  });
});
