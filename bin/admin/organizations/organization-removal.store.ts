import { endWrites, invitationStore } from '../../../lambdas/model/accounts/people/invitation.store.ts';
import { memberStore } from '../../../lambdas/model/accounts/people/member.store.ts';
import { PortalOfOrganization } from '../../../lambdas/model/accounts/portal/portal.schema.ts';
import type { AuditEntry } from '../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite } from '../../../lambdas/shared/audit/audit.store.ts';
import { keys, peopleKeys } from '../../../lambdas/shared/table/keys.ts';
import type { Table, Write } from '../../../lambdas/shared/table/table.store.ts';

const isThere = { expression: 'attribute_exists(pk)' };

/** Removes an organization that has nothing left. No Lambda has the right to do so. */
export function organizationRemovalStore(table: Table) {
  async function portalWrites(organizationId: string): Promise<Write[]> {
    const item = await table.get(keys.portalOfOrganization(organizationId));
    if (!item) return [];
    const { token } = PortalOfOrganization.parse(item);
    const portal = await table.get(keys.portal(token));
    const logo = portal?.logoId === undefined ? [] : [table.deleteWrite(keys.portalLogo(String(portal.logoId)))];
    return [table.deleteWrite(keys.portalOfOrganization(organizationId)), table.deleteWrite(keys.portal(token)), ...logo];
  }

  /** Removes the last owner too. Open sessions then read nothing. */
  async function removePeople(organizationId: string): Promise<void> {
    for (const { userId } of await memberStore(table).list(organizationId)) {
      const rows = [peopleKeys.member(organizationId, userId), peopleKeys.membershipOfUser(userId, organizationId)];
      await table.transact(rows.map((key) => table.deleteWrite(key)));
    }
    for (const invitation of await invitationStore(table).list(organizationId)) {
      await table.transact(endWrites(table, invitation));
    }
    await table.transact([table.deleteWrite(peopleKeys.owners(organizationId))]);
  }

  return {
    /**
     * Deletes its people first, and its portal with it. What remains: its revoked keys, its audit, its servers' labels, the
     * quarantine of its hostnames, and its last event number, which the relay would otherwise reuse. Throws LostRace when the
     * organization does not exist.
     */
    async remove(organizationId: string, audit: AuditEntry): Promise<void> {
      await removePeople(organizationId);
      const items = [keys.limits(organizationId), keys.resourceCounts(organizationId), keys.useReconciliation(organizationId)];
      await table.transact([
        table.deleteWrite(keys.organization(organizationId), isThere),
        ...items.map((key) => table.deleteWrite(key)),
        ...(await portalWrites(organizationId)),
        auditWrite(table, audit),
      ]);
    },
  };
}
export type OrganizationRemovalStore = ReturnType<typeof organizationRemovalStore>;
