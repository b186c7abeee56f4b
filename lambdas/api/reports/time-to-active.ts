import { addCounts, noCounts, percentile, totalOf, WAIT_EDGES } from '../../model/reports/buckets.ts';
import { addWaits } from '../../model/reports/roll-up.ts';
import { NO_WAITS } from '../../model/reports/waits.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { histogramOf } from './histogram.ts';
import { type Report, type ReportPorts, type ReportRange, reportRoute } from './report-route.ts';

export function getTimeToActive(ports: ReportPorts): ApiRoute {
  return reportRoute('getTimeToActive', timeToActive, ports);
}

function timeToActive({ days }: ReportRange): Report {
  const waits = days.map(({ activated }) => activated.waits).reduce(addCounts, noCounts(WAIT_EDGES));
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
