import { describe, expect, it } from 'vitest';
import { HttpErrorBody } from '../../../../contract/api/http-error.schema.ts';
import { KeyResource } from '../../../../lambdas/api/keys/key-resource.schema.ts';
import type { ApiKey } from '../../../../lambdas/model/accounts/account.schema.ts';
import { COUNTED, itemsUnder, pair, wholeRequests } from '../api-caller.ts';
import { another, ask, holdKeys } from './keys-api.ts';

const wanted = { name: 'ci', permissions: ['domains.read'] };
const K = another('K');
const audited = (items: ReturnType<typeof holdKeys>) => itemsUnder(items, 'AUDIT#').map(({ action }) => action);
/** The source address of the requests in these tests. */
const HERE = '192.0.2.1';

describe('a key that is restricted to addresses', () => {
  it('is let in from these, over either protocol, and nobody else is', async () => {
    holdKeys({ allowedAddresses: ['2001:db8::/32', '192.0.2.0/24'] });
    expect((await ask('GET', '/organization')).json.key.allowed_addresses).toEqual(['2001:db8::/32', '192.0.2.0/24']);
    const items = holdKeys({ allowedAddresses: ['192.0.3.0/24', '::/0'] });
    const { status, json } = await ask('POST', '/keys', wanted);
    expect([status, HttpErrorBody.parse(json).error]).toEqual([
      403,
      {
        code: 'api_key_restricted',
        message: expect.stringContaining(HERE),
        details: { restriction: 'addresses', address: HERE },
      },
    ]);
    expect(json.error.message).toContain('allowed_addresses');
    // A thief must not learn which addresses are allowed.
    expect(JSON.stringify(json)).not.toContain('192.0.3');
    expect(audited(items)).toEqual([]);
  });

  it('is refused before its organization is counted, and says who uses it', async () => {
    const items = holdKeys({ allowedAddresses: ['192.0.3.1'] });
    await ask('GET', '/keys');
    expect(wholeRequests()).toEqual([COUNTED[0]]);
    expect(items.get(`KEY#${pair.keyId}|KEY`)).toMatchObject({ lastUsedFrom: HERE });
    expect(items.get('ORG#org_A|LIMITS')).toMatchObject({ requestsInHour: 0 });
  });
});

describe('the restrictions of a key', () => {
  it('are set when it is made, shown, audited, changed and lifted', async () => {
    const items = holdKeys({});
    const restricted = { allowed_addresses: ['203.0.113.0/24', '2001:db8::7'], allowed_server_ids: [3, 1] };
    const { json } = await ask('POST', '/keys', { ...wanted, ...restricted, allowed_server_ids: [3, 1, 3] });
    expect(json).toMatchObject(restricted);
    expect(itemsUnder(items, 'AUDIT#')[0]).toMatchObject({ after: { ...wanted, ...restricted } });
    const change = (body: object) => ask('PATCH', `/keys/${json.id}`, body);
    expect((await change({ allowed_server_ids: [2] })).json).toMatchObject({ ...restricted, allowed_server_ids: [2] });
    expect((await change({ name: 'other' })).json).toMatchObject({ ...restricted, allowed_server_ids: [2] });
    const { json: free } = await change({ allowed_addresses: null, allowed_server_ids: null });
    expect(KeyResource.parse(free)).toEqual(free);
    expect(Object.keys(free).filter((name) => name.startsWith('allowed'))).toEqual([]);
    expect(itemsUnder(items, 'AUDIT#').at(-1)).toMatchObject({
      before: { ...restricted, allowed_server_ids: [2] },
      after: {},
    });
  });

  it.each([
    [{ allowed_addresses: [] }, 'allowed_addresses'],
    [{ allowed_addresses: ['example.com'] }, 'allowed_addresses[0]'],
    [{ allowed_addresses: ['203.0.113.0/24', '203.0.113.0/33'] }, 'allowed_addresses[1]'],
    [{ allowed_addresses: Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`) }, 'allowed_addresses'],
    [{ allowed_server_ids: [] }, 'allowed_server_ids'],
    [{ allowed_server_ids: ['1'] }, 'allowed_server_ids[0]'],
    [{ allowed_server_ids: Array.from({ length: 51 }, (_, n) => n + 1) }, 'allowed_server_ids'],
  ])('are not %j', async (body, field) => {
    const items = holdKeys({}, K);
    for (const { status, json } of [
      await ask('POST', '/keys', { ...wanted, ...body }),
      await ask('PATCH', `/keys/${K.id}`, body),
    ])
      expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(audited(items)).toEqual([]);
  });
});

describe('the addresses of a restricted key', () => {
  const lift = /^must not be every address: .*leave allowed_addresses out, or set it to null/;
  it.each([
    ['10.0.0.1/8', /use 10\.0\.0\.0\/8$/],
    ['203.0.113.255/31', /use 203\.0\.113\.254\/31$/],
    ['2001:DB8:1::/32', /use 2001:db8::\/32$/],
    ['::ffff:0:0/90', /use ::ffc0:0:0\/90$/],
    ['::ffff:192.0.2.1', /IPv4 form: 192\.0\.2\.1$/],
    ['::FFFF:c000:201/128', /IPv4 form: 192\.0\.2\.1\/32$/],
    ['::ffff:10.1.2.3/104', /IPv4 form: 10\.0\.0\.0\/8$/],
    ['::ffff:0.0.0.0/96', lift],
    ['0.0.0.0/0', lift],
    ['192.0.2.1/0', lift],
    ['::/0', lift],
  ])('are not %s, and the answer has the corrected form', async (range, message) => {
    const items = holdKeys({}, K);
    const body = { allowed_addresses: ['203.0.113.0/24', range] };
    for (const { status, json } of [
      await ask('POST', '/keys', { ...wanted, ...body }),
      await ask('PATCH', `/keys/${K.id}`, body),
    ])
      expect([status, json.error.details.errors]).toEqual([422, { 'allowed_addresses[1]': [expect.stringMatching(message)] }]);
    expect(audited(items)).toEqual([]);
  });

  it.each(['0.0.0.0/1', '203.0.113.7/32', '2001:0DB8::/32', '::1', '64:ff9b::/96', '::/1'])('may be %s', async (range) => {
    holdKeys({});
    const { status, json } = await ask('POST', '/keys', { ...wanted, allowed_addresses: [range] });
    expect([status, json.allowed_addresses]).toEqual([201, [range]]);
  });
});

describe('a restricted key', () => {
  const own: Partial<ApiKey> = { allowedAddresses: ['192.0.2.0/24'], allowedServers: [1, 2] };

  it('gives others its own restrictions, or narrower ones', async () => {
    holdKeys(own);
    expect((await ask('POST', '/keys', wanted)).json).toMatchObject({
      ...{ allowed_addresses: ['192.0.2.0/24'], allowed_server_ids: [1, 2] },
    });
    const narrower = { allowed_addresses: ['192.0.2.7', '192.0.2.128/25'], allowed_server_ids: [2] };
    expect((await ask('POST', '/keys', { ...wanted, ...narrower })).json).toMatchObject(narrower);
  });

  it.each([
    [{ allowed_addresses: ['192.0.2.0/23'] }, 'allowed_addresses'],
    [{ allowed_addresses: ['192.0.2.7', '::1'] }, 'allowed_addresses'],
    [{ allowed_server_ids: [2, 3] }, 'allowed_server_ids'],
  ])('makes and leaves none with %j', async (body, field) => {
    const same = another('K', own);
    const items = holdKeys(own, same);
    for (const { status, json } of [
      await ask('POST', '/keys', { ...wanted, ...body }),
      await ask('PATCH', `/keys/${same.id}`, body),
      await ask('PATCH', `/keys/${pair.keyId}`, body),
    ])
      expect([status, Object.keys(json.error.details.errors)]).toEqual([422, [field]]);
    expect(audited(items)).toEqual([]);
  });

  it('lifts no restriction, neither its own nor that of another key', async () => {
    const same = another('K', own);
    const items = holdKeys(own, same);
    for (const id of [same.id, pair.keyId])
      for (const field of ['allowed_addresses', 'allowed_server_ids'])
        expect((await ask('PATCH', `/keys/${id}`, { [field]: null })).status).toBe(422);
    expect(audited(items)).toEqual([]);
  });

  it.each([
    ['everywhere', { allowedServers: [1] }],
    ['elsewhere', { allowedServers: [1], allowedAddresses: ['198.51.100.1'] }],
    ['all servers', { allowedAddresses: ['192.0.2.7'] }],
    ['another server', { allowedAddresses: ['192.0.2.7'], allowedServers: [1, 3] }],
  ])('gets no secret of a key for %s, and neither changes nor revokes it', async (_, changes) => {
    const other = another('K', changes);
    const items = holdKeys(own, other);
    const answered = [
      await ask('POST', `/keys/${other.id}/rotate`),
      await ask('PATCH', `/keys/${other.id}`, { name: 'mine' }),
      await ask('DELETE', `/keys/${other.id}`),
    ];
    expect(answered.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(audited(items)).toEqual([]);
  });
});
