import { beforeEach, expect, it } from 'vitest';
import {
  type AdministrationPorts,
  createKey,
  createOrganization,
  revokeKey,
  rotateKey,
  setPermissions,
} from '../../../bin/admin/account-changes.ts';
import type { ApiKey } from '../../../lambdas/model/accounts/account.schema.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { acceptsSecret, hasOurTag } from '../../../lambdas/model/accounts/api-key.ts';
import { nextReconciliationAt } from '../../../lambdas/model/accounts/next-night.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { testTenantCreator } from '../../../lambdas/model/servers/test-tenant.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { HOUR, iso, later, NOW, SECOND } from '../../lambdas/a-domain.ts';
import { itemsUnder, keyItem, limitsItem, newId, pair, serviceSecret, table, tableHolds } from '../../lambdas/api/api-caller.ts';

let drawn = 0;
const accounts = accountStore(table);
const servers = serverStore(table);
const ports: AdministrationPorts = {
  accounts,
  serviceSecret,
  openTestTenant: testTenantCreator({ accounts, servers, newId, newLabel: () => 'testlabel' }),
  clock: () => NOW,
  newId,
  base62: (length) => String(drawn++ % 10).repeat(length),
  pause: async () => {},
};
const organization = { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() };
const keyOfOrganization = { ...keys.keyOfOrganization('org_A', pair.keyId), keyId: pair.keyId };
const asked = { organizationId: 'org_A', name: 'second', permissions: ['domains.read' as const] };
const byAdministrator = { type: 'administrator' };

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(organization, keyOfOrganization);
});
const audit = () => itemsUnder(items, 'AUDIT#');
const inForce = async (keyId: string) => {
  const key = await accounts.getKey(keyId);
  if (!key) throw new Error(`no key ${keyId}`);
  return key;
};

it('an organization is created with its audit record', async () => {
  const { id } = await createOrganization('Other shops', ports);
  expect(await accounts.getOrganization(id)).toMatchObject({ name: 'Other shops' });
  expect(audit()).toEqual([
    expect.objectContaining({ organizationId: id, action: 'organization.created', actor: byAdministrator }),
  ]);
});

it('what an organization uses is counted every night from its first on', async () => {
  const { id } = await createOrganization('Other shops', ports);
  expect(items.get(`ORG#${id}|USE`)).toMatchObject({ duePk: 'DUE#USE', task: 'begin', stepDueAt: nextReconciliationAt(NOW) });
});

it('a created key is ours, is let in, and is among those of its organization', async () => {
  const { key, secret } = await createKey(asked, ports);
  expect(hasOurTag({ keyId: key.keyId, secret }, serviceSecret)).toBe(true);
  expect(acceptsSecret(await inForce(key.keyId), secret, NOW)).toBe(true);
  expect((await accounts.keysOf('org_A')).map(({ keyId }) => keyId).toSorted()).toEqual([key.keyId, pair.keyId].toSorted());
});

it('a created key has the limit that its organization has been given', async () => {
  items = tableHolds(organization, limitsItem({ requestsPerMinute: 700 }));
  expect((await createKey(asked, ports)).key.requestsPerMinute).toBe(700);
  items = tableHolds(organization);
  expect((await createKey(asked, ports)).key).not.toHaveProperty('requestsPerMinute');
});

it('a created key is on the audit record, and its secret is nowhere', async () => {
  const { key, secret } = await createKey({ ...asked, expiresInDays: 1 }, ports);
  expect(audit()).toEqual([
    expect.objectContaining({
      action: 'api_key.created',
      resource: { type: 'api_key', id: key.keyId },
      actor: byAdministrator,
      after: { name: 'second', permissions: ['domains.read'], expires_at: iso(24 * HOUR) },
    }),
  ]);
  expect(JSON.stringify([...items.values()])).not.toContain(secret);
});

it('a created key is counted, and not refused where the organization has its limit', async () => {
  items = tableHolds(organization, { pk: 'ORG#org_A', sk: 'COUNTS', api_keys: 100 });
  await createKey(asked, ports);
  expect(items.get('ORG#org_A|COUNTS')).toMatchObject({ api_keys: 101 });
});

it('a test key reaches the test data of its organization, whose place is made with the first one', async () => {
  const { key } = await createKey({ ...asked, mode: 'test' }, ports);
  expect([key.keyId.slice(0, 12), key.organizationId]).toEqual(['cps_pk_test_', 'org_A_test']);
  expect(await accounts.getOrganization('org_A_test')).toMatchObject({ name: 'Shops' });
  expect(items.has('ORG#org_A_test|SERVER#0000000000000001')).toBe(true);
  const second = await createKey({ ...asked, organizationId: 'org_A_test' }, ports);
  expect(second.key.organizationId).toBe('org_A_test');
  expect(itemsUnder(items, 'ORG#org_A_test').filter(({ sk }) => String(sk).startsWith('SERVER#'))).toHaveLength(1);
});

it('a test key is refused for an organization that is not there', async () => {
  const wanted = { ...asked, organizationId: 'org_X', mode: 'test' as const };
  await expect(createKey(wanted, ports)).rejects.toThrow('There is no organization org_X');
  expect(itemsUnder(items, 'ORG#org_X')).toEqual([]);
});

it('a created key is refused for an organization that is not there', async () => {
  await expect(createKey({ ...asked, organizationId: 'org_X' }, ports)).rejects.toThrow('There is no organization org_X.');
  expect(audit()).toEqual([]);
});

it('a revoked key has ended at once, and for good', async () => {
  expect(await revokeKey(pair.keyId, ports)).toBe(iso(0));
  expect(await revokeKey(pair.keyId, { ...ports, clock: () => later(HOUR) })).toBe(iso(0));
  expect(acceptsSecret(await inForce(pair.keyId), pair.secret, NOW)).toBe(false);
  expect(audit()).toEqual([expect.objectContaining({ action: 'api_key.revoked', actor: byAdministrator })]);
});

it('a revoked key that is not there is said not to be', async () => {
  await expect(revokeKey('cps_pk_live_x', ports)).rejects.toThrow('There is no key cps_pk_live_x.');
});

it('a rotated key lets both secrets in until the overlap ends, then the new one only', async () => {
  const { secret, formerEndsAt } = await rotateKey(pair.keyId, 2, ports);
  expect(formerEndsAt).toBe(iso(2 * HOUR));
  expect(hasOurTag({ keyId: pair.keyId, secret }, serviceSecret)).toBe(true);
  const key = await inForce(pair.keyId);
  const lastMoment = later(2 * HOUR - 1);
  expect([acceptsSecret(key, secret, lastMoment), acceptsSecret(key, pair.secret, lastMoment)]).toEqual([true, true]);
  expect([acceptsSecret(key, secret, later(2 * HOUR)), acceptsSecret(key, pair.secret, later(2 * HOUR))]).toEqual([true, false]);
});

it('a rotated key without overlap ends the former secret at once', async () => {
  await rotateKey(pair.keyId, 0, ports);
  expect(acceptsSecret(await inForce(pair.keyId), pair.secret, NOW)).toBe(false);
});

it('a rotated key for the second time knows the first secret no more', async () => {
  await rotateKey(pair.keyId, 24, ports);
  await rotateKey(pair.keyId, 24, ports);
  expect(acceptsSecret(await inForce(pair.keyId), pair.secret, later(SECOND))).toBe(false);
});

it('a rotated key is on the audit record, and no secret is anywhere', async () => {
  const { secret } = await rotateKey(pair.keyId, 24, ports);
  expect(audit()).toEqual([
    expect.objectContaining({ action: 'api_key.rotated', after: { previous_secret_ends_at: iso(24 * HOUR) } }),
  ]);
  expect(JSON.stringify([...items.values()])).not.toContain(secret);
});

it('a rotated key is not one that was revoked', async () => {
  items = tableHolds(keyItem({ revokedAt: iso(0) }));
  await expect(rotateKey(pair.keyId, 24, ports)).rejects.toThrow(/is revoked/);
  expect(audit()).toEqual([]);
});

it('a key may do what an administrator says from then on, with what it might do before on the audit record', async () => {
  items = tableHolds(organization, keyItem({ permissions: ['domains.read', 'domains.write'] }));
  expect(await setPermissions(pair.keyId, ['domains.read', 'servers.write'], ports)).toEqual(['domains.read', 'domains.write']);
  expect((await inForce(pair.keyId)).permissions).toEqual(['domains.read', 'servers.write']);
  expect(audit()).toEqual([
    expect.objectContaining({
      action: 'api_key.permissions_changed',
      actor: byAdministrator,
      before: { permissions: ['domains.read', 'domains.write'] },
      after: { permissions: ['domains.read', 'servers.write'] },
    }),
  ]);
  await setPermissions(pair.keyId, ['domains.read', 'servers.write'], ports);
  expect(audit()).toHaveLength(1);
});

it('a revoked key gets no other permissions', async () => {
  items = tableHolds(organization, keyItem({ revokedAt: iso(-HOUR) }));
  await expect(setPermissions(pair.keyId, ['domains.read'], ports)).rejects.toThrow('is revoked');
});

it('a permission that only a later release knows allows nothing, and the key is let in all the same', async () => {
  const permissions = ['domains.read', 'invoices.read'] as ApiKey['permissions'];
  items = tableHolds(organization, keyItem({ permissions }));
  expect((await inForce(pair.keyId)).permissions).toEqual(['domains.read']);
});
