import { type ApiRoute, readPartWhenCalled as part } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';

/**
 * /api/keys, audit, requests, reports and the test clock, for keys and for people. Few calls are for them: the first reads their
 * code.
 */
export function seldomRoutes(api: OpenedApi): ApiRoute[] {
  return [
    ...part(
      async () => (await import('../keys/keys-routes.gateway.ts')).keyRoutes(api),
      [...(['createKey', 'listKeys', 'updateKey', 'rotateKey', 'revokeKey'] as const)],
    ),
    ...part(async () => (await import('../audit/audit-routes.gateway.ts')).auditRoutes(api), ['listAudit']),
    ...part(async () => (await import('../requests/requests-routes.gateway.ts')).requestRoutes(api), ['listRequests']),
    ...part(
      async () => (await import('../reports/reports-routes.gateway.ts')).reportRoutes(api),
      [...(['getTimeToActive', 'getFailures', 'getRenewals', 'getWebhooksReport', 'getApiUse', 'getChangesReport'] as const)],
    ),
    ...part(
      async () => (await import('../clock/clock-routes.gateway.ts')).clockRoutes(api),
      [...(['getTestClock', 'moveTestClock'] as const)],
    ),
  ];
}
