import { beforeEach, describe, expect, it } from 'vitest';
import { invitationStore } from '../../../../../lambdas/model/accounts/people/invitation.store.ts';
import { emailHash, newInvitation } from '../../../../../lambdas/model/accounts/people/invitation.ts';
import { memberStore } from '../../../../../lambdas/model/accounts/people/member.store.ts';
import type { Member } from '../../../../../lambdas/model/accounts/people/people.schema.ts';
import { permissionToChange, permissionToRemove } from '../../../../../lambdas/model/accounts/people/roles.ts';
import { sessionStore } from '../../../../../lambdas/model/accounts/people/session.store.ts';
import { newSession, sessionIdOf } from '../../../../../lambdas/model/accounts/people/session.ts';
import { userStore } from '../../../../../lambdas/model/accounts/people/user.store.ts';
import { type AuditedChange, administratorsEntry } from '../../../../../lambdas/shared/audit/audit.schema.ts';
import { keys, peopleKeys } from '../../../../../lambdas/shared/table/keys.ts';
import { LostRace } from '../../../../../lambdas/shared/table/lost-race.ts';
import { iso, later, NOW } from '../../../a-domain.ts';
import { itemsUnder, newId, table, tableHolds, wholeRequests } from '../../../api/api-caller.ts';
import { aMember, anInvitation, aUser, itemsOf, ORGANIZATION, userId } from './a-person.ts';

const members = memberStore(table);
const invitations = invitationStore(table);
const sessions = sessionStore(table);
const users = userStore(table);
const SECRET = 's'.repeat(43);
const token = { organizationId: ORGANIZATION, userId: userId('M'), secret: SECRET };
const change: AuditedChange = { action: 'member.tested', resource: { type: 'member', id: 'usr_1' } };
const audit = () => administratorsEntry(ORGANIZATION, newId('aud'), NOW, change);

let items: ReturnType<typeof tableHolds>;
const holds = (...held: Record<string, unknown>[]) => {
  items = tableHolds(...held);
};
const roleOf = async (member: Member) => (await members.get(ORGANIZATION, member.userId))?.role;
const audited = () => itemsUnder(items, 'AUDIT#').length;

describe('the last owner', () => {
  const [owner, other, viewer] = [aMember('M'), aMember('N'), aMember('V', { role: 'viewer' })];

  it('gets no lower role, and nothing is written', async () => {
    holds(...itemsOf(owner, viewer));
    expect(await members.changeRole(owner, 'admin', audit())).toBe('last-owner');
    expect([await roleOf(owner), audited()]).toEqual(['owner', 0]);
  });

  it('cannot leave', async () => {
    holds(...itemsOf(owner, viewer));
    expect(await members.remove(owner, audit())).toBe('last-owner');
    expect([await roleOf(owner), audited()]).toEqual(['owner', 0]);
  });

  it('is nobody while there is another, and whoever leaves first', async () => {
    holds(...itemsOf(owner, other));
    expect(await members.remove(owner, audit())).toBe('done');
    expect(await members.changeRole(other, 'viewer', audit())).toBe('last-owner');
    expect([await roleOf(owner), await roleOf(other), audited()]).toEqual([undefined, 'owner', 1]);
  });

  it('may leave when somebody was made an owner', async () => {
    holds(...itemsOf(owner, viewer));
    expect(await members.changeRole(viewer, 'owner', audit())).toBe('done');
    expect(await members.remove(owner, audit())).toBe('done');
    expect(await users.organizationsOf(owner.userId)).toEqual([]);
  });
});

describe('a member', () => {
  const viewer = aMember('V', { role: 'viewer' });
  beforeEach(() => holds(...itemsOf(aMember('M'), viewer)));

  it('whose role somebody changed meanwhile is read again before it is changed', async () => {
    await members.changeRole(viewer, 'admin', audit());
    await expect(members.changeRole(viewer, 'developer', audit())).rejects.toThrow(LostRace);
    await expect(members.remove(viewer, audit())).rejects.toThrow(LostRace);
    expect([await roleOf(viewer), audited()]).toEqual(['admin', 1]);
  });

  it('is listed with the others of the organization, and with no invitation', async () => {
    await invitations.create(anInvitation(), audit(), await invitations.use(ORGANIZATION, NOW));
    expect((await members.list(ORGANIZATION)).map(({ userId: id }) => id)).toEqual([userId('M'), userId('V')]);
  });

  it('is made or unmade an owner by owners only, and leaves without permission', () => {
    expect([permissionToChange('viewer', 'admin'), permissionToChange('admin', 'owner')]).toEqual([
      'members.write',
      'owners.write',
    ]);
    const owner = aMember('M');
    const by = (member: Member, user: string) => permissionToRemove(member, user);
    expect([by(viewer, viewer.userId), by(viewer, 'usr_2'), by(owner, 'usr_2'), by(owner, owner.userId)]).toEqual([
      undefined,
      'members.write',
      'owners.write',
      undefined,
    ]);
  });
});

describe('an invitation', () => {
  const invitation = anInvitation();
  const joins = (letter: string, role: Member['role'] = 'developer') => aMember(letter, { role });
  beforeEach(async () => {
    holds(...itemsOf(aMember('O')));
    await invitations.create(invitation, audit(), await invitations.use(ORGANIZATION, NOW));
  });

  it('is found by its address in any case, by two requests', async () => {
    const before = wholeRequests().length;
    expect(await invitations.toEmail(' M@Acme.TEST ', NOW)).toEqual([expect.objectContaining(invitation)]);
    expect(wholeRequests().slice(before)).toEqual([
      'Query INVITED#…',
      'BatchGetItem ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA INVITATION#inv_1',
    ]);
    expect(await invitations.toEmail('n@acme.test', NOW)).toEqual([]);
  });

  it('is used once', async () => {
    await invitations.accept(invitation, joins('M'), audit(), NOW);
    await expect(invitations.accept(invitation, joins('N'), audit(), NOW)).rejects.toThrow(LostRace);
    expect(await users.organizationsOf(userId('M'))).toEqual([ORGANIZATION]);
    expect(await members.get(ORGANIZATION, userId('N'))).toBeUndefined();
    expect(await invitations.toEmail(invitation.email, NOW)).toEqual([]);
  });

  it('is in force for seven days, not longer', async () => {
    const week = 7 * 86_400_000;
    const made = newInvitation(
      'inv_2',
      { organizationId: ORGANIZATION, email: 'X@acme.test', role: 'viewer', invitedBy: 'administrator' },
      NOW,
    );
    expect(made).toMatchObject({ email: 'x@acme.test', expiresAt: iso(week) });
    expect(await invitations.toEmail(invitation.email, later(week - 1))).toHaveLength(1);
    expect(await invitations.toEmail(invitation.email, later(week))).toEqual([]);
    await expect(invitations.accept(invitation, joins('M'), audit(), later(week))).rejects.toThrow(LostRace);
  });

  it('cannot be used when it was withdrawn, nor withdrawn when it was used', async () => {
    await invitations.withdraw(invitation, audit());
    await expect(invitations.accept(invitation, joins('M'), audit(), NOW)).rejects.toThrow(LostRace);
    await expect(invitations.withdraw(invitation, audit())).rejects.toThrow(LostRace);
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
  });

  it('gives no second place to whoever is a member', async () => {
    await expect(invitations.accept(invitation, joins('O'), audit(), NOW)).rejects.toThrow(LostRace);
    expect(await invitations.get(ORGANIZATION, invitation.invitationId)).toMatchObject(invitation);
  });

  it('makes one more owner, where it says so', async () => {
    await invitations.accept(invitation, joins('M', 'owner'), audit(), NOW);
    expect(await members.remove(aMember('O'), audit())).toBe('done');
  });

  it('lies under a hash: no key of the table says an address', () => {
    expect(emailHash('M@acme.test')).toBe(emailHash('m@acme.test'));
    expect([...items.keys()].filter((key) => key.includes('acme'))).toEqual([]);
  });
});

describe('a user', () => {
  it('is known by issuer and subject, so that the same subject of another provider is somebody else', async () => {
    const identity = { issuer: 'https://idp.acme.test', subject: '1' };
    holds();
    await table.transact(users.creation(aUser('M'), identity));
    expect(await users.byIdentity(identity)).toMatchObject(aUser('M'));
    expect(await users.byIdentity({ ...identity, issuer: 'https://idp.acme.test1', subject: '' })).toBeUndefined();
    expect(await users.byIdentity({ ...identity, issuer: 'https://other.test' })).toBeUndefined();
    await expect(table.transact(users.creation(aUser('N'), identity))).rejects.toThrow(LostRace);
  });
});

describe('the session of a request', () => {
  const facts = { authenticatedAt: NOW.toISOString(), sourceIp: '192.0.2.1', userAgent: 'test' };
  const session = newSession({ ...facts, userId: userId('M'), organizationId: ORGANIZATION }, SECRET, NOW);
  const owner = aMember('M');
  beforeEach(async () => {
    holds(...itemsOf(owner), { ...keys.limits(ORGANIZATION), domains: 5 });
    await sessions.start(session);
  });

  it('is read with its role and the limits by one request', async () => {
    const before = wholeRequests().length;
    expect(await sessions.open(token, NOW)).toMatchObject({ session, member: { role: 'owner' }, limits: { domains: 5 } });
    expect(wholeRequests().slice(before)).toEqual([
      'BatchGetItem USER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM SESSION#…, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA MEMBER#usr_MMMMMMMMMMMMMMMMMMMMMMMMMM, ORG#org_AAAAAAAAAAAAAAAAAAAAAAAAAA LIMITS',
    ]);
  });

  it('has the role that its user has now', async () => {
    items.set(`ORG#${ORGANIZATION}|MEMBER#${owner.userId}`, { ...itemsOf({ ...owner, role: 'viewer' })[0] });
    expect((await sessions.open(token, NOW))?.member.role).toBe('viewer');
  });

  it('is none for another secret, organization or user', async () => {
    const others = [
      { ...token, secret: 't'.repeat(43) },
      { ...token, organizationId: `org_${'B'.repeat(26)}` },
      { ...token, userId: userId('N') },
    ];
    for (const other of others) expect(await sessions.open(other, NOW)).toBeUndefined();
  });

  it('is none in an organization that it was not begun for, although its user is a member there', async () => {
    const other = { ...owner, organizationId: `org_${'B'.repeat(26)}` };
    items.set('other', { ...peopleKeys.member(other.organizationId, other.userId), ...other });
    items.set(`${peopleKeys.member(other.organizationId, other.userId).pk}|MEMBER#${other.userId}`, {
      ...peopleKeys.member(other.organizationId, other.userId),
      ...other,
    });
    expect(await sessions.open({ ...token, organizationId: other.organizationId }, NOW)).toBeUndefined();
  });

  it('is none when it was ended, when its time is over, or when its user was removed', async () => {
    expect(await sessions.open(token, later(8 * 3_600_000))).toBeUndefined();
    items.delete(`ORG#${ORGANIZATION}|MEMBER#${owner.userId}`);
    expect(await sessions.open(token, NOW)).toBeUndefined();
    holds(...itemsOf(owner));
    await sessions.start(session);
    await sessions.end(owner.userId, sessionIdOf(SECRET));
    await sessions.end(owner.userId, sessionIdOf(SECRET));
    expect(await sessions.open(token, NOW)).toBeUndefined();
  });

  it('lives on by its use, and use does not bring back one that was ended', async () => {
    const seen = later(8 * 3_600_000 - 1);
    await sessions.recordUse(session, seen);
    expect(await sessions.open(token, later(9 * 3_600_000))).toBeDefined();
    await sessions.end(owner.userId, session.sessionId);
    await sessions.recordUse(session, seen);
    expect(itemsUnder(items, 'USER#').filter(({ sk }) => String(sk).startsWith('SESSION#'))).toEqual([]);
  });

  it('is listed while it is open', async () => {
    expect(await sessions.ofUser(owner.userId, NOW)).toEqual([expect.objectContaining(session)]);
    expect(await sessions.ofUser(owner.userId, later(24 * 3_600_000))).toEqual([]);
  });
});
