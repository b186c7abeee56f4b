import type { MailCause } from '../../../../contract/api/events.ts';
import { higherRole, type Role } from '../../../../contract/api/roles.ts';
import type { AuditEntry } from '../../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../../shared/audit/audit.store.ts';
import { MEMBER_PREFIX, organizationPartition, peopleKeys } from '../../../shared/table/keys.ts';
import { LostRace } from '../../../shared/table/lost-race.ts';
import { allItems } from '../../../shared/table/queries.ts';
import { notThereYet, type Table, type Write } from '../../../shared/table/table.store.ts';
import { mailNoticeStore } from './mail-notice.store.ts';
import { Member } from './people.schema.ts';

const isThere = 'attribute_exists(pk)';
const stillHasThisRole = '#role = :former';
const isNotTheLastOwner = 'owners > :one';

/** The owners are notified when somebody gets such a role. */
const NOTIFIES_OWNERS: Record<Role, boolean> = { viewer: false, developer: false, admin: true, owner: true };

/** `last-owner`: nobody else could appoint another owner. */
export type MemberChange = 'done' | 'last-owner';

/** The members of an organization. Every change is written together with its audit entry. */
export function memberStore(table: Table) {
  /** Throws LostRace if the member has changed since. */
  async function unlessLastOwner(change: Write, owners: Write[], others: Write[]): Promise<MemberChange> {
    try {
      await table.transact([change, ...owners, ...others]);
      return 'done';
    } catch (error) {
      const [first] = error instanceof LostRace ? error.refused : [];
      if (owners.length > 0 && first === 1) return 'last-owner';
      throw error;
    }
  }

  return {
    async get(organizationId: string, userId: string): Promise<Member | undefined> {
      const item = await table.get(peopleKeys.member(organizationId, userId));
      return item && Member.parse(item);
    },

    /** Unpaged: an organization has few members. */
    list: (organizationId: string) => listMembers(table, organizationId),

    /** Throws LostRace if the user is already a member. */
    async add(member: Member, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      await table.transact([...(await memberWrites(table, member)), auditWrite(table, audit), ...alongside]);
    },

    /** After this, no group of the identity provider sets the role, unless `roleFrom` says so. */
    async changeRole(
      member: Member,
      role: Role,
      audit: AuditEntry,
      roleFrom: Member['roleFrom'] = 'member',
    ): Promise<MemberChange> {
      const { organizationId, userId, role: former } = member;
      const told = await notifyOwnersWrites(table, { ...member, role }, former, audit.at);
      const change = table.updateWrite(peopleKeys.member(organizationId, userId), {
        expression: 'SET #role = :role, roleFrom = :from',
        condition: stillHasThisRole,
        names: { '#role': 'role' },
        values: { ':role': role, ':former': former, ':from': roleFrom },
      });
      return unlessLastOwner(change, ownersWrites(table, organizationId, former, role), [auditWrite(table, audit), ...told]);
    },

    /** Future mail goes to this address. Throws LostRace if there is no such member. */
    async changeEmail({ organizationId, userId }: Member, email: string, audit: AuditEntry): Promise<void> {
      const change = { expression: 'SET email = :email', condition: isThere, values: { ':email': email } };
      await table.transact([table.updateWrite(peopleKeys.member(organizationId, userId), change), auditWrite(table, audit)]);
    },

    /** The causes for which the member wants no mail. Throws LostRace if there is no such member. */
    async muteMails({ organizationId, userId }: Member, mutedMails: readonly MailCause[]): Promise<void> {
      await table.update(peopleKeys.member(organizationId, userId), {
        expression: 'SET mutedMails = :muted',
        condition: isThere,
        values: { ':muted': mutedMails },
      });
    },

    /** Also ends the member's sessions: none is open without its member. */
    remove({ organizationId, userId, role }: Member, audit: AuditEntry): Promise<MemberChange> {
      const change = table.deleteWrite(peopleKeys.member(organizationId, userId), {
        expression: stillHasThisRole,
        names: { '#role': 'role' },
        values: { ':former': role },
      });
      return unlessLastOwner(change, ownersWrites(table, organizationId, role, undefined), [
        table.deleteWrite(peopleKeys.membershipOfUser(userId, organizationId)),
        auditWrite(table, audit),
      ]);
    },
  };
}

export type MemberStore = ReturnType<typeof memberStore>;

/** A new member, for a transaction; it fails if the user is already a member. */
export async function memberWrites(table: Table, member: Member): Promise<Write[]> {
  const { organizationId, userId, role, joinedAt } = member;
  return [
    table.putWrite({ ...peopleKeys.member(organizationId, userId), ...member }, notThereYet),
    table.putWrite({ ...peopleKeys.membershipOfUser(userId, organizationId), organizationId }),
    ...ownersWrites(table, organizationId, undefined, role),
    ...(await notifyOwnersWrites(table, member, undefined, joinedAt)),
  ];
}

async function listMembers(table: Table, organizationId: string): Promise<Member[]> {
  const items = await allItems(table, {
    KeyConditionExpression: 'pk = :organization AND begins_with(sk, :members)',
    values: { ':organization': organizationPartition(organizationId), ':members': MEMBER_PREFIX },
    ConsistentRead: true,
  });
  return items.map((item) => Member.parse(item));
}

/** Notifies the other owners by mail of a member who becomes an admin or an owner from a lower role. */
async function notifyOwnersWrites(table: Table, member: Member, former: Role | undefined, since: string): Promise<Write[]> {
  const { organizationId, userId, email, role } = member;
  const isRaised = former === undefined || (role !== former && higherRole(role, former) === role);
  if (!isRaised || !NOTIFIES_OWNERS[role]) return [];
  const members = await listMembers(table, organizationId);
  const others = members.filter((each) => each.role === 'owner' && each.userId !== userId && each.email !== '');
  const owners = others.map((owner) => owner.email);
  return owners.length > 0 ? [mailNoticeStore(table).memberWrite({ organizationId, userId, email, role, since, owners })] : [];
}

/** Updates the number of owners after a change of role; refuses to remove the last one. */
function ownersWrites(table: Table, organizationId: string, before: Role | undefined, after: Role | undefined): Write[] {
  const change = Number(after === 'owner') - Number(before === 'owner');
  if (change === 0) return [];
  return [
    table.updateWrite(peopleKeys.owners(organizationId), {
      expression: 'ADD owners :change',
      ...(change < 0 && { condition: isNotTheLastOwner }),
      values: { ':change': change, ...(change < 0 && { ':one': 1 }) },
    }),
  ];
}
