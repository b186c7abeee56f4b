import { describe, expect, it } from 'vitest';
import { revivalOf } from '../../../../bin/admin/recovery/revival.ts';
import { keys, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../../lambdas/a-domain.ts';
import { machine } from '../../../lambdas/agent-api/an-agent.ts';
import { sessionItem } from '../../../lambdas/api/people-api/an-app.ts';
import { aServer } from '../../../lambdas/api/servers/servers-api.ts';
import { aWebhook } from '../../../lambdas/api/webhooks/webhooks-api.ts';
import { aMember, anInvitation } from '../../../lambdas/model/accounts/people/a-person.ts';

type Item = Record<string, unknown>;
type Row = ReturnType<typeof keys.server> & Item;
const at = NOW.toISOString();
const jwk = (x: string) => ({ kty: 'EC', x });
const sealed = (ciphertext: string) => ({ dataKey: '', iv: '', tag: '', ciphertext });
const token = { organizationId: 'org_1', serverId: 1, label: 'label', validUntil: at };
const key: Row = {
  ...keys.apiKey('key_1'),
  ...{ keyId: 'key_1', organizationId: 'org_1', name: 'first', permissions: [], secretSha256: 'old', createdAt: at },
};
const server: Row = { ...aServer(1), ...keys.server('org_1', 1) };
const portal: Row = { ...keys.portalOfOrganization('org_1'), token: 'old' };
const rows: [string, Row, Item][] = [
  ['an API key', key, { secretSha256: 'new' }],
  ['a machine', { ...keys.machine('org_1', 1, 'mch_1'), ...machine, label: 'label' }, { signingJwk: jwk('new') }],
  [
    'a token for several machines',
    { ...keys.reusableToken('org_1', 1, 'label', 'ent_1'), ...token, id: 'ent_1', maxMachines: 9, machines: 1, createdAt: at },
    { machines: 3 },
  ],
  ['a webhook', { ...aWebhook(7), ...keys.webhook('org_1', 7) }, { secret: sealed('new') }],
  ['a member', { ...aMember('M'), ...peopleKeys.member('org_1', 'usr_1') }, { role: 'viewer' }],
];
const wholly: [string, Row, Item][] = [
  ['an enrolment token', { ...keys.enrollment('hash'), ...token }, {}],
  ['an invitation', { ...anInvitation(), ...peopleKeys.invitation('org_1', 'inv_1') }, {}],
  ['a session', sessionItem(), {}],
];

describe('an earlier row', () => {
  it.each([...rows, ['the address of a portal', portal, { token: 'new' }] as const])(
    'of %s keeps what has been changed since, and only that',
    (_, former, changed) => {
      const revival = revivalOf(former, { ...former, lastUsedAt: '9', ...changed });
      expect(revival).toMatchObject({ ended: false, kept: changed });
      expect(Object.keys(Object(revival).kept)).toEqual(Object.keys(changed));
    },
  );

  it.each([...rows, ...wholly])('of %s stays away where it is gone now', (_, former) => {
    expect(revivalOf(former, undefined)).toMatchObject({ ended: true });
  });

  it.each([...rows, ...wholly])('of %s revives nothing where the present one says the same', (_, former) => {
    expect(revivalOf(former, { ...former, lastSeenAt: '9' })).toBeUndefined();
  });

  it.each(rows)('of %s that no schema reads is called unreadable, as it is beside a present one', (_, former, changed) => {
    const [name = ''] = Object.keys(changed);
    const unreadable = { kind: expect.any(String), unreadable: true };
    expect(revivalOf({ ...former, [name]: new Date() }, undefined)).toEqual(unreadable);
    expect(revivalOf(former, { ...former, [name]: new Date() })).toEqual(unreadable);
  });

  it('of a former secret that still worked then keeps that it works no more', () => {
    expect(revivalOf({ ...key, previousSecretSha256: 'x', previousSecretEndsAt: at }, key)).toMatchObject({
      kept: { previousSecretSha256: undefined, previousSecretEndsAt: undefined },
    });
  });

  it('of a server revives an AWS role that was withdrawn, and none that was added', () => {
    const roles = (...machineRoles: string[]) => ({ ...server, machineRoles });
    expect(revivalOf(roles('a', 'b'), roles('b', 'c'))).toMatchObject({ kind: 'machine', kept: { machineRoles: ['b', 'c'] } });
    expect(revivalOf(roles('a'), server)).toMatchObject({ kept: { machineRoles: undefined } });
    expect(revivalOf(roles('a'), roles('a', 'b'))).toBeUndefined();
    expect(revivalOf(server, roles('a'))).toBeUndefined();
    expect(revivalOf(roles('a'), undefined)).toBeUndefined();
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
