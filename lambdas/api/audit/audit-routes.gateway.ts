import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { listAudit } from './list-audit.ts';

/** /api/audit, in the function of /api/organization. */
export function auditRoutes(rows: Rows): ApiRoute[] {
  return [listAudit(rows)];
}
