import { describe, expect, it } from 'vitest';
import { KeyResource } from '../../../../lambdas/api/keys/key-resource.schema.ts';
import { HOUR, iso, later } from '../../a-domain.ts';
import { clock, itemsUnder, meanwhile, pair, writes } from '../api-caller.ts';
import { another, ask, holdKeys } from './keys-api.ts';

const DAY = 24 * HOUR;
const K = another('K');
const change = (body: unknown, by?: { id: string; secret: string }) => ask('PATCH', `/keys/${K.id}`, body, { ...(by && { by }) });
const itemOf = (items: ReturnType<typeof holdKeys>) => items.get(`KEY#${K.id}|KEY`);
const audited = (items: ReturnType<typeof holdKeys>) => itemsUnder(items, 'AUDIT#');

describe('200: a changed key', () => {
  it('has another name or end, the rest stays, and its audit entry says both', async () => {
    const items = holdKeys({}, K);
    const { status, json } = await change({ name: 'ci', expires_at: '2026-12-31T00:00:00Z' });
    expect([status, KeyResource.parse(json)]).toEqual([200, json]);
    expect(json).toMatchObject({ id: K.id, name: 'ci', expires_at: '2026-12-31T00:00:00.000Z' });
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(200);
    expect(audited(items)).toEqual([
      expect.objectContaining({
        action: 'api_key.updated',
        before: { name: 'key K' },
        after: { name: 'ci', expires_at: '2026-12-31T00:00:00.000Z' },
      }),
    ]);
  });

  it('is as it was, without an entry, where the request says what is so already', async () => {
    const items = holdKeys({}, K);
    expect((await change({ name: 'key K', expires_at: null })).status).toBe(200);
    expect(audited(items)).toEqual([]);
    expect(writes()).toEqual([]);
  });

  it('lasts where expires_at is null, and is let in again when it had expired', async () => {
    holdKeys({}, another('K', { expiresAt: iso(0) }));
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(401);
    expect((await change({ expires_at: null })).json).not.toHaveProperty('expires_at');
    expect((await ask('GET', '/organization', undefined, { by: K })).status).toBe(200);
  });

  it('is due for its next notice, and for none where it lasts or was revoked', async () => {
    const items = holdKeys({}, K);
    const dueAt = async (expires_at: string | null) => {
      expect((await change({ expires_at })).status).toBe(200);
      const { duePk, stepDueAt } = itemOf(items) ?? {};
      return [duePk, stepDueAt];
    };
    expect(await dueAt(iso(40 * DAY))).toEqual(['DUE#KEYS', iso(10 * DAY)]);
    expect(await dueAt(iso(20 * DAY))).toEqual(['DUE#KEYS', iso(13 * DAY)]);
    expect(await dueAt(iso(DAY))).toEqual(['DUE#KEYS', iso(DAY)]);
    expect(await dueAt(null)).toEqual([undefined, undefined]);
    expect((await dueAt(iso(40 * DAY)))[0]).toBe('DUE#KEYS');
    await ask('DELETE', `/keys/${K.id}`);
    expect(itemOf(items)).not.toHaveProperty('stepDueAt');
    expect(itemOf(items)).not.toHaveProperty('duePk');
  });

  it('is read again where somebody has changed it meanwhile, and the audit says what there was then', async () => {
    const items = holdKeys({}, K);
    meanwhile(() => items.set(`KEY#${K.id}|KEY`, { ...itemOf(items), name: 'theirs' }));
    expect((await change({ name: 'ours' })).status).toBe(200);
    expect(audited(items)).toEqual([expect.objectContaining({ before: { name: 'theirs' }, after: { name: 'ours' } })]);
  });
});

describe('a key that ends', () => {
  it('gives none a later end than its own, and changes none that lasts longer', async () => {
    const items = holdKeys({ expiresAt: iso(2 * HOUR) }, another('K', { expiresAt: iso(HOUR) }), another('L'));
    for (const expires_at of [null, iso(3 * HOUR)]) {
      const { status, json } = await change({ expires_at });
      expect([status, Object.keys(json.error.details.errors)]).toEqual([422, ['expires_at']]);
    }
    expect((await ask('PATCH', `/keys/${another('L').id}`, { name: 'other' })).status).toBe(409);
    expect((await ask('PATCH', `/keys/${pair.keyId}`, { expires_at: iso(3 * HOUR) })).status).toBe(422);
    expect(audited(items)).toEqual([]);
    expect((await change({ expires_at: iso(2 * HOUR) })).status).toBe(200);
  });

  it('may end itself sooner', async () => {
    holdKeys({});
    expect((await ask('PATCH', `/keys/${pair.keyId}`, { expires_at: iso(HOUR) })).status).toBe(200);
    clock.now = later(HOUR);
    expect((await ask('GET', '/keys')).status).toBe(401);
  });
});

describe('422: a change of a key', () => {
  it.each([
    [{}, 'body'],
    [{ name: ' ' }, 'name'],
    [{ expires_at: iso(0) }, 'expires_at'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ permissions: ['domains.read'] }, 'permissions'],
    [{ name: 'other', secret: 'mine' }, 'secret'],
  ])('is not made from %j', async (body, field) => {
    const items = holdKeys({}, K);
    const { status, json } = await change(body);
    expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(audited(items)).toEqual([]);
  });
});
