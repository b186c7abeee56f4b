import { invitationStore } from '../../lambdas/model/accounts/people/invitation.store.ts';
import { emailHash, newInvitation } from '../../lambdas/model/accounts/people/invitation.ts';
import { requireInvitationQuota } from '../../lambdas/model/accounts/people/invitation-use.ts';
import { memberStore } from '../../lambdas/model/accounts/people/member.store.ts';
import { type AuditedChange, administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { keys, peopleKeys } from '../../lambdas/shared/table/keys.ts';
import { againAfterLostRace, LostRace } from '../../lambdas/shared/table/lost-race.ts';
import type { Table } from '../../lambdas/shared/table/table.store.ts';
import { briefPause } from '../../lambdas/shared/time/clock.gateway.ts';
import { aMember, anInvitation, itemsOf, ORGANIZATION } from '../lambdas/model/accounts/people/a-person.ts';
import { onBoth, tablesOfThisFile } from './on-both.ts';

// Concurrent writes: an organization keeps an owner and its limits of invitations, and an invitation creates one member.

tablesOfThisFile();

const NOW = new Date('2026-06-01T12:00:00Z');
const TRIES = 30;
const change: AuditedChange = { action: 'member.tested', resource: { type: 'member', id: 'usr_1' } };
let made = 0;
const audit = () => {
  made += 1;
  return administratorsEntry(ORGANIZATION, `aud_${made}`, NOW, change);
};

/** All owners leave or become viewers at the same time. */
async function allGiveUp(table: Table): Promise<string[]> {
  const members = memberStore(table);
  const owners = ['P', 'Q', 'R', 'S'].map((letter) => aMember(letter));
  for (const item of itemsOf(...owners)) await table.put(item as { pk: string; sk: string });
  const giveUp = (member: (typeof owners)[number], place: number) =>
    againAfterLostRace(
      TRIES,
      () => (place % 2 === 0 ? members.remove(member, audit()) : members.changeRole(member, 'viewer', audit())),
      briefPause,
    );
  return Promise.all(owners.map(giveUp));
}

onBoth(
  'of owners who all leave or give up their role at once, one stays',
  async ({ table }) => {
    const fates = await allGiveUp(table);
    const owners = (await memberStore(table).list(ORGANIZATION)).filter(({ role }) => role === 'owner');
    return [fates.toSorted(), owners.length, (await table.get(peopleKeys.owners(ORGANIZATION)))?.owners];
  },
  [['done', 'done', 'done', 'last-owner'], 1, 1],
);

onBoth(
  'an invitation that several sign-ins use at once makes one member',
  async ({ table }) => {
    const invitations = invitationStore(table);
    const invitation = anInvitation({ organizationId: 'org_Invited', expiresAt: '2026-06-08T12:00:00.000Z' });
    await invitations.create(invitation, audit(), await invitations.use(invitation.organizationId, NOW));
    const joining = ['T', 'U', 'V'].map((letter) =>
      aMember(letter, { organizationId: invitation.organizationId, role: 'viewer' }),
    );
    const fates = await Promise.allSettled(joining.map((member) => invitations.accept(invitation, member, audit(), NOW)));
    const lost = fates.filter((fate) => fate.status === 'rejected' && fate.reason instanceof LostRace).length;
    const members = await memberStore(table).list(invitation.organizationId);
    const left = await table.get(peopleKeys.invitationByEmail(emailHash(invitation.email), invitation.invitationId));
    return [lost, members.length, left];
  },
  [2, 1, undefined],
);

onBoth(
  'of ten invitations at once as many are created as the organization may have',
  async ({ table }) => {
    const organizationId = 'org_Limited';
    const invitations = invitationStore(table);
    await table.put({ ...keys.limits(organizationId), openInvitations: 3 });
    const invite = async (n: number) => {
      const use = await invitations.use(organizationId, NOW);
      requireInvitationQuota(use, NOW);
      const email = `${n}@acme.test`;
      const invitation = newInvitation(`inv_${n}`, { organizationId, email, role: 'viewer', invitedBy: 'administrator' }, NOW);
      await invitations.create(invitation, audit(), use);
    };
    const all = Array.from({ length: 10 }, (_, n) => againAfterLostRace(TRIES, () => invite(n), briefPause));
    const refused = (await Promise.allSettled(all)).flatMap((fate) => (fate.status === 'rejected' ? [fate.reason.code] : []));
    const counts = await table.get(keys.resourceCounts(organizationId));
    return [refused, (await invitations.list(organizationId)).length, counts?.newInvitationsInHour];
  },
  [Array(7).fill('quota_exceeded'), 3, 3],
);
