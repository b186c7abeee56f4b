/** No generated id ends so: ULIDs have no underscore. */
const TEST = '_test';

/** An organization's test data has its own id, so each partition, limit and list of it is separate from live data. */
export function testTenantOf(organizationId: string): string {
  return isTestTenant(organizationId) ? organizationId : organizationId + TEST;
}

export function isTestTenant(organizationId: string): boolean {
  return organizationId.endsWith(TEST);
}

/** The organization that owns a tenant; a live one owns itself. People, roles and settings belong to it. */
export function liveOrganizationOf(tenantId: string): string {
  return isTestTenant(tenantId) ? tenantId.slice(0, -TEST.length) : tenantId;
}

export const MODES = ['live', 'test'] as const;
export type Mode = (typeof MODES)[number];

export function modeOf(tenantId: string): Mode {
  return isTestTenant(tenantId) ? 'test' : 'live';
}

export function tenantOf(organizationId: string, mode: Mode): string {
  return mode === 'test' ? testTenantOf(organizationId) : liveOrganizationOf(organizationId);
}

/** As in each body of the API and each event. */
export function livemodeOf(tenantId: string): boolean {
  return !isTestTenant(tenantId);
}
