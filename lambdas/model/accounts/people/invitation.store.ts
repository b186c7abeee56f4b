import type { AuditEntry } from '../../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../../shared/audit/audit.store.ts';
import {
  INVITATION_PREFIX,
  invitedPartition,
  type Key,
  keys,
  organizationPartition,
  peopleKeys,
} from '../../../shared/table/keys.ts';
import { allItems } from '../../../shared/table/queries.ts';
import { type Condition, notThereYet, type Table, type Write } from '../../../shared/table/table.store.ts';
import { OrganizationLimits } from '../account.schema.ts';
import { emailHash } from './invitation.ts';
import { type InvitationUse, incrementHour, invitationUse } from './invitation-use.ts';
import { memberWrites } from './member.store.ts';
import { Invitation, type Member } from './people.schema.ts';

const isThere = 'attribute_exists(pk)';
const isInForce = 'expiresAt > :now';
const noneCreatedYet = 'attribute_not_exists(countedInvitationsHour)';
const noneCreatedSince = 'countedInvitationsHour = :seenHour AND newInvitationsInHour = :seenCreated';

/** Invitations to an organization. Every change is written together with its audit entry. */
export function invitationStore(table: Table) {
  async function get(organizationId: string, invitationId: string): Promise<Invitation | undefined> {
    const item = await table.get(peopleKeys.invitation(organizationId, invitationId));
    return item && Invitation.parse(item);
  }

  /** Includes expired ones, until DynamoDB deletes them. */
  async function list(organizationId: string): Promise<Invitation[]> {
    const items = await allItems(table, {
      KeyConditionExpression: 'pk = :organization AND begins_with(sk, :invitations)',
      values: { ':organization': organizationPartition(organizationId), ':invitations': INVITATION_PREFIX },
      ConsistentRead: true,
    });
    return items.map((item) => Invitation.parse(item));
  }

  return {
    get,
    list,

    /**
     * The input for `create`. The counter is read before the invitations, and each creation changes it: if it is unchanged, there
     * are at most as many as were found.
     */
    async use(organizationId: string, now: Date): Promise<InvitationUse> {
      const [counts, limits] = [keys.resourceCounts(organizationId), keys.limits(organizationId)];
      const items = await table.getMany([counts, limits]);
      const open = (await list(organizationId)).filter(({ expiresAt }) => expiresAt > now.toISOString());
      const itemOf = ({ sk }: Key) => items.find((item) => item.sk === sk) ?? {};
      return invitationUse(open, itemOf(counts), OrganizationLimits.parse(itemOf(limits)));
    },

    /**
     * `alongside`: other writes for the same transaction, such as a mail that is due. Throws LostRace if somebody else has
     * invited since `use` was read.
     */
    async create(invitation: Invitation, audit: AuditEntry, use: InvitationUse, alongside: Write[] = []): Promise<void> {
      await table.transact([
        ...invitationWrites(table, invitation),
        countWrite(table, invitation, use),
        auditWrite(table, audit),
        ...alongside,
      ]);
    },

    /** Invitations in force, of all organizations. One Query, and a BatchGetItem if there are any. */
    async toEmail(email: string, now: Date): Promise<Invitation[]> {
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :email',
        values: { ':email': invitedPartition(emailHash(email)) },
        ConsistentRead: true,
        Limit: MAX_AT_ONCE,
      });
      const found = await table.getMany(
        items.map(({ organizationId, sk }) => peopleKeys.invitation(String(organizationId), String(sk))),
      );
      return found.map((item) => Invitation.parse(item)).filter(({ expiresAt }) => expiresAt > now.toISOString());
    },

    /** Also used by the invited person to decline. Throws LostRace if it was used or withdrawn. */
    async withdraw(invitation: Invitation, audit: AuditEntry): Promise<void> {
      await table.transact([...endWrites(table, invitation, { expression: isThere }), auditWrite(table, audit)]);
    },

    /** Throws LostRace if it was used, withdrawn or has expired, or its user is already a member. */
    async accept(invitation: Invitation, member: Member, audit: AuditEntry, now: Date, alongside: Write[] = []): Promise<void> {
      await table.transact([
        ...endWrites(table, invitation, { expression: isInForce, values: { ':now': now.toISOString() } }),
        ...(await memberWrites(table, member)),
        auditWrite(table, audit),
        ...alongside,
      ]);
    },
  };
}

export type InvitationStore = ReturnType<typeof invitationStore>;

/** Per e-mail address at one sign-in. */
const MAX_AT_ONCE = 20;

function invitationWrites(table: Table, invitation: Invitation): Write[] {
  const { organizationId, invitationId, email, expiresAt } = invitation;
  const expiresAtSeconds = Math.ceil(new Date(expiresAt).getTime() / 1000);
  return [
    table.putWrite({ ...peopleKeys.invitation(organizationId, invitationId), ...invitation, expiresAtSeconds }, notThereYet),
    table.putWrite({ ...peopleKeys.invitationByEmail(emailHash(email), invitationId), organizationId, expiresAtSeconds }),
  ];
}

/** Of two invitations decided on the same reading, only one is written. */
function countWrite(table: Table, { organizationId, createdAt }: Invitation, use: InvitationUse): Write {
  const { hour, created } = incrementHour(use, new Date(createdAt));
  const { counted: seen } = use;
  return table.updateWrite(keys.resourceCounts(organizationId), {
    expression: 'SET countedInvitationsHour = :hour, newInvitationsInHour = :created',
    condition: seen ? noneCreatedSince : noneCreatedYet,
    values: { ':hour': hour, ':created': created, ...(seen && { ':seenHour': seen.hour, ':seenCreated': seen.created }) },
  });
}

export function endWrites(table: Table, invitation: Invitation, condition?: Condition): Write[] {
  const { organizationId, invitationId, email } = invitation;
  return [
    table.deleteWrite(peopleKeys.invitation(organizationId, invitationId), condition),
    table.deleteWrite(peopleKeys.invitationByEmail(emailHash(email), invitationId)),
  ];
}
