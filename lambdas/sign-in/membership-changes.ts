import { higherRole, type Role } from '../../contract/api/roles.ts';
import type { GroupRole } from '../../contract/stack/sign-in.schema.ts';
import type { InvitationStore } from '../model/accounts/people/invitation.store.ts';
import { normalizeEmail } from '../model/accounts/people/invitation.ts';
import type { MemberStore } from '../model/accounts/people/member.store.ts';
import type { Invitation, Member, User } from '../model/accounts/people/people.schema.ts';
import type { UserStore } from '../model/accounts/people/user.store.ts';
import { type Actor, type AuditEntry, type AuditedChange, auditEntry } from '../shared/audit/audit.schema.ts';
import type { ProvenSignIn } from './sign-in-flow.schema.ts';

export interface MembershipPorts {
  users: UserStore;
  members: MemberStore;
  invitations: InvitationStore;
  groupRoles: readonly GroupRole[];
  newId: (prefix: 'usr' | 'aud') => string;
}

export type Origin = Pick<Extract<Actor, { type: 'user' }>, 'requestId' | 'sourceIp' | 'userAgent'>;

export type Person = ProvenSignIn['person'];

/** The highest role that a person's groups grant in each organization. */
export function rolesOf(groups: readonly string[], groupRoles: readonly GroupRole[]): Map<string, Role> {
  const roles = new Map<string, Role>();
  for (const { group, organizationId, role } of groupRoles) {
    if (groups.includes(group)) roles.set(organizationId, higherRole(role, roles.get(organizationId) ?? role));
  }
  return roles;
}

/** Adds a person to organizations and removes them. The first organization creates the user, with the identity. */
export class MembershipChanges {
  readonly #user: User;
  #newIdentity: Person | undefined;
  readonly #origin: Origin;
  readonly #now: Date;
  readonly #ports: MembershipPorts;

  constructor(
    { user, isNew }: { user: User; isNew: boolean },
    person: Person,
    origin: Origin,
    now: Date,
    ports: MembershipPorts,
  ) {
    this.#user = user;
    this.#newIdentity = isNew ? person : undefined;
    this.#origin = origin;
    this.#now = now;
    this.#ports = ports;
  }

  async joinByInvitation(invitation: Invitation): Promise<void> {
    const { organizationId, role, email } = invitation;
    const audit = this.#ofMember(organizationId, 'member.joined', { after: { role, email } });
    const member = this.#member(organizationId, role, 'member');
    await this.#ports.invitations.accept(invitation, member, audit, this.#now, this.#userWrites());
    this.#newIdentity = undefined;
  }

  /** Nothing is stored about a person without a user: the audit entry then has an unused user id. */
  async decline(invitation: Invitation): Promise<void> {
    const { organizationId, invitationId: id, role, email } = invitation;
    const resource = { type: 'invitation' as const, id };
    const audit = this.#audit(organizationId, { action: 'invitation.declined', resource, before: { email, role } });
    await this.#ports.invitations.withdraw(invitation, audit);
  }

  /** Leaves a role that a member assigned unchanged. */
  async joinByGroup(organizationId: string, role: Role, isMember: boolean): Promise<void> {
    const { members } = this.#ports;
    if (!isMember) {
      const { email } = this.#user;
      const audit = this.#ofMember(organizationId, 'member.joined', { after: { role, ...(email !== '' && { email }) } });
      await members.add(this.#member(organizationId, role, 'group'), audit, this.#userWrites());
      this.#newIdentity = undefined;
      return;
    }
    const member = await members.get(organizationId, this.#user.userId);
    if (member?.roleFrom !== 'group' || member.role === role) return;
    const facts = { before: { role: member.role }, after: { role } };
    // The last owner keeps the role, so that the organization always has one.
    await members.changeRole(member, role, this.#ofMember(organizationId, 'member.role_changed', facts), 'group');
  }

  async removeIfGroupLost(organizationId: string, groups: readonly string[]): Promise<boolean> {
    const { members, groupRoles } = this.#ports;
    if (groupRoles.length === 0 || rolesOf(groups, groupRoles).has(organizationId)) return false;
    const member = await members.get(organizationId, this.#user.userId);
    if (member?.roleFrom !== 'group') return member === undefined;
    const audit = this.#ofMember(organizationId, 'member.removed', { before: { role: member.role } });
    return (await members.remove(member, audit)) === 'done';
  }

  /**
   * Sends mail to the address that the provider verified. Writes the user last, so that the next sign-in completes an interrupted
   * change.
   */
  async updateEmail({ email }: Person, organizationIds: Iterable<string>): Promise<void> {
    const { users, members } = this.#ports;
    if (email === undefined || normalizeEmail(email) === normalizeEmail(this.#user.email)) return;
    for (const organizationId of organizationIds) {
      const member = await members.get(organizationId, this.#user.userId);
      if (!member || member.email === email) continue;
      const facts = { before: { email: member.email }, after: { email } };
      await members.changeEmail(member, email, this.#ofMember(organizationId, 'member.email_changed', facts));
    }
    await users.update(this.#user.userId, { email });
  }

  #member(organizationId: string, role: Role, roleFrom: Member['roleFrom']): Member {
    const { userId, email, name } = this.#user;
    const joinedAt = this.#now.toISOString();
    return { organizationId, userId, email, ...(name !== undefined && { name }), role, roleFrom, joinedAt };
  }

  #userWrites() {
    return this.#newIdentity ? this.#ports.users.creation(this.#user, this.#newIdentity) : [];
  }

  #ofMember(organizationId: string, action: string, facts: Pick<AuditEntry, 'before' | 'after'>): AuditEntry {
    return this.#audit(organizationId, { action, resource: { type: 'member', id: this.#user.userId }, ...facts });
  }

  #audit(organizationId: string, audited: AuditedChange): AuditEntry {
    const actor = { type: 'user' as const, userId: this.#user.userId, ...this.#origin };
    return auditEntry({ actor, caller: { organizationId }, now: this.#now }, this.#ports.newId('aud'), audited);
  }
}
