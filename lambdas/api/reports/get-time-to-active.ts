import { noCounts, percentile, sumBuckets, totalOf, WAIT_EDGES } from '../../model/reports/buckets.ts';
import { addWaits } from '../../model/reports/roll-up.ts';
import { NO_WAITS } from '../../model/reports/waits.ts';
import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { histogramOf } from './histogram.ts';
import { TimeToActiveReport } from './report-resources.schema.ts';

export const getTimeToActive = defineReport({
  id: 'getTimeToActive',
  clientMethod: 'reports.time_to_active',
  summary: 'Time to active',
  description:
    'How long your customers wait until a new domain is served with a certificate, and for whom. Percentiles are the upper edge of their bucket.',
  schema: TimeToActiveReport,
  example: () => ({
    total: {
      ...{ domains: 2, p50_seconds: 900, p90_seconds: 3600, p99_seconds: 3600 },
      waits: { domains: 2, customer_seconds: 1740, ca_seconds: 21, server_seconds: 34, service_seconds: 4 },
    },
    histogram: [
      { up_to_seconds: 900, domains: 1 },
      { up_to_seconds: 3600, domains: 1 },
    ],
    days: [{ day: EXAMPLE_DAY, domains: 2, p50_seconds: 900 }],
  }),
  csv: `day,domains,p50_seconds,p90_seconds,p99_seconds,customer_seconds,ca_seconds,server_seconds,service_seconds\r\n${EXAMPLE_DAY},2,900,3600,3600,1740,21,34,4\r\n`,
  reportOf: timeToActive,
});

function timeToActive({ days }: ReportRange): Report {
  const waits = days.map(({ activated }) => activated.waits).reduce(sumBuckets, noCounts(WAIT_EDGES));
  const split = days.reduce((sum, { activated }) => sum + activated.split, 0);
  const seconds = days.map(({ activated }) => activated.seconds).reduce(addWaits, NO_WAITS);
  const mean = (sum: number) => Math.round(sum / split);
  const of = (share: number, counts: readonly number[]) => percentile(WAIT_EDGES, counts, share);
  return {
    json: {
      total: {
        domains: totalOf(waits),
        ...{ p50_seconds: of(0.5, waits), p90_seconds: of(0.9, waits), p99_seconds: of(0.99, waits) },
        ...(split > 0 && {
          waits: {
            domains: split,
            ...{ customer_seconds: mean(seconds.customer), ca_seconds: mean(seconds.ca) },
            ...{ server_seconds: mean(seconds.server), service_seconds: mean(seconds.us) },
          },
        }),
      },
      histogram: histogramOf(WAIT_EDGES, waits, { edge: 'up_to_seconds', counted: 'domains' }),
      days: days.map(({ day, activated }) => ({
        ...{ day, domains: totalOf(activated.waits), p50_seconds: of(0.5, activated.waits) },
      })),
    },
    rows: [
      ['day', 'domains', 'p50_seconds', 'p90_seconds', 'p99_seconds', ...WAITS.map((name) => `${name}_seconds`)],
      ...days.map(({ day, activated: { waits: counts, split: known, seconds: sums } }) => [
        ...[day, totalOf(counts), of(0.5, counts), of(0.9, counts), of(0.99, counts)],
        ...[sums.customer, sums.ca, sums.server, sums.us].map((sum) => (known > 0 ? Math.round(sum / known) : undefined)),
      ]),
    ],
  };
}

const WAITS = ['customer', 'ca', 'server', 'service'];
