import { ATTEMPT_EDGES, percentile, sumBuckets, totalOf } from '../../model/reports/buckets.ts';
import type { WebhookDay } from '../../model/reports/report-day.schema.ts';
import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { shareOf } from './histogram.ts';
import { WebhooksReport } from './report-resources.schema.ts';

const DELIVERED = { succeeded: 411, failed: 2, pending: 0, success_rate: 0.9952, attempts: 420, p95_milliseconds: 300 };

export const getWebhooksReport = defineReport({
  id: 'getWebhooksReport',
  clientMethod: 'reports.webhooks',
  summary: 'Webhook health',
  description: 'How many deliveries arrived, and how long their attempts took, by webhook. Tests do not count.',
  schema: WebhooksReport,
  example: () => ({ data: [{ webhook_id: 118271623110657, ...DELIVERED, days: [{ day: EXAMPLE_DAY, ...DELIVERED }] }] }),
  csv: `day,webhook_id,succeeded,failed,pending,success_rate,attempts,p95_milliseconds\r\n${EXAMPLE_DAY},118271623110657,411,2,0,0.9952,420,300\r\n`,
  reportOf: webhooks,
});

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
    attempts: sumBuckets(one.attempts, other.attempts),
  };
}

function deliveriesResource({ succeeded, failed, pending, attempts }: WebhookDay) {
  return {
    ...{ succeeded, failed, pending, success_rate: shareOf(succeeded, succeeded + failed) },
    ...{ attempts: totalOf(attempts), p95_milliseconds: percentile(ATTEMPT_EDGES, attempts, 0.95) },
  };
}
