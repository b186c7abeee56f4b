import { auditReader } from '../../shared/audit/audit.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { listAudit } from './list-audit.ts';

/** /api/audit, in the function of /api/organization. */
export function auditRoutes({ table, serviceSecret }: OpenedApi): ApiRoute[] {
  const ports = { audit: auditReader(table), serviceSecret };

  return [listAudit(ports)];
}
