/** Permissions of an API key. Each operation requires at most one. */
export const PERMISSIONS = [
  'domains.read',
  'domains.check',
  'domains.write',
  'servers.read',
  'servers.write',
  'webhooks.read',
  'webhooks.write',
  'keys.read',
  /** Create keys with at most the creator's own permissions. */
  'keys.write',
  'audit.read',
  'reports.read',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** By permission, another one that includes it: whoever may change domains may have them checked. */
export const INCLUDED_IN: { readonly [name in string]?: Permission } = {
  'domains.check': 'domains.write',
} satisfies { [name in Permission]?: Permission };

export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below the site's address. A `{placeholder}` is one whole segment. */
  path: `/api/${string}`;
  /** Absent: any valid key is enough. */
  permission?: Permission;
}

/** All operations of the public API. Routes are built from this table, and the OpenAPI document describes it. */
export const OPERATIONS = {
  createDomain: { method: 'POST', path: '/api/domains', permission: 'domains.write' },
  listDomains: { method: 'GET', path: '/api/domains', permission: 'domains.read' },
  countDomains: { method: 'GET', path: '/api/domains/counts', permission: 'domains.read' },
  countExpiries: { method: 'GET', path: '/api/domains/expiries', permission: 'domains.read' },
  createDomains: { method: 'POST', path: '/api/domains/bulk', permission: 'domains.write' },
  getDomain: { method: 'GET', path: '/api/domains/{id}', permission: 'domains.read' },
  updateDomain: { method: 'PATCH', path: '/api/domains/{id}', permission: 'domains.write' },
  deleteDomain: { method: 'DELETE', path: '/api/domains/{id}', permission: 'domains.write' },
  checkDomain: { method: 'POST', path: '/api/domains/{id}/check', permission: 'domains.check' },
  retryDomain: { method: 'POST', path: '/api/domains/{id}/retry', permission: 'domains.write' },
  renewDomain: { method: 'POST', path: '/api/domains/{id}/renew', permission: 'domains.write' },
  revokeDomain: { method: 'POST', path: '/api/domains/{id}/revoke', permission: 'domains.write' },
  listDomainEvents: { method: 'GET', path: '/api/domains/{id}/events', permission: 'domains.read' },
  createPortalLink: { method: 'POST', path: '/api/domains/{id}/portal-link', permission: 'domains.write' },
  endPortalLinks: { method: 'DELETE', path: '/api/domains/{id}/portal-link', permission: 'domains.write' },
  lookAtDns: { method: 'POST', path: '/api/dns/look', permission: 'domains.check' },
  lookAtDnsOfMany: { method: 'POST', path: '/api/dns/look/bulk', permission: 'domains.check' },
  getOrganization: { method: 'GET', path: '/api/organization' },
  getTheme: { method: 'GET', path: '/api/organization/theme', permission: 'domains.read' },
  putTheme: { method: 'PUT', path: '/api/organization/theme', permission: 'domains.write' },
  getTestClock: { method: 'GET', path: '/api/test/clock', permission: 'domains.read' },
  moveTestClock: { method: 'POST', path: '/api/test/clock', permission: 'domains.write' },
  createServer: { method: 'POST', path: '/api/servers', permission: 'servers.write' },
  listServers: { method: 'GET', path: '/api/servers', permission: 'servers.read' },
  getServer: { method: 'GET', path: '/api/servers/{id}', permission: 'servers.read' },
  updateServer: { method: 'PATCH', path: '/api/servers/{id}', permission: 'servers.write' },
  deleteServer: { method: 'DELETE', path: '/api/servers/{id}', permission: 'servers.write' },
  checkServer: { method: 'POST', path: '/api/servers/{id}/check', permission: 'servers.write' },
  getAwsAccess: { method: 'GET', path: '/api/aws-access', permission: 'servers.read' },
  createEnrollment: { method: 'POST', path: '/api/servers/{id}/enrollments', permission: 'servers.write' },
  listMachines: { method: 'GET', path: '/api/servers/{id}/enrollments', permission: 'servers.read' },
  revokeMachine: { method: 'DELETE', path: '/api/servers/{id}/enrollments/{machine_id}', permission: 'servers.write' },
  listMachineKeys: { method: 'GET', path: '/api/servers/{id}/enrollments/{machine_id}/keys', permission: 'servers.read' },
  listEnrollmentTokens: { method: 'GET', path: '/api/servers/{id}/enrollment-tokens', permission: 'servers.read' },
  revokeEnrollmentToken: {
    method: 'DELETE',
    path: '/api/servers/{id}/enrollment-tokens/{token_id}',
    permission: 'servers.write',
  },
  createWebhook: { method: 'POST', path: '/api/webhooks', permission: 'webhooks.write' },
  listWebhooks: { method: 'GET', path: '/api/webhooks', permission: 'webhooks.read' },
  getWebhook: { method: 'GET', path: '/api/webhooks/{id}', permission: 'webhooks.read' },
  updateWebhook: { method: 'PATCH', path: '/api/webhooks/{id}', permission: 'webhooks.write' },
  deleteWebhook: { method: 'DELETE', path: '/api/webhooks/{id}', permission: 'webhooks.write' },
  rotateWebhookSecret: { method: 'POST', path: '/api/webhooks/{id}/rotate-secret', permission: 'webhooks.write' },
  testWebhook: { method: 'POST', path: '/api/webhooks/{id}/test', permission: 'webhooks.write' },
  getWebhookHealth: { method: 'GET', path: '/api/webhooks/{id}/health', permission: 'webhooks.read' },
  listDeliveries: { method: 'GET', path: '/api/webhooks/{id}/deliveries', permission: 'webhooks.read' },
  getDelivery: { method: 'GET', path: '/api/webhooks/{id}/deliveries/{delivery_id}', permission: 'webhooks.read' },
  redeliver: { method: 'POST', path: '/api/webhooks/{id}/deliveries/{delivery_id}/redeliver', permission: 'webhooks.write' },
  replayDeliveries: { method: 'POST', path: '/api/webhooks/{id}/replay', permission: 'webhooks.write' },
  listEvents: { method: 'GET', path: '/api/events', permission: 'domains.read' },
  getEvent: { method: 'GET', path: '/api/events/{id}', permission: 'domains.read' },
  createKey: { method: 'POST', path: '/api/keys', permission: 'keys.write' },
  listKeys: { method: 'GET', path: '/api/keys', permission: 'keys.read' },
  updateKey: { method: 'PATCH', path: '/api/keys/{id}', permission: 'keys.write' },
  rotateKey: { method: 'POST', path: '/api/keys/{id}/rotate', permission: 'keys.write' },
  revokeKey: { method: 'DELETE', path: '/api/keys/{id}', permission: 'keys.write' },
  listAudit: { method: 'GET', path: '/api/audit', permission: 'audit.read' },
  listRequests: { method: 'GET', path: '/api/requests', permission: 'audit.read' },
  getTimeToActive: { method: 'GET', path: '/api/reports/time-to-active', permission: 'reports.read' },
  getFailures: { method: 'GET', path: '/api/reports/failures', permission: 'reports.read' },
  getRenewals: { method: 'GET', path: '/api/reports/renewals', permission: 'reports.read' },
  getWebhooksReport: { method: 'GET', path: '/api/reports/webhooks', permission: 'reports.read' },
  getApiUse: { method: 'GET', path: '/api/reports/api-use', permission: 'reports.read' },
  getChangesReport: { method: 'GET', path: '/api/reports/changes', permission: 'reports.read' },
} as const satisfies Record<string, Operation>;
export type OperationId = keyof typeof OPERATIONS;
