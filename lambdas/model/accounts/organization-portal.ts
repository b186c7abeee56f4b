import type { AuditEntry, AuditedChange } from '../../shared/audit/audit.schema.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Organization } from './account.schema.ts';
import type { AccountStore } from './account.store.ts';
import type { Portal } from './portal/portal.schema.ts';
import type { PortalStore } from './portal/portal.store.ts';
import { newPortalToken } from './portal/portal-token.ts';

export interface PortalPorts {
  portals: PortalStore;
  accounts: Pick<AccountStore, 'getOrganization'>;
  base62: (length: number) => string;
}

export function newPortal({ id, name }: Pick<Organization, 'id' | 'name'>, base62: (length: number) => string): Portal {
  return { token: newPortalToken(base62), organizationId: id, organizationName: name, version: 1 };
}

/** The organization's portal. Creates that of a test tenant if there is none. */
export async function portalOf(organizationId: string, { portals, accounts, base62 }: PortalPorts): Promise<Portal> {
  const known = await portals.ofOrganization(organizationId);
  if (known) return known;
  const organization = await accounts.getOrganization(organizationId);
  if (!organization) throw new Error(`there is no organization ${organizationId}`);
  const portal = newPortal(organization, base62);
  try {
    await portals.create(portal);
    return portal;
  } catch (error) {
    const others = error instanceof LostRace ? await portals.ofOrganization(organizationId) : undefined;
    if (!others) throw error;
    return others;
  }
}

/** Moves the portal to a new address and returns the new token. Throws LostRace if the portal has changed since it was read. */
export async function changePortalToken(
  organizationId: string,
  ports: PortalPorts,
  auditOf: (change: AuditedChange) => AuditEntry,
): Promise<string> {
  const portal = await portalOf(organizationId, ports);
  const token = newPortalToken(ports.base62);
  const resource = { type: 'organization' as const, id: organizationId };
  const change = { action: 'organization.portal_token_rotated', resource, before: { token: portal.token }, after: { token } };
  await ports.portals.rotate(portal, token, auditOf(change));
  return token;
}
