import { describe, expect, it } from 'vitest';
import { MAX_KEYS } from '../../../../contract/api/limits.ts';
import { PERMISSIONS } from '../../../../contract/api/operations.ts';
import { KeyPage, KeyResource, KeyWithSecret } from '../../../../lambdas/api/keys/key-resource.schema.ts';
import { HOUR, iso, later, SECOND } from '../../a-domain.ts';
import { COUNTED, clock, itemsUnder, KEPT, log, meanwhile, pair, wholeRequests } from '../api-caller.ts';
import { another, ask, holdKeys } from './keys-api.ts';

const wanted = { name: 'ci', permissions: ['domains.read'] };
const K = another('K');
const own = { id: pair.keyId, secret: pair.secret };
const audited = (items: ReturnType<typeof holdKeys>) => itemsUnder(items, 'AUDIT#').map(({ action }) => action);

describe('201: a created key', () => {
  it('is let in with the secret of this answer, and may do what was said', async () => {
    holdKeys({});
    const { status, json } = await ask('POST', '/keys', { ...wanted, expires_at: '2027-01-01T00:00:00Z' });
    expect(status).toBe(201);
    expect(KeyWithSecret.parse(json)).toMatchObject({ ...wanted, created_at: iso(0), expires_at: '2027-01-01T00:00:00.000Z' });
    const { json: seen } = await ask('GET', '/organization', undefined, { by: json });
    expect(seen.key).toEqual({ id: json.id, ...wanted });
  });

  it('is on the audit record without its secret, as everywhere', async () => {
    const items = holdKeys({});
    const { json } = await ask('POST', '/keys', wanted);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({
        action: 'api_key.created',
        resource: { type: 'api_key', id: json.id },
        actor: expect.objectContaining({ type: 'api_key', keyId: pair.keyId, requestId: 'req_1', sourceIp: '192.0.2.1' }),
        after: wanted,
      }),
    ]);
    expect(JSON.stringify([[...items.values()], log.mock.calls])).not.toContain(json.secret);
  });

  it('has the limit of its organization, not that of the key that made it', async () => {
    const items = holdKeys({ requestsPerMinute: 7 });
    const { json } = await ask('POST', '/keys', wanted);
    expect(items.get(`KEY#${json.id}|KEY`)).not.toHaveProperty('requestsPerMinute');
  });

  it('is not answered to another key with the same Idempotency-Key', async () => {
    holdKeys({}, K);
    const first = await ask('POST', '/keys', wanted, { once: 'a' });
    const theirs = await ask('POST', '/keys', wanted, { once: 'a', by: K });
    expect(theirs.status).toBe(201);
    expect(theirs.json.secret).not.toBe(first.json.secret);
  });
});

describe('a key that makes keys', () => {
  const weak = { permissions: ['keys.write' as const, 'domains.read' as const] };

  it.each(PERMISSIONS.filter((name) => name !== 'keys.write' && name !== 'domains.read'))(
    'and lacks %s gives it to none, neither by a new key nor by the secret of one that has it, and revokes none that has it',
    async (permission) => {
      const items = holdKeys(weak, another('K', { permissions: [permission] }));
      const refused = [
        await ask('POST', '/keys', { name: 'more', permissions: ['domains.read', permission] }),
        await ask('PATCH', `/keys/${K.id}`, { name: 'other' }),
        await ask('POST', `/keys/${K.id}/rotate`),
        await ask('DELETE', `/keys/${K.id}`),
      ];
      const details = { required_permission: permission, api_key_permissions: weak.permissions };
      for (const { status, json } of refused) expect([status, json.error.details]).toEqual([403, details]);
      expect(audited(items)).toEqual([]);
    },
  );

  it('and is refused for a permission is refused again when it has it, not by an answer that was kept', async () => {
    const items = holdKeys(weak);
    const asked = { name: 'more', permissions: ['servers.write'] };
    expect((await ask('POST', '/keys', asked, { once: 'a' })).status).toBe(403);
    items.set(`KEY#${pair.keyId}|KEY`, { ...items.get(`KEY#${pair.keyId}|KEY`), permissions: [...PERMISSIONS] });
    expect((await ask('POST', '/keys', asked, { once: 'a' })).status).toBe(201);
  });

  it('and ends makes none that lasts longer, and gets the secret of none', async () => {
    const items = holdKeys({ expiresAt: iso(HOUR) }, K, another('S', { expiresAt: iso(HOUR / 2) }));
    expect((await ask('POST', '/keys', wanted)).json.expires_at).toBe(iso(HOUR));
    const longer = await ask('POST', '/keys', { ...wanted, expires_at: iso(HOUR + 1000) });
    expect([longer.status, longer.json.error.details.errors]).toEqual([
      422,
      { expires_at: [expect.stringContaining(iso(HOUR))] },
    ]);
    expect((await ask('POST', `/keys/${K.id}/rotate`)).status).toBe(409);
    expect((await ask('DELETE', `/keys/${K.id}`)).status).toBe(409);
    expect((await ask('POST', `/keys/${another('S').id}/rotate`)).status).toBe(200);
    expect(audited(items)).toEqual(['api_key.created', 'api_key.rotated']);
  });

  it('changes nothing with a secret that was replaced, and lists', async () => {
    const items = holdKeys({}, K);
    const rotated = await ask('POST', `/keys/${own.id}/rotate`, { overlap_hours: 1 });
    expect((await ask('GET', '/keys')).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/keys', wanted],
      ['PATCH', `/keys/${K.id}`, { name: 'other' }],
      ['POST', `/keys/${own.id}/rotate`],
      ['DELETE', `/keys/${K.id}`],
    ] as const)
      expect((await ask(method, path, body)).status).toBe(409);
    expect((await ask('POST', '/keys', wanted, { by: rotated.json })).status).toBe(201);
    expect(audited(items)).toEqual(['api_key.rotated', 'api_key.created']);
  });

  it('makes no more than a hundred that are in force', async () => {
    const many = Array.from({ length: MAX_KEYS - 1 }, (_, n) => another(String.fromCharCode(65 + (n % 26)), {}).items);
    const links = many.map(([, link], n) => ({ ...link, sk: `KEY#${n}`, keyId: `${n}` }));
    const items = holdKeys({}, { items: links });
    const { status, json } = await ask('POST', '/keys', wanted);
    expect([status, json.error.details]).toEqual([422, { resource: 'api_keys', limit: MAX_KEYS, used: MAX_KEYS }]);
    items.set('ORG#org_A|KEY#1', { ...items.get('ORG#org_A|KEY#1'), revokedAt: iso(0) });
    expect((await ask('POST', '/keys', wanted)).status).toBe(201);
  });
});

describe('the hundred keys of an organization', () => {
  const COUNTS = 'ORG#org_A|COUNTS';
  const count = (items: ReturnType<typeof holdKeys>) => items.get(COUNTS)?.api_keys;
  const holding = (api_keys: number) => holdKeys({}, K, { items: [{ pk: 'ORG#org_A', sk: 'COUNTS', api_keys }] });

  it('are counted where each is made and revoked, from the rows on where nobody has counted yet', async () => {
    const items = holdKeys({}, K);
    expect((await ask('POST', '/keys', wanted)).status).toBe(201);
    expect(count(items)).toBe(3);
    expect((await ask('DELETE', `/keys/${K.id}`)).status).toBe(200);
    expect(count(items)).toBe(2);
  });

  it('are not exceeded by one that others have taken since they were read', async () => {
    const items = holding(MAX_KEYS - 1);
    meanwhile(() => items.set(COUNTS, { ...items.get(COUNTS), api_keys: MAX_KEYS }));
    const { status, json } = await ask('POST', '/keys', wanted);
    expect([status, json.error.details]).toEqual([422, { resource: 'api_keys', limit: MAX_KEYS, used: MAX_KEYS }]);
    expect(audited(items)).toEqual([]);
  });

  it('are given back by one that is revoked where nobody has counted yet: the next creation counts the rows', async () => {
    const items = holdKeys({}, K);
    expect((await ask('DELETE', `/keys/${K.id}`)).status).toBe(200);
    expect(count(items)).toBeUndefined();
  });
});

describe('a key that was revoked while it', () => {
  const revoked = (items: ReturnType<typeof holdKeys>) => () =>
    items.set(`KEY#${pair.keyId}|KEY`, { ...items.get(`KEY#${pair.keyId}|KEY`), revokedAt: iso(0) });

  it.each([
    ['makes a key', 'POST', '/keys', wanted],
    ['changes another', 'PATCH', `/keys/${K.id}`, { name: 'other' }],
    ['rotates another', 'POST', `/keys/${K.id}/rotate`, {}],
    ['rotates itself', 'POST', `/keys/${own.id}/rotate`, {}],
    ['revokes another', 'DELETE', `/keys/${K.id}`, undefined],
  ])('%s has done nothing', async (_, method, path, body) => {
    const items = holdKeys({}, K);
    meanwhile(revoked(items));
    expect((await ask(method, path, body)).status).toBe(401);
    expect(audited(items)).toEqual([]);
  });
});

describe('200: the list of keys', () => {
  it('has what is in force, newest first and without secrets', async () => {
    const old = another('O', { createdAt: iso(-HOUR) });
    holdKeys({}, old, another('R', { revokedAt: iso(-1) }), another('Z', { createdAt: iso(-2 * HOUR), expiresAt: iso(HOUR) }));
    const { status, json } = await ask('GET', '/keys');
    expect(status).toBe(200);
    expect(KeyPage.parse(json).data.map(({ name }) => name)).toEqual(['first', 'key O', 'key Z']);
    expect(JSON.stringify(json)).not.toContain('ecret');
  });

  it('says when each was last used and from where, which costs no write beside the count of its requests', async () => {
    holdKeys({}, K);
    clock.now = later(59 * SECOND);
    for (let times = 0; times < 3; times += 1) await ask('GET', '/organization', undefined, { by: K });
    const ofEach = [`UpdateItem KEY#${K.id} KEY`, COUNTED[1], 'Query ORG#org_A'];
    expect(wholeRequests()).toEqual([...ofEach, ...ofEach, ...ofEach]);
    const { json } = await ask('GET', '/keys');
    expect(json.data.find(({ id }: { id: string }) => id === K.id)).toMatchObject({
      ...{ last_used_at: iso(59 * SECOND), last_used_from: '192.0.2.1' },
    });
  });
});

describe('200: a rotated key', () => {
  it('has a new secret, and is let in with the former one until the overlap ends', async () => {
    holdKeys({}, K);
    const { json } = await ask('POST', `/keys/${K.id}/rotate`, { overlap_hours: 2 });
    expect(KeyWithSecret.parse(json)).toMatchObject({ id: K.id, previous_secret_ends_at: iso(2 * HOUR) });
    const letIn = async () =>
      [json, K].map(async (by) => (await ask('GET', '/organization', undefined, { by: { id: K.id, secret: by.secret } })).status);
    expect(await Promise.all(await letIn())).toEqual([200, 200]);
    clock.now = later(2 * HOUR);
    expect(await Promise.all(await letIn())).toEqual([200, 401]);
  });

  it('is let in with the former secret no more where there is no overlap', async () => {
    holdKeys({}, K);
    await ask('POST', `/keys/${K.id}/rotate`, { overlap_hours: 0 });
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(401);
  });

  it('is rotated with an overlap of a day, where none is named, and of at most a week', async () => {
    holdKeys({}, K);
    expect((await ask('POST', `/keys/${K.id}/rotate`)).json.previous_secret_ends_at).toBe(iso(24 * HOUR));
    expect((await ask('POST', `/keys/${K.id}/rotate`, { overlap_hours: 169 })).status).toBe(422);
    expect((await ask('POST', `/keys/${K.id}/rotate`, { overlap_hours: -1 })).status).toBe(422);
  });

  it('may be the one that asks, and a lost answer is fetched with the former secret', async () => {
    holdKeys({});
    const rotateItself = (hours: number) => ask('POST', `/keys/${own.id}/rotate`, { overlap_hours: hours }, { once: `${hours}` });
    expect((await rotateItself(0)).json.error.details.errors).toEqual({ overlap_hours: [expect.stringMatching(/at least 1/)] });
    const [lost, fetched] = [await rotateItself(1), await rotateItself(1)];
    expect([fetched.status, fetched.json]).toEqual([200, lost.json]);
    expect((await ask('GET', '/organization', undefined, { by: fetched.json })).status).toBe(200);
  });

  it('is on the audit record, and its secrets are nowhere', async () => {
    const items = holdKeys({}, K);
    const { json } = await ask('POST', `/keys/${K.id}/rotate`);
    expect(audited(items)).toEqual(['api_key.rotated']);
    const stored = JSON.stringify([[...items.values()], log.mock.calls]);
    for (const secret of [json.secret, K.secret]) expect(stored).not.toContain(secret);
  });

  it('is refused when it has expired', async () => {
    const items = holdKeys({}, another('K', { expiresAt: iso(0) }));
    expect((await ask('POST', `/keys/${K.id}/rotate`)).status).toBe(409);
    expect(audited(items)).toEqual([]);
  });
});

describe('200: a revoked key', () => {
  it('is refused at its next request, and no longer listed or found', async () => {
    const items = holdKeys({}, K);
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(200);
    expect((await ask('DELETE', `/keys/${K.id}`)).json).toEqual({ id: K.id, deleted: true });
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(401);
    expect((await ask('GET', '/keys')).json.data.map(({ id }: { id: string }) => id)).toEqual([own.id]);
    expect((await ask('DELETE', `/keys/${K.id}`)).status).toBe(404);
    expect((await ask('POST', `/keys/${K.id}/rotate`)).status).toBe(404);
    expect(itemsUnder(items, 'AUDIT#')).toEqual([
      expect.objectContaining({ action: 'api_key.revoked', before: expect.objectContaining({ name: 'key K' }) }),
    ]);
  });

  it('is not the one that asks: of two that revoke each other one stays', async () => {
    const items = holdKeys({}, K);
    expect((await ask('DELETE', `/keys/${own.id}`)).status).toBe(409);
    const both = await Promise.all([ask('DELETE', `/keys/${K.id}`), ask('DELETE', `/keys/${own.id}`, undefined, { by: K })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(audited(items)).toEqual(['api_key.revoked']);
  });
});

describe('404: a key', () => {
  it('whose id is none is not looked for: DynamoDB limits a partition key to 2,048 bytes', async () => {
    holdKeys({});
    for (const [method, path] of [
      ['POST', '/rotate'],
      ['DELETE', ''],
    ] as const) {
      const { status, json } = await ask(method, `/keys/${'x'.repeat(3000)}${path}`);
      expect([status, json.error]).toEqual([404, { code: 'resource_not_found', message: 'There is no such API key.' }]);
    }
    expect(wholeRequests()).toEqual([...COUNTED, KEPT, ...COUNTED, KEPT]);
  });
});

describe('422: a key', () => {
  it.each([
    [{ permissions: ['domains.read'] }, 'name'],
    [{ ...wanted, name: ' ' }, 'name'],
    [{ ...wanted, name: 'x'.repeat(101) }, 'name'],
    [{ ...wanted, permissions: [] }, 'permissions'],
    [{ ...wanted, permissions: ['domains.read', 'members.write'] }, 'permissions[1]'],
    [{ ...wanted, expires_at: iso(0) }, 'expires_at'],
    [{ ...wanted, expires_at: 'tomorrow' }, 'expires_at'],
    [{ ...wanted, secret: 'sk_live_mine' }, 'secret'],
  ])('is not made from %j', async (body, field) => {
    const items = holdKeys({});
    const { status, json } = await ask('POST', '/keys', body);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(audited(items)).toEqual([]);
  });

  it('names a permission twice and has it once', async () => {
    holdKeys({});
    const { json } = await ask('POST', '/keys', { ...wanted, permissions: ['domains.read', 'domains.read'] });
    expect(json.permissions).toEqual(['domains.read']);
    expect(KeyResource.safeParse(json).success).toBe(false); // the answer contains the secret
  });
});
