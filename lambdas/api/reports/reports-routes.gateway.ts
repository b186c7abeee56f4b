import { recentEventsStore } from '../../model/reports/recent-events.store.ts';
import { reportStore } from '../../model/reports/report.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { getApiUse } from './api-use.ts';
import { getChangesReport } from './changes.ts';
import { getFailures } from './failures.ts';
import { getRenewals } from './renewals.ts';
import { getTimeToActive } from './time-to-active.ts';
import { getWebhooksReport } from './webhooks.ts';

/** /api/reports, in the function of /api/organization. */
export function reportRoutes({ table, settings }: OpenedApi): ApiRoute[] {
  const ports = { reports: reportStore(table), recent: recentEventsStore(table, settings), settings };
  return [
    getTimeToActive(ports),
    getFailures(ports),
    getRenewals(ports),
    getWebhooksReport(ports),
    getApiUse(ports),
    getChangesReport(ports),
  ];
}
