import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { reportRoutes } from '../reports/reports-routes.gateway.ts';
import { requestRoutes } from '../requests/requests-routes.gateway.ts';

/** /api/requests and reports. */
export function seldomRoutes(rows: Rows): ApiRoute[] {
  return [...requestRoutes(rows), ...reportRoutes(rows)];
}
