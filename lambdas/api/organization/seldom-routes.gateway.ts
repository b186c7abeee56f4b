import type { Rows } from '../../wiring/rows.wiring.ts';
import { auditRoutes } from '../audit/audit-routes.gateway.ts';
import { clockRoutes } from '../clock/clock-routes.gateway.ts';
import { keyRoutes } from '../keys/keys-routes.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { reportRoutes } from '../reports/reports-routes.gateway.ts';
import { requestRoutes } from '../requests/requests-routes.gateway.ts';

/** /api/keys, audit, requests, reports and the test clock, for keys and for people. */
export function seldomRoutes(rows: Rows): ApiRoute[] {
  return [...keyRoutes(rows), ...auditRoutes(rows), ...requestRoutes(rows), ...reportRoutes(rows), ...clockRoutes(rows)];
}
