import { beforeEach, describe, expect, it } from 'vitest';
import { type DiffOptions, restoreDiff } from '../../../../bin/admin/recovery/restore-diff.ts';
import { emailHash } from '../../../../lambdas/model/accounts/people/invitation.ts';
import { newSession } from '../../../../lambdas/model/accounts/people/session.ts';
import { testTenantOf } from '../../../../lambdas/model/accounts/tenant.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { dueDeliveriesOf, keys, outboxId, parkedPartition, peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, later, NOW, timings } from '../../../lambdas/a-domain.ts';
import { DOMAIN_ID, itemOf, newId } from '../../../lambdas/api/api-caller.ts';
import { aServer } from '../../../lambdas/api/servers/servers-api.ts';
import { aWebhook, WEBHOOK_ID } from '../../../lambdas/api/webhooks/webhooks-api.ts';
import { anInvitation } from '../../../lambdas/model/accounts/people/a-person.ts';
import { twoTables } from './two-tables.ts';

type Item = Record<string, unknown>;
const RESTORED_TO = NOW;
const now = later(3_600_000);
const expiresAtSeconds = Math.floor(now.getTime() / 1000) + 86_400;

const key = {
  ...keys.apiKey('key_1'),
  keyId: 'key_1',
  organizationId: 'org_A',
  name: 'first',
  permissions: ['domains.read'],
  secretSha256: 'one',
  createdAt: iso(0),
};
const keyEntry = { ...keys.keyOfOrganization('org_A', 'key_1'), keyId: 'key_1' };
const counts = { ...keys.resourceCounts('org_A'), api_keys: 1, webhooks: 1, servers: 1 };
const jwk = (x: string) => ({ kty: 'EC', x });
const machine = {
  ...keys.machine('org_A', 1, 'mch_1'),
  id: 'mch_1',
  name: 'web-1',
  label: aServer().label,
  signingJwk: jwk('one'),
  encryptionJwk: jwk('two'),
  enrolledAt: iso(0),
};
const server = aServer(1, { machineCount: 1 });
const token = {
  ...keys.enrollment('hash'),
  organizationId: 'org_A',
  serverId: 1,
  label: 'l',
  validUntil: iso(9_999),
  expiresAtSeconds,
};
const reusable = {
  ...keys.reusableToken('org_A', 1, 'l', 'ent_1'),
  id: 'ent_1',
  organizationId: 'org_A',
  serverId: 1,
  label: 'l',
  maxMachines: 9,
  machines: 1,
  createdAt: iso(0),
  validUntil: iso(9_999),
  expiresAtSeconds,
};
const portal = { ...keys.portal('old'), token: 'old', organizationId: 'org_A', organizationName: 'Shops', version: 3 };
const portalOf = (organizationToken: string) => ({ ...keys.portalOfOrganization('org_A'), token: organizationToken });
const session = {
  ...newSession({ userId: 'usr_1', organizationId: 'org_A', authenticatedAt: iso(0), sourceIp: '', userAgent: '' }, 's', NOW),
  ...peopleKeys.session('usr_1', 'hash'),
  expiresAtSeconds,
};
const invitation = {
  ...anInvitation({ organizationId: 'org_A' }),
  ...peopleKeys.invitation('org_A', 'inv_1'),
  expiresAtSeconds,
};
const invited = { ...peopleKeys.invitationByEmail(emailHash(invitation.email), 'inv_1'), organizationId: 'org_A' };
const member = {
  ...peopleKeys.member('org_A', 'usr_1'),
  organizationId: 'org_A',
  userId: 'usr_1',
  email: 'a@shops.com',
  role: 'developer',
  roleFrom: 'member',
  joinedAt: iso(0),
};
const domain = itemOf(aDomain('active', { cname: { everValidated: true } }));
const claim = { ...keys.claim('shop.customer.com'), domainId: DOMAIN_ID, organizationId: 'org_A', state: 'held' };
const everything: Item[] = [
  ...[key, keyEntry, counts, machine, server, token, reusable, portal, portalOf('old'), session, member],
  ...[invitation, invited],
];

const sealed = (ciphertext: string) => ({ dataKey: '', iv: '', tag: '', ciphertext });

let drawn = 0;
/** An audit entry of a change after the time that was restored. */
function audited(action: string, type: string, id: string, facts: Item = {}, at = iso(60)): Item {
  drawn += 1;
  const entryId = `aud_${String(drawn).padStart(4, '0')}`;
  return {
    ...keys.audit('org_A', 'changes', at.slice(0, 7), entryId),
    ...{ id: entryId, at, organizationId: 'org_A', action, resource: { type, id }, actor: { type: 'administrator' } },
    ...facts,
  };
}

let tables: ReturnType<typeof twoTables>;
function open(former: Item[], restored: Item[]): void {
  tables = twoTables(former, restored);
}
function run(changes: Partial<DiffOptions> = {}, formerOrganizationIds = ['org_A'], organizationIds = ['org_A']) {
  const { former, restored, held } = tables;
  return restoreDiff(
    { restoredTo: RESTORED_TO, now, apply: true, except: [], ...changes },
    {
      former,
      restored,
      organizationIds,
      formerOrganizationIds,
      eachAccessRow: (onPage) => onPage([...held.restored.items.values()]),
      domains: domainStore(restored, { newId }),
      claims: claimStore(restored),
      timings,
      clock: () => now,
      newId,
      pause: async () => {},
    },
  );
}
const restoredAt = ({ pk, sk }: { pk: string; sk: string }) => tables.held.restored.items.get(`${pk}|${sk}`);
const without = (...gone: Item[]) => everything.filter((row) => !gone.includes(row));
const kinds = (revived: { kind: string; id: string; what: string }[]) => revived.map(({ kind, id, what }) => [kind, id, what]);

describe('a restored table', () => {
  beforeEach(() => open(everything, everything));

  it('in which nothing has ended since is left as it is', async () => {
    expect(await run()).toMatchObject({ revived: [], unproven: [], event_numbers: 0, deliveries: 0, changed: 0 });
    expect(tables.writesTo('restored')).toBe(0);
  });

  it.each<[string, Item[], [string, string, string], (rows: typeof restoredAt) => unknown, unknown]>([
    [
      'a revoked key stays revoked, with its place in the list',
      [...without(key), { ...key, revokedAt: iso(60) }],
      ['api_key', 'key_1', 'ends'],
      (at) => [at(key)?.revokedAt, at(keyEntry)?.revokedAt, at(counts)?.api_keys],
      [iso(60), iso(60), 0],
    ],
    [
      'a key has its present secret and no former one, and its present rights',
      [...without(key), { ...key, secretSha256: 'two', permissions: [], allowedServers: [1] }],
      ['api_key', 'key_1', 'keeps'],
      (at) => [at(key)?.secretSha256, at(key)?.permissions, at(key)?.allowedServers],
      ['two', [], [1]],
    ],
    [
      'a revoked machine is taken out, without a second event, and counted no more',
      [...without(machine), audited('machine.revoked', 'machine', 'mch_1')],
      ['machine', 'mch_1', 'ends'],
      (at) => [at(machine), at(keys.server('org_A', 1))?.machineCount, at(keys.rekeying('org_A', 1, 'mch_1'))],
      [undefined, 0, undefined],
    ],
    [
      'a machine that was revoked with new keys for its domains has them made again',
      [...without(machine), audited('machine.revoked', 'machine', 'mch_1', { after: { rekey: true } })],
      ['machine', 'mch_1', 'ends'],
      (at) => [at(machine), at(keys.rekeying('org_A', 1, 'mch_1'))?.machineId],
      [undefined, 'mch_1'],
    ],
    [
      'a machine signs with its present keys',
      [...without(machine), { ...machine, signingJwk: jwk('three'), encryptionJwk: jwk('four') }],
      ['machine', 'mch_1', 'keeps'],
      (at) => [at(machine)?.signingJwk, at(machine)?.encryptionJwk],
      [jwk('three'), jwk('four')],
    ],
    ['a used enrolment token lets nobody in', without(token), ['enrollment', 'hash', 'ends'], (at) => at(token), undefined],
    [
      'a revoked token for several machines lets nobody in',
      without(reusable),
      ['enrollment', 'ent_1', 'ends'],
      (at) => at(reusable),
      undefined,
    ],
    [
      'a token for several machines lets no more in than before',
      [...without(reusable), { ...reusable, machines: 4 }],
      ['enrollment', 'ent_1', 'keeps'],
      (at) => at(reusable)?.machines,
      4,
    ],
    [
      'a portal has its present address, with its theme, and none at the former one',
      [...without(portal, everything[8] as Item), portalOf('new'), { ...portal, ...keys.portal('new'), token: 'new' }],
      ['portal', 'org_A', 'keeps'],
      (at) => [at(portal), at(keys.portal('new'))?.organizationName, at(portalOf(''))?.token],
      [undefined, 'Shops', 'new'],
    ],
    ['a session that was ended is none', without(session), ['session', 'usr_1', 'ends'], (at) => at(session), undefined],
    [
      'an invitation that was withdrawn is none, nor for whoever signs in with its address',
      without(invitation, invited),
      ['invitation', 'inv_1', 'ends'],
      (at) => [at(invitation), at(invited)],
      [undefined, undefined],
    ],
    [
      'a removed member is out',
      [...without(member), audited('member.removed', 'member', 'usr_1')],
      ['member', 'usr_1', 'ends'],
      (at) => at(member),
      undefined,
    ],
    [
      'a member has the present role',
      [...without(member), { ...member, role: 'viewer' }],
      ['member', 'usr_1', 'keeps'],
      (at) => at(member)?.role,
      'viewer',
    ],
  ])('%s', async (_, former, expected, seen, is) => {
    open(former, everything);
    expect(kinds((await run({ apply: false })).revived)).toEqual([expected]);
    expect(tables.writesTo('restored')).toBe(0);
    expect(await run()).toMatchObject({ changed: 0, unproven: [] });
    expect(seen(restoredAt)).toEqual(is);
    expect(outbox()).toEqual([]);
    expect(await run()).toMatchObject({ revived: [], changed: 0 });
  });

  it('lets no machine in by an AWS role that was withdrawn', async () => {
    const withRoles = (...machineRoles: string[]) => ({ ...server, machineRoles });
    open([...without(server), withRoles('arn:b')], [...without(server), withRoles('arn:a', 'arn:b')]);
    expect(kinds((await run()).revived)).toEqual([['machine', '1', 'keeps']]);
    expect(restoredAt(keys.server('org_A', 1))?.machineRoles).toEqual(['arn:b']);
    expect((await run()).revived).toEqual([]);
  });

  describe('that is in use already', () => {
    const newer = (row: Item, changes: Item, action: string, type: string, id: string) =>
      [row, { ...row, ...changes }, audited(action, type, id, {}, iso(600_000))] as const;

    it.each([
      ['the secret of a key', ...newer(key, { secretSha256: 'three' }, 'api_key.rotated', 'api_key', 'key_1')],
      ['the keys of a machine', ...newer(machine, { signingJwk: jwk('9') }, 'machine.keys_rotated', 'machine', 'mch_1')],
      [
        'the address of a portal',
        ...newer(portalOf('old'), { token: 'x' }, 'organization.portal_token_rotated', 'organization', 'org_A'),
      ],
      ['the role of a member', ...newer(member, { role: 'viewer' }, 'member.role_changed', 'member', 'usr_1')],
      ['an AWS role', ...newer({ ...server, machineRoles: [] }, { machineRoles: ['a'] }, 'server.updated', 'server', '1')],
    ])('keeps %s that was changed there last, and lists it', async (_, before, after, entry) => {
      const others = everything.filter(({ pk, sk }) => pk !== before.pk || sk !== before.sk);
      const earlier = { ...entry, id: 'aud_0', sk: 'aud_0', at: iso(500_000) };
      open([...others, before, earlier], [...others, after, entry]);
      expect(await run()).toMatchObject({ revived: [], changed_since: [{ what: 'keeps' }] });
      expect(restoredAt(after as never)).toEqual(after);
    });

    it('takes over what was changed last in the former table', async () => {
      const entry = (at: string) => audited('machine.keys_rotated', 'machine', 'mch_1', {}, at);
      const former = { ...machine, signingJwk: jwk('8') };
      open(
        [...without(machine), former, entry(iso(700_000))],
        [...without(machine), { ...machine, signingJwk: jwk('7') }, entry(iso(600_000))],
      );
      expect(await run()).toMatchObject({ changed_since: [], revived: [{ id: 'mch_1' }] });
      expect(restoredAt(machine)?.signingJwk).toEqual(jwk('8'));
    });

    it('revokes a key again that was revoked in the former table, although it was changed there after', async () => {
      const entry = audited('api_key.updated', 'api_key', 'key_1', {}, iso(600_000));
      open([...without(key), { ...key, revokedAt: iso(60) }], [...everything, entry]);
      await run();
      expect(restoredAt(key)?.revokedAt).toBe(iso(60));
    });

    it('never makes a key work again that was revoked there, and counts no token down', async () => {
      const revoked = { ...key, revokedAt: iso(600_000) };
      const used = { ...reusable, machines: 5 };
      open(everything, [...without(key, reusable), revoked, used]);
      expect(await run()).toMatchObject({ revived: [], unproven: [] });
      expect(tables.writesTo('restored')).toBe(0);
    });

    it('ends nothing that was made there', async () => {
      const id = (prefix: string) => `${prefix}_${timeDigitsAt(later(600_000))}0000000000000000`;
      const made: Item[] = [
        { ...session, startedAt: iso(600_000) },
        { ...token, validUntil: iso(600_000 + 3_600_000) },
        { ...token, ...keys.enrollment('many'), tokenId: id('ent') },
        { ...reusable, createdAt: iso(600_000) },
        { ...invitation, createdAt: iso(600_000) },
        { ...machine, enrolledAt: iso(600_000) },
      ];
      open([counts, server], [counts, server, ...made]);
      expect(await run()).toMatchObject({ revived: [], unproven: [] });
      expect(tables.writesTo('restored')).toBe(0);
    });
  });

  it('sends nothing to a deleted webhook, and signs with the present secret of the others', async () => {
    const [gone, kept] = [aWebhook(), aWebhook(WEBHOOK_ID + 1)] as [Item, Item];
    const secret = { ...Object(kept.secret), ciphertext: 'new' };
    const deleted = audited('webhook.deleted', 'webhook', String(WEBHOOK_ID));
    open([...everything, { ...kept, secret }, deleted], [...everything, gone, kept]);
    expect(kinds((await run()).revived)).toEqual([
      ['webhook', String(WEBHOOK_ID), 'ends'],
      ['webhook', String(WEBHOOK_ID + 1), 'keeps'],
    ]);
    expect(restoredAt(keys.webhook('org_A', WEBHOOK_ID))).toBeUndefined();
    expect(restoredAt(keys.webhook('org_A', WEBHOOK_ID + 1))?.secret).toEqual(secret);
    expect((await run()).revived).toEqual([]);
  });

  it('removes a deleted domain again, and tells nobody a second time', async () => {
    open([...everything, audited('domain.deleted', 'domain', String(DOMAIN_ID))], [...everything, domain, claim]);
    expect(kinds((await run()).revived)).toEqual([['domain', String(DOMAIN_ID), 'ends']]);
    expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe('removing');
    expect(restoredAt(keys.claim('shop.customer.com'))?.state).toBe('quarantined');
    expect(outbox().map(({ kind }) => kind)).toEqual(['execution']);
    expect((await run()).revived).toEqual([]);
  });

  it.each([
    ['removes a deleted domain of test mode again, whose clock is weeks ahead', 60, 'removing'],
    ['leaves a domain of test mode that was deleted, and made again, before', -600_000, 'active'],
  ])('%s', async (_, writtenAfterMs, phase) => {
    const organizationId = testTenantOf('org_A');
    const aheadMs = 40 * 24 * HOUR;
    const url = 'shop.active.magic.test';
    const testDomain = itemOf(aDomain('active', { organizationId, url, cname: { everValidated: true } }));
    const id = `aud_${timeDigitsAt(later(writtenAfterMs))}${'1'.repeat(16)}`;
    const at = iso(writtenAfterMs);
    const testClockAt = iso(writtenAfterMs + aheadMs);
    const entry = {
      ...audited('domain.deleted', 'domain', String(DOMAIN_ID), {}, at),
      ...{ ...keys.audit(organizationId, 'changes', at.slice(0, 7), id), id, organizationId, testClockAt },
    };
    const testClaim = { ...claim, ...keys.claim(url, organizationId), organizationId };
    const clock = { ...keys.testClock(organizationId), aheadMs };
    open([...everything, clock, entry], [...everything, clock, testDomain, testClaim]);
    await run({}, ['org_A', organizationId], ['org_A', organizationId]);
    expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe(phase);
  });

  it('ends portal links again that were ended, and those of before alone', async () => {
    const facts = { after: { link_generation: 3 } };
    open([...everything, audited('portal_links.ended', 'domain', String(DOMAIN_ID), facts)], [...everything, domain]);
    expect(kinds((await run()).revived)).toEqual([['portal_link', String(DOMAIN_ID), 'ends']]);
    expect(restoredAt(keys.domain(DOMAIN_ID))).toMatchObject({ linkGeneration: 3, phase: 'active' });
    expect(outbox()).toEqual([]);
    expect((await run()).revived).toEqual([]);
  });

  describe('renews a domain again whose renewal was asked for', () => {
    const asked = () => audited('certificate.renewal_requested', 'domain', String(DOMAIN_ID));
    it('once, however often it is run', async () => {
      open([...everything, asked()], [...everything, domain]);
      expect(kinds((await run({ apply: false })).revived)).toEqual([['renewal', String(DOMAIN_ID), 'renews']]);
      expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe('active');
      await run();
      expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe('preparing');
      expect(outbox().map(({ kind }) => kind)).toEqual(['execution']);
      tables.held.restored.items.set(`${domain.pk}|${domain.sk}`, domain);
      expect((await run()).revived).toEqual([]);
    });

    it.each([
      ['is being renewed already', itemOf(aDomain('preparing', {}))],
      ['is deleted', itemOf(aDomain('removing', {}))],
    ])('unless it %s', async (_, restored) => {
      open([...everything, asked()], [...everything, restored]);
      expect((await run()).revived).toEqual([]);
      expect(tables.writesTo('restored')).toBe(0);
    });

    it('unless that was before', async () => {
      const entry = asked();
      open([...everything, entry], [...everything, domain, entry]);
      expect((await run()).revived).toEqual([]);
    });
  });

  it('keeps what is missing in the former table although nobody has ended it: that is the damage', async () => {
    open(without(machine, member, key), [...everything, domain, claim]);
    const diff = await run();
    expect(diff.revived).toEqual([]);
    expect(diff.unproven.map(({ kind }) => kind).toSorted()).toEqual(['api_key', 'machine', 'member']);
    expect(tables.writesTo('restored')).toBe(0);
  });

  it('ends what an organization had that was deleted since', async () => {
    open([...without(key, keyEntry), audited('organization.deleted', 'organization', 'org_A')], everything);
    expect(kinds((await run()).revived)).toEqual([['api_key', 'key_1', 'ends']]);
    expect(restoredAt(key)?.revokedAt).toBe(now.toISOString());
  });

  it('names what was made since, and is lost', async () => {
    const made = [
      audited('domain.created', 'domain', '7'),
      audited('domain.created', 'domain', '8'),
      audited('api_key.created', 'api_key', 'k'),
      audited('certificate.revocation_requested', 'domain', '7'),
    ];
    open([...everything, ...made], everything);
    expect((await run()).lost).toEqual([
      { kind: 'domain', organization_id: 'org_A', id: '7' },
      { kind: 'domain', organization_id: 'org_A', id: '8' },
      { kind: 'api_key', organization_id: 'org_A', id: 'k' },
      { kind: 'revocation', organization_id: 'org_A', id: '7' },
    ]);
  });

  describe('with entries that were written since, by requests that began before', () => {
    const behind = iso(-30_400);
    it('removes a deleted domain again', async () => {
      const entry = audited('domain.deleted', 'domain', String(DOMAIN_ID), {}, behind);
      open([...everything, entry], [...everything, domain, claim]);
      expect(kinds((await run()).revived)).toEqual([['domain', String(DOMAIN_ID), 'ends']]);
      expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe('removing');
    });

    it('takes a revoked machine and a removed member out', async () => {
      const entries = [
        audited('machine.revoked', 'machine', 'mch_1', {}, behind),
        audited('member.removed', 'member', 'usr_1', {}, behind),
      ];
      open([...without(machine, member), ...entries], everything);
      expect(await run()).toMatchObject({ unproven: [], revived: [{ kind: 'machine' }, { kind: 'member' }] });
      expect([restoredAt(machine), restoredAt(member)]).toEqual([undefined, undefined]);
    });

    it('names what is lost, and not what was made just before', async () => {
      const before = audited('domain.created', 'domain', '7', {}, behind);
      const since = audited('domain.created', 'domain', '8', {}, behind);
      open([...everything, before, since], [...everything, before]);
      expect((await run()).lost).toEqual([{ kind: 'domain', organization_id: 'org_A', id: '8' }]);
    });

    it('writes nothing about what had ended by then', async () => {
      const entries = [
        audited('machine.revoked', 'machine', 'mch_1', {}, behind),
        audited('portal_links.ended', 'domain', String(DOMAIN_ID), { after: { link_generation: 3 } }, behind),
        audited('domain.deleted', 'domain', '7', {}, behind),
      ];
      const rows = [...without(machine), { ...domain, linkGeneration: 3 }, ...entries];
      open(rows, rows);
      expect(await run()).toMatchObject({ revived: [], unproven: [], lost: [], changed: 0 });
      expect(tables.writesTo('restored')).toBe(0);
    });
  });

  it('says that an organization is lost that was made since, with what it had', async () => {
    const entry = audited('domain.created', 'domain', '7', { organizationId: 'org_B' });
    open([...everything, { ...entry, ...keys.audit('org_B', 'changes', iso(60).slice(0, 7), 'aud_b') }], everything);
    expect((await run({}, ['org_A', 'org_B'])).lost).toEqual([
      { kind: 'organization', organization_id: 'org_B', id: 'org_B' },
      { kind: 'domain', organization_id: 'org_B', id: '7' },
    ]);
  });

  it('names organizations that were deleted since, which are to be deleted again', async () => {
    open([audited('organization.deleted', 'organization', 'org_A')], everything);
    expect(await run({ apply: false })).toMatchObject({ deleted_organizations: ['org_A'] });
    open(everything, everything);
    expect(await run()).toMatchObject({ deleted_organizations: [] });
  });

  it('names rows that no schema reads, leaves them, and ends the others', async () => {
    const odd = { ...key, permissions: 'of a later release' };
    const deleted = audited('domain.deleted', 'domain', String(DOMAIN_ID));
    const oddDomain = { ...domain, phase: 'of-a-later-release' };
    open([...without(key, session), { ...key, secretSha256: 'two' }, deleted], [...without(key), odd, oddDomain]);
    expect(await run()).toMatchObject({
      revived: [{ kind: 'session' }],
      unreadable: [
        { kind: 'api_key', row: 'KEY#key_1 KEY' },
        { kind: 'domain', row: `DOMAIN#${DOMAIN_ID} DOMAIN` },
      ],
    });
    expect([restoredAt(key), restoredAt(keys.domain(DOMAIN_ID))]).toEqual([odd, oddDomain]);
  });

  it('signs at a CA with the key that the CA knows by now', async () => {
    const account = {
      ...keys.acmeAccount('https://ca/dir'),
      sealedKey: sealed('one'),
      accountUrl: 'u',
      createdAt: iso(0),
    };
    const changed = { ...account, sealedKey: sealed('two'), keyChangedAt: iso(60) };
    open([...everything, changed], [...everything, account]);
    expect(kinds((await run()).revived)).toEqual([['ca_account', 'https://ca/dir', 'keeps']]);
    expect(restoredAt(account)).toEqual(changed);
    expect((await run()).revived).toEqual([]);
    const again = { ...changed, sealedKey: sealed('three'), keyChangedAt: iso(600_000) };
    open([...everything, changed], [...everything, again]);
    expect((await run()).revived).toEqual([]);
  });

  it('leaves what is excepted', async () => {
    open([...without(session, token), audited('domain.deleted', 'domain', String(DOMAIN_ID))], [...everything, domain, claim]);
    expect(kinds((await run({ except: ['domain', 'session'] })).revived)).toEqual([['enrollment', 'hash', 'ends']]);
    expect(restoredAt(keys.domain(DOMAIN_ID))?.phase).toBe('active');
  });

  it('takes a row that has expired for gone', async () => {
    const old = { ...token, expiresAtSeconds: Math.floor(now.getTime() / 1000) };
    open(without(token), [...without(token), old]);
    expect((await run()).revived).toEqual([]);
  });

  it('does not take the place of what was written meanwhile, and says so', async () => {
    open([...without(key), { ...key, secretSha256: 'two' }], everything);
    tables.held.restored.meanwhile(() => tables.held.restored.items.set('KEY#key_1|KEY', { ...key, secretSha256: 'three' }));
    expect(await run()).toMatchObject({ changed: 1 });
    expect(restoredAt(key)?.secretSha256).toBe('three');
  });

  it('goes on where a run was interrupted', async () => {
    open(without(session, token, reusable), everything);
    tables.held.restored.meanwhile(() => {
      throw new Error('interrupted');
    });
    await expect(run()).rejects.toThrow('interrupted');
    await run();
    expect([session, token, reusable].map((row) => restoredAt(row))).toEqual([undefined, undefined, undefined]);
    expect((await run()).revived).toEqual([]);
  });
});

function outbox(): Item[] {
  return [...tables.held.restored.items.values()].filter(({ pk }) => String(pk).startsWith('OUTBOX#'));
}

describe('events that were told', () => {
  const id = (n: number) => outboxId(`evt_${timeDigitsAt(NOW)}${`${n}0`.padStart(16, '0')}`, DOMAIN_ID);
  const facts = (n: number) => ({
    kind: 'event',
    id: id(n),
    organizationId: 'org_A',
    createdAt: iso(0),
    event: 'certificate.issued',
  });
  const logged = (n: number): Item => ({ ...keys.event('org_A', n), ...facts(n), number: n });
  const entry = (n: number): Item => ({ ...keys.outbox(id(n)), ...facts(n), number: n, recipients: [WEBHOOK_ID] });
  const unnumbered = (n: number): Item => ({ ...keys.outbox(id(n)), ...facts(n), duePk: 'DUE#OUTBOX#1', stepDueAt: iso(300) });
  const counter = (last: number): Item => ({ ...keys.eventCounter('org_A'), last, hour: '2026-11-27T03', domains: last });
  const deliveryId = `dlv_${id(2).slice(4)}`;
  const delivery = (state: string, attemptsMade: number, more: Item = {}): Item => ({
    ...keys.delivery('org_A', WEBHOOK_ID, deliveryId),
    ...{ id: deliveryId, organizationId: 'org_A', webhookId: WEBHOOK_ID, eventId: id(2), event: 'certificate.issued' },
    ...{ createdAt: iso(0), state, series: 1, attemptsMade, attempts: [] },
    ...more,
  });

  it('keep their numbers: the counter goes on behind them, and none waits for a number any more', async () => {
    open(
      [counter(3), ...[1, 2, 3].flatMap((n) => [logged(n), entry(n)]), { ...keys.eventHour('org_A', '2026-11-27T03'), first: 2 }],
      [counter(1), logged(1), entry(1), unnumbered(2)],
    );
    expect(await run({ apply: false })).toMatchObject({ event_numbers: 2 });
    expect(restoredAt(keys.eventCounter('org_A'))?.last).toBe(1);
    expect(await run()).toMatchObject({ event_numbers: 2 });
    expect(restoredAt(keys.eventCounter('org_A'))).toMatchObject({ last: 3, domains: 1 });
    expect(restoredAt(keys.event('org_A', 3))).toMatchObject({ id: id(3) });
    expect(restoredAt(keys.outbox(id(2)))).toEqual(entry(2));
    expect(restoredAt(keys.eventHour('org_A', '2026-11-27T03'))).toMatchObject({ first: 2 });
    expect(await run()).toMatchObject({ event_numbers: 0 });
  });

  it('are all brought after a run that was interrupted, also where the restored table has begun a new epoch', async () => {
    const epoch = 1_000_000_000_001;
    const all = [1, 2, 3].flatMap((n) => [logged(n), entry(n)]);
    open([counter(3), ...all], [counter(epoch), logged(epoch)]);
    tables.held.restored.meanwhile(() => {
      throw new Error('interrupted');
    });
    await expect(run()).rejects.toThrow('interrupted');
    await run();
    expect(all.map((row) => restoredAt(row as never))).toEqual(all);
  });

  it('are brought also where the restored table has begun a new epoch, and its counter stays', async () => {
    const epoch = 1_000_000_000_001;
    open([counter(2), logged(1), entry(1), logged(2), entry(2)], [counter(epoch), logged(1), entry(1), logged(epoch)]);
    expect(await run()).toMatchObject({ event_numbers: 1 });
    expect(restoredAt(keys.event('org_A', 2))).toMatchObject({ id: id(2) });
    expect(restoredAt(keys.eventCounter('org_A'))?.last).toBe(epoch);
    expect(await run()).toMatchObject({ event_numbers: 0 });
  });

  it.each<[string, Item, Item | undefined, boolean]>([
    ['that succeeded since', delivery('succeeded', 1), delivery('pending', 0, { duePk: 'DUE#DELIVERIES#1' }), true],
    ['that the restored table has not begun', delivery('succeeded', 1), undefined, true],
    ['that was tried again since', delivery('pending', 3), delivery('pending', 2), true],
    ['that somebody had made again since', delivery('pending', 0, { series: 2 }), delivery('failed', 7), true],
    ['that is as it was', delivery('pending', 1), delivery('pending', 1), false],
    ['that has come further in the restored table', delivery('pending', 1), delivery('succeeded', 2), false],
  ])('a delivery %s is not made a second time', async (_, then, before, isBrought) => {
    open([aWebhook(), then], [aWebhook(), ...(before ? [before] : [])]);
    expect(await run()).toMatchObject({ deliveries: isBrought ? 1 : 0, changed: 0 });
    expect(restoredAt(keys.delivery('org_A', WEBHOOK_ID, deliveryId))).toEqual(isBrought ? then : before);
    expect(await run()).toMatchObject({ deliveries: 0 });
  });

  it('a delivery that no schema reads is named, and stays as the restored table has it', async () => {
    const [odd, before] = [delivery('of-a-later-release', 3), delivery('pending', 0)];
    open([aWebhook(), odd], [aWebhook(), before]);
    expect(await run()).toMatchObject({ deliveries: 0, unreadable: [{ kind: 'events', row: `${odd.pk} ${odd.sk}` }] });
    expect(restoredAt(keys.delivery('org_A', WEBHOOK_ID, deliveryId))).toEqual(before);
  });

  it('a delivery that was parked since is due at once: the restored webhook does not know that something waits', async () => {
    const parked = delivery('pending', 1, { duePk: parkedPartition('org_A', WEBHOOK_ID), stepDueAt: iso(0) });
    open([aWebhook(), parked], [aWebhook()]);
    await run();
    const due = { duePk: dueDeliveriesOf(WEBHOOK_ID), stepDueAt: now.toISOString() };
    expect(restoredAt(keys.delivery('org_A', WEBHOOK_ID, deliveryId))).toEqual({ ...parked, ...due });
    expect(await run()).toMatchObject({ deliveries: 0 });
  });
});
