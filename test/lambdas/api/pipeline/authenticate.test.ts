import { beforeEach, describe, expect, it } from 'vitest';
import { getDomain } from '../../../../lambdas/api/domains/get-domain.ts';
import { composeKey, hashSecret, newSecretFor } from '../../../../lambdas/model/accounts/api-key.ts';
import { ServiceSecret } from '../../../../lambdas/shared/secrets/service-secret.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso } from '../../a-domain.ts';
import {
  apiCaller,
  COUNTED,
  clock,
  DOMAIN_ID,
  dynamo,
  itemOf,
  keyItem,
  opened,
  pair,
  serviceSecret,
  tableHolds,
  wholeRequests,
} from '../api-caller.ts';

const call = apiCaller(opened([getDomain]));
const get = (headers: Record<string, string> = {}) => call({ method: 'GET', path: `/api/domains/${DOMAIN_ID}`, headers });
const domain = itemOf(aDomain('awaiting-dns'));
const body = { error: { code: 'invalid_api_key', message: expect.any(String) } };
const newer = newSecretFor(pair.keyId, 'c'.repeat(43), serviceSecret);
const rotated = (endsAt: string) =>
  keyItem({ secretSha256: hashSecret(newer), previousSecretSha256: hashSecret(pair.secret), previousSecretEndsAt: endsAt });

beforeEach(() => {
  tableHolds(domain);
});

describe('401: a malformed key never reaches the table', () => {
  const otherPepper = ServiceSecret.fromJson(JSON.stringify({ 1: 'y'.repeat(64) }));
  const forged = composeKey('live', 'a'.repeat(22), 'b'.repeat(43), otherPepper);
  it.each([
    ['no secret', { 'x-api-key': '' }],
    ['no key id', { 'x-api-key-id': '' }],
    ['neither', { 'x-api-key-id': '', 'x-api-key': '' }],
    ['a malformed secret', { 'x-api-key': 'sk_live_short' }],
    ['a mistyped secret', { 'x-api-key': pair.secret.replace('bb', 'bc') }],
    ['a mistyped key id', { 'x-api-key-id': pair.keyId.replace('aaa', 'aab') }],
    ['a secret signed with another pepper', { 'x-api-key': forged.secret }],
    ['a test secret for a live key id', { 'x-api-key': pair.secret.replace('live', 'test') }],
    ['the headers the wrong way round', { 'x-api-key': pair.keyId, 'x-api-key-id': pair.secret }],
    ['both headers twice', { 'x-api-key': `${pair.secret},${pair.secret}` }],
    ['white space', { 'x-api-key': ` ${pair.secret}` }],
    ['something very long', { 'x-api-key': 'x'.repeat(100_000) }],
  ])('gets the same answer as any other: %s', async (_, headers) => {
    expect(await get(headers)).toMatchObject({ status: 401, json: body });
    expect(wholeRequests()).toEqual([]);
  });
});

describe('401: a well-formed key that is not valid takes one request', () => {
  it.each([
    ['unknown', undefined, pair.secret],
    ['with another secret', keyItem({ secretSha256: 'ab'.repeat(32) }), pair.secret],
    ['revoked', keyItem({ revokedAt: iso(-1) }), pair.secret],
    ['expired, with another secret', keyItem({ expiresAt: iso(0), secretSha256: 'ab'.repeat(32) }), pair.secret],
    ['expired and revoked', keyItem({ expiresAt: iso(0), revokedAt: iso(-1) }), pair.secret],
    ['rotated out this moment', rotated(iso(0)), pair.secret],
    ['whose minute is over', keyItem({ secretSha256: 'ab'.repeat(32), countedMinute: '2026-06-01T11:59' }), pair.secret],
    ['whose minute is full', keyItem({ secretSha256: 'ab'.repeat(32), requestsInMinute: 100 }), pair.secret],
    ['revoked, with the secret of before its rotation', { ...rotated(iso(60_000)), revokedAt: iso(-1) }, pair.secret],
    ['the newer secret, before it was made', keyItem(), newer],
  ])('and gets the same answer as any other: %s', async (_, key, secret) => {
    const missing = await get({ 'x-api-key': '' });
    const items = tableHolds(domain, ...(key ? [key] : []));
    const keyAt = `${keys.apiKey(pair.keyId).pk}|KEY`;
    if (!key) items.delete(keyAt);
    const before = items.get(keyAt);
    const refused = await get({ 'x-api-key': secret });
    expect([refused.status, refused.json]).toEqual([401, missing.json]);
    expect(refused.headers).toEqual(missing.headers);
    expect(Object.keys(refused.headers).some((name) => name.startsWith('x-ratelimit'))).toBe(false);
    expect(wholeRequests()).toEqual([COUNTED[0]]);
    expect(items.get(keyAt)).toEqual(before);
  });
});

describe('401: an expired key', () => {
  it.each([
    ['its own', {}],
    ['that of before a rotation, in its overlap', rotated(iso(60_000))],
  ])('says since when to whoever has its secret, by one request that changes nothing: %s', async (_, changes) => {
    const items = tableHolds(domain, { ...keyItem({ expiresAt: iso(0) }), ...changes, expiresAt: iso(0) });
    const before = new Map(items);
    const { status, json } = await get();
    expect([status, json.error.code]).toEqual([401, 'invalid_api_key']);
    expect(json.error.message).toContain(`expired at ${iso(0)}`);
    expect(wholeRequests()).toEqual([COUNTED[0]]);
    expect(new Map(items)).toEqual(before);
  });
});

describe('a valid key', () => {
  it.each([
    ['about to expire', keyItem({ expiresAt: iso(1) }), pair.secret],
    ['with the former secret, in the overlap', rotated(iso(1)), pair.secret],
    ['with the new secret', rotated(iso(1)), newer],
    ['with the former secret at the turn of a minute', { ...rotated(iso(1)), countedMinute: '2026-06-01T11:59' }, pair.secret],
  ])('is accepted: %s', async (_, key, secret) => {
    tableHolds(domain, key);
    expect((await get({ 'x-api-key': secret })).status).toBe(200);
  });

  it('stores when it was last used, and from which address', async () => {
    const items = tableHolds(domain);
    clock.now = new Date(iso(5000));
    await get();
    expect(items.get(`${keys.apiKey(pair.keyId).pk}|KEY`)).toMatchObject({
      ...{ lastUsedAt: iso(5000), lastUsedFrom: '192.0.2.1', requestsInMinute: 1 },
    });
  });

  it('is accepted if its secret was signed with an earlier version of the pepper', async () => {
    const both = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64), 2: 'z'.repeat(64) }));
    const { hasOurTag } = await import('../../../../lambdas/model/accounts/api-key.ts');
    expect(hasOurTag(pair, both)).toBe(true);
    expect(hasOurTag(composeKey('live', 'a'.repeat(22), 'b'.repeat(43), both), serviceSecret)).toBe(false);
  });

  it('is never in the log', async () => {
    const { log } = await import('../api-caller.ts');
    dynamo.rejects(new Error('broken'));
    expect((await get()).status).toBe(500);
    expect(JSON.stringify(log.mock.calls)).not.toContain(pair.secret);
  });
});
