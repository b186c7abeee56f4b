import type { Invitation, User } from '../model/accounts/people/people.schema.ts';
import { againAfterLostRace } from '../shared/table/lost-race.ts';
import type { Pause } from '../shared/time/clock.gateway.ts';
import { MembershipChanges, type MembershipPorts, type Origin, type Person, rolesOf } from './membership-changes.ts';
import type { ProvenIdentity } from './provider.gateway.ts';

export interface ApplySignInPorts extends MembershipPorts {
  pause: Pause;
}

export interface SignInResult {
  /** Not stored before the person joins a first organization. */
  user: User;
  isNew: boolean;
  /** Organizations with a membership. */
  organizationIds: string[];
  /** The default organization. Undefined if nothing decides: the person is asked. */
  usualId: string | undefined;
  /** Invitations of other organizations to the person's verified address. Only the person's own answer uses them. */
  invitations: Invitation[];
}

const TRIES = 4;

/** Applies a sign-in: the provider's groups grant or remove roles, and mail goes to the verified address. */
export function applySignIn(identity: ProvenIdentity, origin: Origin, now: Date, ports: ApplySignInPorts): Promise<SignInResult> {
  return againAfterLostRace(TRIES, () => applySignInOnce(identity, origin, now, ports), ports.pause);
}

async function applySignInOnce(
  identity: ProvenIdentity,
  origin: Origin,
  now: Date,
  ports: ApplySignInPorts,
): Promise<SignInResult> {
  const found = await findPerson(identity, now, ports);
  const joining = new MembershipChanges(found, identity, origin, now, ports);
  const joined = new Set(found.organizationIds);
  for (const [organizationId, role] of rolesOf(identity.groups, ports.groupRoles)) {
    await joining.joinByGroup(organizationId, role, joined.has(organizationId));
    joined.add(organizationId);
  }
  for (const organizationId of joined)
    if (await joining.removeIfGroupLost(organizationId, identity.groups)) joined.delete(organizationId);
  if (!found.isNew) await joining.updateEmail(identity, joined);
  const invitations = found.invitations.filter(({ organizationId }) => !joined.has(organizationId));
  const organizationIds = [...joined];
  // Organizations added by groups do not change the default.
  const usualId = organizationIds.find((id) => id === found.usualId) ?? usualIdOf(found.user, organizationIds);
  return { ...found, organizationIds, usualId, invitations };
}

/** The organization of the last sign-in, or the only one. */
function usualIdOf({ lastOrganizationId }: User, organizationIds: readonly string[]): string | undefined {
  const [first, ...others] = organizationIds;
  return organizationIds.find((id) => id === lastOrganizationId) ?? (others.length === 0 ? first : undefined);
}

/** Read-only. */
export async function findPerson(
  person: Person,
  now: Date,
  { users, invitations, newId }: ApplySignInPorts,
): Promise<SignInResult> {
  const { email, name } = person;
  const [known, invited] = await Promise.all([
    users.byIdentity(person),
    email !== undefined ? invitations.toEmail(email, now) : [],
  ]);
  const joined = known ? await users.organizationsOf(known.userId) : [];
  const unknown = { email: email ?? '', ...(name !== undefined && { name }), createdAt: now.toISOString() };
  const user = known ?? { userId: newId('usr'), ...unknown };
  return {
    user,
    isNew: known === undefined,
    organizationIds: joined,
    usualId: usualIdOf(user, joined),
    invitations: invited.filter(({ organizationId }) => !joined.includes(organizationId)),
  };
}

export interface Answer {
  action: 'accept' | 'decline';
  organizationId: string;
  invitationId: string;
}

/**
 * The organizations that the person may enter afterwards. Accepting twice equals accepting once; an ended invitation changes
 * nothing.
 */
export function answerInvitation(
  answer: Answer,
  person: Person,
  origin: Origin,
  now: Date,
  ports: ApplySignInPorts,
): Promise<SignInResult> {
  return againAfterLostRace(TRIES, () => answerOnce(answer, person, origin, now, ports), ports.pause);
}

async function answerOnce(
  answer: Answer,
  person: Person,
  origin: Origin,
  now: Date,
  ports: ApplySignInPorts,
): Promise<SignInResult> {
  const found = await findPerson(person, now, ports);
  const { organizationId, invitationId } = answer;
  const invitation = found.invitations.find((one) => one.organizationId === organizationId && one.invitationId === invitationId);
  if (!invitation) return found;
  const joining = new MembershipChanges(found, person, origin, now, ports);
  if (answer.action === 'decline') await joining.decline(invitation);
  else await joining.joinByInvitation(invitation);
  return findPerson(person, now, ports);
}
