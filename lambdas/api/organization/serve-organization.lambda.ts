import { leakRoutes } from '../keys/leak-routes.gateway.ts';
import { readPartWhenCalled as part } from '../pipeline/api-route.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { organizationRoutes } from './organization-routes.gateway.ts';

const api = await openApi(process.env);

/**
 * /api/organization, keys, audit, requests, reports, and links to the portal: the functions of /api/domains are as large as they
 * may be.
 */
export const handler = api.serve(
  [
    ...organizationRoutes(api),
    ...part(
      async () => (await import('../keys/keys-routes.gateway.ts')).keyRoutes(api),
      ['createKey', 'listKeys', 'updateKey', 'rotateKey', 'revokeKey'],
    ),
    ...part(async () => (await import('../audit/audit-routes.gateway.ts')).auditRoutes(api), ['listAudit']),
    ...part(async () => (await import('../requests/requests-routes.gateway.ts')).requestRoutes(api), ['listRequests']),
    ...part(
      async () => (await import('../reports/reports-routes.gateway.ts')).reportRoutes(api),
      ['getTimeToActive', 'getFailures', 'getRenewals', 'getWebhooksReport', 'getApiUse', 'getChangesReport'],
    ),
  ],
  undefined,
  leakRoutes(api),
);
