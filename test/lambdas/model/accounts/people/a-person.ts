import type { Invitation, Member, User } from '../../../../../lambdas/model/accounts/people/people.schema.ts';
import { peopleKeys } from '../../../../../lambdas/shared/table/keys.ts';
import { iso, NOW } from '../../../a-domain.ts';

export const ORGANIZATION = `org_${'A'.repeat(26)}`;
export const userId = (letter: string) => `usr_${letter.repeat(26)}`;

export const aMember = (letter: string, changes: Partial<Member> = {}): Member => ({
  organizationId: ORGANIZATION,
  userId: userId(letter),
  email: `${letter.toLowerCase()}@acme.test`,
  role: 'owner',
  roleFrom: 'member',
  joinedAt: NOW.toISOString(),
  ...changes,
});

export const aUser = (letter: string): User => ({
  userId: userId(letter),
  email: `${letter.toLowerCase()}@acme.test`,
  createdAt: NOW.toISOString(),
});

export const anInvitation = (changes: Partial<Invitation> = {}): Invitation => ({
  invitationId: 'inv_1',
  organizationId: ORGANIZATION,
  email: 'm@acme.test',
  role: 'developer',
  invitedBy: 'administrator',
  createdAt: NOW.toISOString(),
  expiresAt: iso(7 * 86_400_000),
  ...changes,
});

export function itemsOf(...members: Member[]): Record<string, unknown>[] {
  const owners = members.filter(({ role }) => role === 'owner').length;
  return [
    ...members.flatMap((member) => [
      { ...peopleKeys.member(member.organizationId, member.userId), ...member },
      { ...peopleKeys.membershipOfUser(member.userId, member.organizationId), organizationId: member.organizationId },
    ]),
    { ...peopleKeys.owners(members[0]?.organizationId ?? ORGANIZATION), owners },
  ];
}
