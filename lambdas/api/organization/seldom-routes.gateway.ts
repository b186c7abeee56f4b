import { auditRoutes } from '../audit/audit-routes.gateway.ts';
import { clockRoutes } from '../clock/clock-routes.gateway.ts';
import { keyRoutes } from '../keys/keys-routes.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { reportRoutes } from '../reports/reports-routes.gateway.ts';
import { requestRoutes } from '../requests/requests-routes.gateway.ts';

/** /api/keys, audit, requests, reports and the test clock, for keys and for people. */
export function seldomRoutes(api: OpenedApi): ApiRoute[] {
  return [...keyRoutes(api), ...auditRoutes(api), ...requestRoutes(api), ...reportRoutes(api), ...clockRoutes(api)];
}
