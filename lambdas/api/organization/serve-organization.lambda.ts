import { auditRoutes } from '../audit/audit-routes.gateway.ts';
import { keyRoutes, leakRoutes } from '../keys/keys-routes.gateway.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { reportRoutes } from '../reports/reports-routes.gateway.ts';
import { requestRoutes } from '../requests/requests-routes.gateway.ts';
import { organizationRoutes } from './organization-routes.gateway.ts';

const api = await openApi(process.env);

/**
 * /api/organization, keys, audit, requests, reports, and links to the portal: the functions of /api/domains are as large as they
 * may be.
 */
export const handler = api.serve(
  [...organizationRoutes(api), ...keyRoutes(api), ...auditRoutes(api), ...requestRoutes(api), ...reportRoutes(api)],
  undefined,
  leakRoutes(api),
);
