import { describe, expect, it } from 'vitest';
import { revivalOf } from '../../../../bin/admin/recovery/revival.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';

type Item = Record<string, unknown>;
const jwk = (x: string) => ({ kty: 'EC', x });
const rows: [string, Item, Item, Item][] = [
  ['an API key', { ...keys.apiKey('key_1') }, { secretSha256: 'old', lastUsedAt: '1' }, { secretSha256: 'new' }],
  ['an API key in the list', { ...keys.keyOfOrganization('org_1', 'key_1') }, { keyId: 'key_1' }, { revokedAt: '2' }],
  ['a machine', { ...keys.machine('org_1', 1, 'mch_1') }, { signingJwk: jwk('old') }, { signingJwk: jwk('new') }],
  ['a token for several machines', { ...keys.reusableToken('org_1', 1, 'label', 'ent_1') }, { machines: 1 }, { machines: 3 }],
  ['a webhook', { ...keys.webhook('org_1', 7) }, { secret: { ciphertext: 'old' } }, { secret: { ciphertext: 'new' } }],
  ['the address of a portal', { ...keys.portalOfOrganization('org_1') }, { token: 'old' }, { token: 'new' }],
  ['a member', { ...peopleKeys.member('org_1', 'usr_1') }, { role: 'owner' }, { role: 'viewer' }],
];
const wholly: [string, Item, Item, Item][] = [
  ['an enrolment token', { ...keys.enrollment('hash') }, {}, {}],
  ['a portal', { ...keys.portal('token') }, {}, {}],
  ['an invitation', { ...peopleKeys.invitation('org_1', 'inv_1') }, {}, {}],
  ['an invitation by its address', { ...peopleKeys.invitationByEmail('hash', 'inv_1') }, {}, {}],
  ['a session', { ...peopleKeys.session('usr_1', 'hash') }, {}, {}],
];

describe('an earlier row', () => {
  it.each(rows)('of %s keeps what has been changed since, and only that', (_, key, former, now) => {
    expect(revivalOf({ ...key, ...former }, { ...key, ...former, lastUsedAt: '9', ...now })).toMatchObject({
      ended: false,
      kept: now,
    });
    expect(Object.keys(Object(revivalOf({ ...key, ...former }, { ...key, ...former, ...now })).kept)).toEqual(Object.keys(now));
  });

  it.each([...rows, ...wholly])('of %s stays away where it is gone now', (_, key) => {
    expect(revivalOf(key, undefined)).toMatchObject({ ended: true });
  });

  it.each([...rows, ...wholly])('of %s revives nothing where the present one says the same', (_, key, former = {}) => {
    expect(revivalOf({ ...key, ...former }, { ...key, ...former, lastSeenAt: '9' })).toBeUndefined();
  });

  it('of a former secret that still worked then keeps that it works no more', () => {
    const former = { ...keys.apiKey('key_1'), previousSecretSha256: 'x', previousSecretEndsAt: '3' };
    expect(revivalOf(former, { ...keys.apiKey('key_1') })).toMatchObject({
      kept: { previousSecretSha256: undefined, previousSecretEndsAt: undefined },
    });
  });

  it('of a server revives the machines inside it that were taken out or have other keys, whatever else they have said', () => {
    const key = keys.server('org_1', 1);
    const former = { ...key, machines: { mch_1: { signingJwk: jwk('a') }, mch_2: { signingJwk: jwk('b') } }, revision: 3 };
    const seen = { ...former, machines: { ...former.machines, mch_1: { signingJwk: jwk('a'), lastSeenAt: '9' } } };
    expect(revivalOf(former, seen)).toBeUndefined();
    const revoked = { ...former, machines: { mch_1: { signingJwk: jwk('a') } } };
    expect(revivalOf(former, revoked)).toEqual({ kind: 'machine', ended: false, kept: { machines: revoked.machines } });
    const rotated = { ...former, machines: { ...former.machines, mch_2: { signingJwk: jwk('c') } } };
    expect(revivalOf(former, rotated)).toMatchObject({ kept: { machines: rotated.machines } });
    expect(revivalOf(former, undefined)).toBeUndefined();
  });

  it('of a server revives an AWS role that was withdrawn, and none that was added', () => {
    const key = keys.server('org_1', 1);
    const roles = (...machineRoles: string[]) => ({ ...key, machineRoles });
    expect(revivalOf(roles('a', 'b'), roles('b', 'c'))).toEqual({
      kind: 'machine',
      ended: false,
      kept: { machineRoles: ['b', 'c'] },
    });
    expect(revivalOf(roles('a'), { ...key })).toMatchObject({ kept: { machineRoles: undefined } });
    expect(revivalOf(roles('a'), roles('a', 'b'))).toBeUndefined();
    expect(revivalOf({ ...key }, roles('a'))).toBeUndefined();
  });

  it.each([
    ['a domain', keys.domain(1)],
    ['an organization', keys.organization('org_1')],
    ['the number of its last event', keys.eventCounter('org_1')],
    ['an entry of its audit', keys.audit('org_1', 'changes', '2026-11', 'aud_1')],
  ])('of %s gives nobody access', (_, key) => {
    expect(revivalOf({ ...key }, undefined)).toBeUndefined();
  });
});
