import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { getApiUse } from './api-use.ts';
import { getChangesReport } from './changes.ts';
import { getFailures } from './failures.ts';
import { getRenewals } from './renewals.ts';
import { getTimeToActive } from './time-to-active.ts';
import { getWebhooksReport } from './webhooks.ts';

/** /api/reports, in the function of /api/organization. */
export function reportRoutes({ reports, recentEvents: recent, settings }: Rows): ApiRoute[] {
  const ports = { reports, recent, settings };
  return [
    getTimeToActive(ports),
    getFailures(ports),
    getRenewals(ports),
    getWebhooksReport(ports),
    getApiUse(ports),
    getChangesReport(ports),
  ];
}
