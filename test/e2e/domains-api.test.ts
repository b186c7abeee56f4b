import { beforeAll, describe, expect, it } from 'vitest';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import {
  api,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  type Key,
  newHostname,
  until,
} from './cloud.ts';
import { enrolledMachine } from './enrolled-machine.ts';
import { admin, newKey, newOrganization } from './operator.ts';
import { served } from './served.ts';

interface Page<Item = DomainResource> {
  data: Item[];
  next_cursor: string | null;
}
interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}
const call = (method: string, path: string, body?: unknown, key?: Key) =>
  api<Refusal & DomainResource>(method, path, { ...(body !== undefined && { body }), ...(key && { key }) });
const list = async (query: string, key?: Key) => (await api<Page>('GET', `/domains?${query}`, key && { key })).body;

/** The index behind a list lags a moment. */
async function listed(query: string, key: Key, isThere: (ids: number[]) => boolean): Promise<number[]> {
  for (let tries = 0; ; tries += 1) {
    const ids = (await list(query, key)).data.map(({ id }) => id);
    if (isThere(ids) || tries > 50) return ids;
  }
}

describe('GET /domains', () => {
  const domains: DomainResource[] = [];
  let key: Key;

  beforeAll(async () => {
    const made = await newOrganization('domains.read,domains.write');
    key = made.key;
    const limits = ['--requests-per-minute', '10000', '--requests-per-hour', '100000'];
    await admin('set-limits', '--organization', made.organizationId, ...limits);
    for (let n = 0; n < 5; n += 1) domains.push(await createDomain(newHostname(`listed${n}`), n < 3 ? 1 : 2, key));
  });

  it('200: all of them, newest first, page after page without a gap or a repeat', async () => {
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

  it('200: by each exact filter', async () => {
    const of = (server: number) => domains.filter(({ server_id }) => server_id === server).map(({ id }) => id);
    expect((await listed('server_id=2', key, (ids) => ids.length === 2)).toSorted()).toEqual(of(2).toSorted());
    expect((await list('ssl_status=pending&dns_status=pending&server_id=1', key)).data).toHaveLength(3);
    expect((await list('ssl_status=active', key)).data).toEqual([]);
    expect((await list('expires_within=3650', key)).data).toEqual([]);
    expect((await list(`url=${domains[0]?.url}`, key)).data).toMatchObject([{ id: domains[0]?.id }]);
    expect((await list('url_prefix=listed3', key)).data).toMatchObject([{ id: domains[3]?.id }]);
  });

  it('200: an active one by its expiry, soonest first', async () => {
    const { id } = await createWithCname('expiring');
    await until(id, isActive);
    const found = await listed('expires_within=3650&ssl_status=active', connection, (ids) => ids.includes(id));
    expect(found).toContain(id);
    const { data } = await list('expires_within=3650&limit=100');
    const ends = data.map(({ expires_at }) => expires_at ?? '');
    expect(ends).toEqual(ends.toSorted());
  });

  it("200: nothing of another organization's", async () => {
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
  ])('422: %s', async (query, field) => {
    const { status, body } = await call('GET', `/domains?${query}`);
    expect([status, Object.keys((body.error.details?.errors ?? {}) as object)]).toEqual([422, [field]]);
  });

  it('422: the cursor of another list', async () => {
    const { next_cursor } = await list('limit=1', key);
    expect((await call('GET', `/domains?dns_status=pending&cursor=${next_cursor}`, undefined, key)).status).toBe(422);
    const { key: stranger } = await newOrganization('domains.read');
    expect((await call('GET', `/domains?cursor=${next_cursor}`, undefined, stranger)).status).toBe(422);
  });
});

describe('POST /domains/bulk', () => {
  it('201: each on its own, in order, the second of two equal names failing', async () => {
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

  it('201: a hundred, before API Gateway would give up', async () => {
    const domains = Array.from({ length: 100 }, () => ({ url: newHostname('hundred'), server_id: 1 }));
    const startedAt = performance.now();
    const { status, body } = await api<{ summary: object }>('POST', '/domains/bulk', { body: { domains } });
    expect([status, body.summary]).toEqual([201, { created: 100, failed: 0 }]);
    expect((performance.now() - startedAt) / 1000).toBeLessThan(25);
  });

  it('422: when none could be created, naming every field by its path', async () => {
    const { status, body } = await call('POST', '/domains/bulk', { domains: [{ url: 'x', server_id: 1 }, { server_id: 0 }] });
    expect(status).toBe(422);
    expect(Object.keys(Object(body.error.details?.errors))).toEqual(
      expect.arrayContaining(['domains[0].url', 'domains[1].url', 'domains[1].server_id']),
    );
    expect(body.error.details?.items).toHaveLength(2);
  });

  it.each([[[]], [Array.from({ length: 101 }, () => ({ url: 'a.customer.test', server_id: 1 }))], [{}], [null]])(
    '422: `domains` must be an array of 1 to 100: %#',
    async (domains) => {
      expect((await call('POST', '/domains/bulk', { domains })).status).toBe(422);
    },
  );
});

describe('PATCH /domains/{id}', () => {
  it('200: metadata is merged, a null removes its key, and nothing else changes', async () => {
    const { id } = await createDomain(newHostname('patched'));
    await call('PATCH', `/domains/${id}`, { metadata: { plan: 'a', colour: 'red' } });
    const { status, body } = await call('PATCH', `/domains/${id}`, {
      metadata: { plan: 'b', colour: null },
      send_notifications: false,
    });
    expect([status, body.metadata, body.send_notifications]).toEqual([200, { plan: 'b' }, false]);
  });

  it('200: a new server serves first, and only then the old one lets go', async () => {
    const { id, url } = await createWithCname('moving');
    await until(id, isActive);
    const target = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name: 'Second' } });
    expect(target.status).toBe(201);
    const moved = await call('PATCH', `/domains/${id}`, { server_id: target.body.id });
    expect(moved.body).toMatchObject({
      server_id: target.body.id,
      cname_target: target.body.cname_target,
      ssl_status: 'active',
      move: { from_server_id: connection.server_id },
    });
    // Both servers are one Caddy here: what is served under the new label proves nothing until a machine of that server shows it.
    const unproven = await until(id, diagnosedAs('server_not_connected'));
    expect(unproven.move?.state).toBe('installing');
    const { service } = await enrolledMachine(target.body.id);
    const given = await service.certificates(undefined);
    const change = given.kind === 'answered' ? given.body.changes.find(({ hostname }) => hostname === url) : undefined;
    const fingerprint = change?.state === 'present' ? change.fingerprint_sha256 : '';
    expect(fingerprint).toBe(moved.body.certificate?.fingerprint_sha256);
    await service.report([{ hostname: url, fingerprint_sha256: fingerprint }]);
    const waiting = await until(id, ({ move }) => move?.state === 'awaiting_dns');
    expect(waiting.ssl_status).toBe('active');
    expect((await served(url)).status).toBe(200);
    await dns.set(url, 'CNAME', [target.body.cname_target]);
    const settled = await until(id, (domain) => domain.move === undefined && domain.diagnosis.code === 'ok');
    expect(settled).toMatchObject({ ssl_status: 'active', dns_status: 'validated' });
    const deleted = await call('DELETE', `/servers/${target.body.id}`);
    expect([deleted.status, deleted.body.error.code]).toEqual([409, 'conflict']);
  });

  it.each([
    [{}],
    [{ url: 'other.customer.test' }],
    [{ server_id: '1' }],
    [{ metadata: { ['x'.repeat(41)]: 'y' } }],
    [{ nonsense: 1 }],
    [{ send_notifications: null }],
  ])('422: %j', async (body) => {
    const { id } = await createDomain(newHostname('refused'));
    expect(await call('PATCH', `/domains/${id}`, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error' } },
    });
  });
});

describe('DELETE /domains/{id}', () => {
  it('200: it is gone at once, its certificate soon, and its name can be used again', async () => {
    const { id, url } = await createWithCname('deleted');
    await until(id, isActive);
    const { status, body } = await call('DELETE', `/domains/${id}`);
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect((await call('GET', `/domains/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/domains/${id}`)).status).toBe(404);
    const again = await createDomain(url);
    expect(again.id).not.toBe(id);
    await until(again.id, isActive, 60);
    expect((await served(url)).status).toBe(200);
  });

  it('200: in the middle of an issuance, and nothing comes back', async () => {
    const { id } = await createWithCname('halfway');
    await call('DELETE', `/domains/${id}`);
    expect((await call('GET', `/domains/${id}`)).status).toBe(404);
    expect((await call('GET', `/domains/${id}/events`)).status).toBe(404);
  });
});

describe('POST /domains/{id}/check', () => {
  it('200: sees a new CNAME at once; 429 for ten seconds after that', async () => {
    const { id, url } = await createDomain(newHostname('checked'));
    await until(id, diagnosedAs('cname_not_found'));
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const { status, body } = await call('POST', `/domains/${id}/check`);
    expect([status, body.dns_status]).toEqual([200, 'validated']);
    const again = await call('POST', `/domains/${id}/check`);
    expect([again.status, again.body.error.details]).toMatchObject([429, { limit: 1, remaining: 0 }]);
    await until(id, isActive);
  });
});

describe('POST /domains/{id}/retry', () => {
  it('409: while there is nothing to be retried, saying when there is', async () => {
    const { id } = await createDomain(newHostname('fresh'));
    const { status, body } = await call('POST', `/domains/${id}/retry`);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toMatch(/error/);
  });

  it('200: starts over in place after the time-out of DNS, and gets to HTTPS', async () => {
    const { id, url } = await createDomain(newHostname('late'));
    await until(id, ({ dns_status }) => dns_status === 'error', 90);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const { status, body } = await call('POST', `/domains/${id}/retry`);
    expect([status, body.id, body.dns_status, body.ssl_status]).toEqual([200, id, 'pending', 'pending']);
    expect(body).not.toHaveProperty('error');
    await until(id, isActive);
  });
});

describe('POST /domains/{id}/renew', () => {
  it('409: before it is active; 200: with a new certificate, served all the while; 429: a second time in a day', async () => {
    const { id, url } = await createWithCname('renewed');
    expect((await call('POST', `/domains/${id}/renew`)).status).toBe(409);
    const before = await until(id, isActive);
    const { status, body } = await call('POST', `/domains/${id}/renew`);
    expect([status, body.ssl_status]).toEqual([200, 'active']);
    const serial = before.certificate?.serial_number;
    const after = await until(id, ({ certificate }) => certificate?.serial_number !== serial, 60);
    expect(isActive(after)).toBe(true);
    expect(Date.parse(after.last_renewed ?? '')).toBeGreaterThan(Date.parse(before.last_renewed ?? ''));
    expect((await served(url)).fingerprintSha256).toBe(after.certificate?.fingerprint_sha256);
    expect((await call('POST', `/domains/${id}/renew`)).status).toBe(429);
  });
});

describe('GET /domains/{id}/events', () => {
  it('200: what happened and who did it, newest first', async () => {
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

  it.each(operations)('%s %s is 404 for another organization, with the id it named', async (method, path) => {
    const { key } = await newOrganization('domains.read,domains.write');
    const { id } = await createDomain(newHostname('foreign'));
    const answer = await call(method, `/domains/${id}${path}`, bodyOf(method), key);
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'resource_not_found', details: { domain_id: id } } } });
  });

  it.each(operations)('%s %s is 403 for a key without the permission', async (method, path) => {
    const answer = await call(method, `/domains/1${path}`, bodyOf(method), await newKey('webhooks.read'));
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'insufficient_permissions' } } });
  });
});
