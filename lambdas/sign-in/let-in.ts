import { higherRole, type Role } from '../../contract/api/roles.ts';
import type { GroupRole } from '../../contract/stack/sign-in.schema.ts';
import type { InvitationStore } from '../model/accounts/people/invitation.store.ts';
import type { MemberStore } from '../model/accounts/people/member.store.ts';
import type { Invitation, Member, User } from '../model/accounts/people/people.schema.ts';
import type { UserStore } from '../model/accounts/people/user.store.ts';
import { type Actor, type AuditEntry, auditEntry } from '../shared/audit/audit.schema.ts';
import { againAfterLostRace } from '../shared/table/lost-race.ts';
import type { Pause } from '../shared/time/clock.gateway.ts';
import type { ProvenIdentity } from './provider.gateway.ts';

export interface LetInPorts {
  users: UserStore;
  members: MemberStore;
  invitations: InvitationStore;
  groupRoles: readonly GroupRole[];
  newId: (prefix: 'usr' | 'aud') => string;
  pause: Pause;
}

/** Where somebody signs in from. */
export type Origin = Pick<Extract<Actor, { type: 'user' }>, 'requestId' | 'sourceIp' | 'userAgent'>;

export interface LetIn {
  userId: string;
  /** Of which the person is a member, in a fixed order. */
  organizationIds: string[];
}

const TRIES = 4;

/**
 * What a sign-in changes: invitations to the person's verified address are used, and the groups of the identity provider give
 * their roles, or take them away. Undefined for whom nobody has invited.
 */
export function letIn(identity: ProvenIdentity, origin: Origin, now: Date, ports: LetInPorts): Promise<LetIn | undefined> {
  return againAfterLostRace(TRIES, () => letInOnce(identity, origin, now, ports), ports.pause);
}

async function letInOnce(identity: ProvenIdentity, origin: Origin, now: Date, ports: LetInPorts): Promise<LetIn | undefined> {
  const { users, invitations } = ports;
  const [known, invited] = await Promise.all([
    users.byIdentity(identity),
    identity.isEmailVerified && identity.email !== undefined ? invitations.toEmail(identity.email, now) : [],
  ]);
  const user = known ?? newUser(identity, now, ports);
  const joined = new Set(known ? await users.organizationsOf(known.userId) : []);
  const joining = new Joining(user, known === undefined ? identity : undefined, origin, now, ports);
  for (const invitation of invited) {
    if (joined.has(invitation.organizationId)) continue;
    await joining.byInvitation(invitation);
    joined.add(invitation.organizationId);
  }
  for (const [organizationId, role] of rolesOf(identity.groups, ports.groupRoles)) {
    await joining.byGroup(organizationId, role, joined.has(organizationId));
    joined.add(organizationId);
  }
  for (const organizationId of joined)
    if (await joining.hasLostItsGroup(organizationId, identity.groups)) joined.delete(organizationId);
  return joined.size > 0 ? { userId: user.userId, organizationIds: [...joined].sort() } : undefined;
}

/** The highest role that a person's groups give in each organization. */
function rolesOf(groups: readonly string[], groupRoles: readonly GroupRole[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const { group, organizationId, role } of groupRoles) {
    if (groups.includes(group)) roles.set(organizationId, higherRole(role, roles.get(organizationId) ?? role));
  }
  return roles;
}

function newUser({ email = '', name }: ProvenIdentity, now: Date, { newId }: LetInPorts): User {
  return { userId: newId('usr'), email, ...(name !== undefined && { name }), createdAt: now.toISOString() };
}

/** One person's way into organizations; the first of them makes the user, with the identity. */
class Joining {
  readonly #user: User;
  #newIdentity: ProvenIdentity | undefined;
  readonly #origin: Origin;
  readonly #now: Date;
  readonly #ports: LetInPorts;

  constructor(user: User, newIdentity: ProvenIdentity | undefined, origin: Origin, now: Date, ports: LetInPorts) {
    this.#user = user;
    this.#newIdentity = newIdentity;
    this.#origin = origin;
    this.#now = now;
    this.#ports = ports;
  }

  async byInvitation(invitation: Invitation): Promise<void> {
    const { organizationId, role, email } = invitation;
    const audit = this.#audit(organizationId, 'member.joined', { after: { role, email } });
    const member = this.#member(organizationId, role, 'member');
    await this.#ports.invitations.accept(invitation, member, audit, this.#now, this.#userWrites());
    this.#newIdentity = undefined;
  }

  /** A role that a member has given is left as it is. */
  async byGroup(organizationId: string, role: Role, isMember: boolean): Promise<void> {
    const { members } = this.#ports;
    if (!isMember) {
      const audit = this.#audit(organizationId, 'member.joined', { after: { role, email: this.#user.email } });
      await members.add(this.#member(organizationId, role, 'group'), audit, this.#userWrites());
      this.#newIdentity = undefined;
      return;
    }
    const member = await members.get(organizationId, this.#user.userId);
    if (member?.roleFrom !== 'group' || member.role === role) return;
    const facts = { before: { role: member.role }, after: { role } };
    // The last owner stays one: the organization would be nobody's.
    await members.changeRole(member, role, this.#audit(organizationId, 'member.role_changed', facts), 'group');
  }

  async hasLostItsGroup(organizationId: string, groups: readonly string[]): Promise<boolean> {
    const { members, groupRoles } = this.#ports;
    if (groupRoles.length === 0 || rolesOf(groups, groupRoles).has(organizationId)) return false;
    const member = await members.get(organizationId, this.#user.userId);
    if (member?.roleFrom !== 'group') return member === undefined;
    const audit = this.#audit(organizationId, 'member.removed', { before: { role: member.role } });
    return (await members.remove(member, audit)) === 'done';
  }

  #member(organizationId: string, role: Role, roleFrom: Member['roleFrom']): Member {
    const { userId, email, name } = this.#user;
    const joinedAt = this.#now.toISOString();
    return { organizationId, userId, email, ...(name !== undefined && { name }), role, roleFrom, joinedAt };
  }

  #userWrites() {
    return this.#newIdentity ? this.#ports.users.creation(this.#user, this.#newIdentity) : [];
  }

  #audit(organizationId: string, action: string, facts: Pick<AuditEntry, 'before' | 'after'>): AuditEntry {
    const { userId } = this.#user;
    const change = { actor: { type: 'user' as const, userId, ...this.#origin }, caller: { organizationId }, now: this.#now };
    return auditEntry(change, this.#ports.newId('aud'), { action, resource: { type: 'member', id: userId }, ...facts });
  }
}
