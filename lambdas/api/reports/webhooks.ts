import { ATTEMPT_EDGES, addCounts, percentile, totalOf } from '../../model/reports/buckets.ts';
import type { WebhookDay } from '../../model/reports/report-day.schema.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { shareOf } from './histogram.ts';
import { type Report, type ReportPorts, type ReportRange, reportRoute } from './report-route.ts';

export function getWebhooksReport(ports: ReportPorts): ApiRoute {
  return reportRoute('getWebhooksReport', webhooks, ports);
}

function webhooks({ days }: ReportRange): Report {
  const counted = days.flatMap(({ day, webhooks: some }) => some.map((webhook) => ({ day, webhook })));
  const byWebhook = Map.groupBy(counted, ({ webhook }) => webhook.id);
  return {
    json: {
      data: [...byWebhook].map(([id, some]) => ({
        webhook_id: id,
        ...deliveriesResource(some.map(({ webhook }) => webhook).reduce(add)),
        days: some.map(({ day, webhook }) => ({ day, ...deliveriesResource(webhook) })),
      })),
    },
    rows: [
      ['day', 'webhook_id', 'succeeded', 'failed', 'pending', 'success_rate', 'attempts', 'p95_milliseconds'],
      ...counted.map(({ day, webhook }) => {
        const { succeeded, failed, pending, success_rate, attempts, p95_milliseconds } = deliveriesResource(webhook);
        return [day, webhook.id, succeeded, failed, pending, success_rate, attempts, p95_milliseconds];
      }),
    ],
  };
}

function add(one: WebhookDay, other: WebhookDay): WebhookDay {
  return {
    ...one,
    succeeded: one.succeeded + other.succeeded,
    failed: one.failed + other.failed,
    pending: one.pending + other.pending,
    attempts: addCounts(one.attempts, other.attempts),
  };
}

function deliveriesResource({ succeeded, failed, pending, attempts }: WebhookDay) {
  return {
    ...{ succeeded, failed, pending, success_rate: shareOf(succeeded, succeeded + failed) },
    ...{ attempts: totalOf(attempts), p95_milliseconds: percentile(ATTEMPT_EDGES, attempts, 0.95) },
  };
}
