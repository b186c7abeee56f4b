import type { Organization } from '../../../lambdas/model/accounts/account.schema.ts';
import type { AccountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import {
  auditOf,
  type BelongingsDeletionPorts,
  deleteDomains,
  deleteServers,
  deleteWebhooks,
  retryLostRace,
  revokeKeys,
} from './delete-belongings.ts';
import { type Belongings, countMachines, sumBelongings } from './organization-belongings.ts';
import type { OrganizationRemovalStore } from './organization-removal.store.ts';

export interface DeletionPorts extends BelongingsDeletionPorts {
  removal: OrganizationRemovalStore;
}

/** `heldServers`: servers with certificates of domains still being removed. The organization exists until there are none. */
export type DeletionResult = Belongings & { heldServers: number[] };

/**
 * API Gateway has answered every call by then (lib/api/public-api.ts), so no call started before the revocation of its key still
 * writes.
 */
const CALL_SECONDS = 30;

/** Test data first: without the organization nobody would find it. */
export async function tenantsOf(
  organization: Organization,
  accounts: Pick<AccountStore, 'getOrganization'>,
): Promise<Organization[]> {
  const testTenant = await accounts.getOrganization(testTenantOf(organization.id));
  return testTenant && testTenant.id !== organization.id ? [testTenant, organization] : [organization];
}

export async function deleteTenants(tenants: readonly Organization[], ports: DeletionPorts): Promise<DeletionResult> {
  const deleted: DeletionResult[] = [];
  for (const tenant of tenants) deleted.push(await deleteOrganization(tenant, ports));
  return { ...sumBelongings(deleted), heldServers: deleted.flatMap(({ heldServers }) => heldServers) };
}

/**
 * Deletes an organization: first revokes what could add something, then removes its domains by their own lifecycle, then servers
 * without certificates, then itself. Safe to repeat from any point.
 */
export async function deleteOrganization(organization: Organization, ports: DeletionPorts): Promise<DeletionResult> {
  const { id } = organization;
  const keys = await revokeKeys(id, ports);
  await callsAreOver(id, ports);
  const webhooks = await deleteWebhooks(id, ports);
  const domains = await deleteDomains(id, ports);
  const { gone, held } = await deleteServers(id, ports);
  if (held.length === 0) {
    const resource = { type: 'organization' as const, id };
    const change = { action: 'organization.deleted', resource, before: { name: organization.name } };
    await retryLostRace(ports, () => ports.removal.remove(id, auditOf(id, change, ports)));
  }
  return {
    keys,
    webhooks,
    domains,
    servers: gone.length,
    machines: countMachines(gone),
    heldServers: held.map((server) => server.id),
  };
}

/** A call accepted just before the revocation may still create something. */
async function callsAreOver(organizationId: string, { accounts, clock, wait, note }: DeletionPorts): Promise<void> {
  const ends = (await accounts.keysOf(organizationId)).map(({ revokedAt = '' }) => Date.parse(revokedAt) + CALL_SECONDS * 1_000);
  const seconds = Math.ceil((Math.max(0, ...ends) - clock().getTime()) / 1_000);
  if (seconds <= 0) return;
  note(`the keys are revoked; waiting ${seconds} s for calls that were let in before`);
  await wait(seconds);
}
