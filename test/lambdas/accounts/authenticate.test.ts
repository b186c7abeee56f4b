import { beforeEach, describe, expect, it } from 'vitest';
import { composeKey } from '../../../lambdas/accounts/api-key.ts';
import { ServiceSecret } from '../../../lambdas/shared/service-secret.ts';
import { aDomain, iso } from '../a-domain.ts';
import { call, DOMAIN_ID, dynamo, keyItem, pair, serviceSecret, tableHolds } from '../domains/api-caller.ts';

const domain = { [`DOMAIN#${DOMAIN_ID}`]: aDomain('awaiting-dns') };
const get = (headers: Record<string, string> = {}) => call({ method: 'GET', path: `/api/domains/${DOMAIN_ID}`, headers });
const invalid = { error: { code: 'invalid_api_key', message: expect.any(String) } };

beforeEach(() => tableHolds({ ...keyItem(), ...domain }));

describe('401: a key that cannot be one never reaches the table', () => {
  const forged = composeKey(
    'live',
    'a'.repeat(22),
    'b'.repeat(43),
    ServiceSecret.fromJson(JSON.stringify({ 1: 'y'.repeat(64) })),
  );
  it.each([
    ['no secret', { 'x-api-key': '' }],
    ['no key id', { 'x-api-key-id': '' }],
    ['a malformed secret', { 'x-api-key': 'sk_live_short' }],
    [
      'a mistyped secret',
      { 'x-api-key': `${pair.secret.slice(0, 20)}${pair.secret[20] === 'b' ? 'c' : 'b'}${pair.secret.slice(21)}` },
    ],
    ['a mistyped key id', { 'x-api-key-id': pair.keyId.replace('aaa', 'aab') }],
    ['a secret signed with another pepper', { 'x-api-key': forged.secret }],
    ['a test secret for a live key id', { 'x-api-key': pair.secret.replace('live', 'test') }],
    ['both headers twice', { 'x-api-key': `${pair.secret},${pair.secret}` }],
  ])('%s', async (_, headers) => {
    expect(await get(headers)).toMatchObject({ status: 401, json: invalid });
    expect(dynamo.calls()).toHaveLength(0);
  });
});

describe('401: a well-formed key that does not let in takes one request and one answer', () => {
  it.each([
    ['unknown', {}],
    ['with another secret', keyItem({ secretSha256: 'ab'.repeat(32) })],
    ['revoked', keyItem({ revokedAt: iso(-1) })],
    ['expired', keyItem({ expiresAt: iso(0) })],
  ])('%s', async (_, key) => {
    tableHolds({ ...key, ...domain });
    expect(await get()).toMatchObject({ status: 401, json: invalid });
    expect(dynamo.calls()).toHaveLength(1);
  });

  it('a key about to expire still lets in', async () => {
    tableHolds({ ...keyItem({ expiresAt: iso(1) }), ...domain });
    expect((await get()).status).toBe(200);
  });
});

describe('403: a key without the permission', () => {
  it('is told which it needs and which it has, before the body is looked at', async () => {
    tableHolds(keyItem({ permissions: ['domains.read'] }));
    const { status, json } = await call({ body: 'not json' });
    expect(status).toBe(403);
    expect(json.error).toMatchObject({
      code: 'insufficient_permissions',
      details: { required_permission: 'domains.write', api_key_permissions: ['domains.read'] },
    });
  });
});

it('a secret signed with an earlier version of the pepper still lets in', () => {
  const rotated = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64), 2: 'z'.repeat(64) }));
  const [older] = rotated.signAll('api-key-pepper', 'm');
  expect(older).toEqual(serviceSecret.sign('api-key-pepper', 'm'));
  expect(rotated.sign('api-key-pepper', 'm')).not.toEqual(older);
});
