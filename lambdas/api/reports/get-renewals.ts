import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { accountLimit, exemptsReplacements } from '../../ca-limits/order-limits.ts';
import { countUpTo, DELAY_EDGES, LIFETIME_EDGES, noCounts, sumBuckets, totalOf } from '../../model/reports/buckets.ts';
import type { ReportDay } from '../../model/reports/report-day.schema.ts';
import type { Call } from '../pipeline/call.ts';
import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { histogramOf, shareOf } from './histogram.ts';
import { RenewalsReport } from './report-resources.schema.ts';

/** The promised share of renewals in time. */
const OBJECTIVE = 0.999;
/** Future certificate lifetimes: https://letsencrypt.org/2025/12/02/from-90-to-45 */
const SHORTER_LIVES = [64, 45];
/**
 * A renewal is planned when a third of the lifetime is left (model/domains/renewal-time.ts), and is in time with 14 days left.
 */
const LEFT_WHEN_PLANNED = 1 / 3;
const LEFT_WHEN_ON_TIME_DAYS = 14;
const DAY_SECONDS = 86_400;

export const getRenewals = defineReport({
  id: 'getRenewals',
  clientMethod: 'reports.renewals',
  summary: 'Renewals',
  description:
    'Whether certificates were renewed in time, what is left of the error budget, who let certificates expire, and how the same renewals would have stood with certificates of 64 and 45 days.',
  schema: RenewalsReport,
  example: () => ({
    total: { renewed: 120, on_time: 120, late: 0, unmeasured: 0, expired: 0, on_time_share: 1 },
    objective: { on_time_share: 0.999, allowed: 0.12, used: 0, left_share: 1 },
    expired_by: [],
    delays: [{ up_to_seconds: 3600, renewals: 120 }],
    lifetimes: [{ up_to_days: 90, certificates: 122 }],
    readiness: [
      { life_days: 64, renewals_per_day: 168.75, on_time_share: 1 },
      { life_days: 45, renewals_per_day: 240, on_time_share: 1 },
    ],
    ca_orders: { per_day: 2400, counts_renewals: false },
    days: [{ day: EXAMPLE_DAY, on_time: 120, late: 0, unmeasured: 0, expired: 0 }],
  }),
  csv: `day,on_time,late,unmeasured,expired\r\n${EXAMPLE_DAY},120,0,0,0\r\n`,
  reportOf: renewals,
});

function renewals({ days }: ReportRange, _: Call, { acme }: Settings): Report {
  const sum = (of: (day: ReportDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const counts = {
    on_time: sum((day) => day.renewals.onTime),
    late: sum((day) => day.renewals.late),
    unmeasured: sum((day) => day.renewals.unmeasured),
    expired: sum(expiredOn),
  };
  const judged = counts.on_time + counts.late + counts.expired;
  const delays = days.map((day) => day.renewals.delays).reduce(sumBuckets, noCounts(DELAY_EDGES));
  const lifetimes = days.map((day) => day.lifetimes).reduce(sumBuckets, noCounts(LIFETIME_EDGES));
  const validated = days.findLast((day) => day.validated !== undefined)?.validated;
  return {
    json: {
      total: {
        renewed: counts.on_time + counts.late + counts.unmeasured,
        ...counts,
        on_time_share: shareOf(counts.on_time, judged),
      },
      objective: budgetOf(judged, counts.late + counts.expired),
      expired_by: expiredBy(days),
      delays: histogramOf(DELAY_EDGES, delays, { edge: 'up_to_seconds', counted: 'renewals' }),
      lifetimes: histogramOf(LIFETIME_EDGES, lifetimes, { edge: 'up_to_days', counted: 'certificates' }),
      readiness: SHORTER_LIVES.map((life) => readinessFor(life, delays, validated)),
      ca_orders: { per_day: ordersPerDay(acme), counts_renewals: !exemptsReplacements(acme) },
      days: days.map((day) => ({
        ...{ day: day.day, on_time: day.renewals.onTime, late: day.renewals.late },
        ...{ unmeasured: day.renewals.unmeasured, expired: expiredOn(day) },
      })),
    },
    rows: [
      ['day', 'on_time', 'late', 'unmeasured', 'expired'],
      ...days.map((day) => [...[day.day, day.renewals.onTime, day.renewals.late, day.renewals.unmeasured], expiredOn(day)]),
    ],
  };
}

function expiredOn({ renewals: { expired } }: ReportDay): number {
  return expired.reduce((total, { count }) => total + count, 0);
}

function budgetOf(judged: number, used: number) {
  const allowed = Math.round((1 - OBJECTIVE) * judged * 1_000) / 1_000;
  const left = allowed === 0 ? Number(used === 0) : 1 - used / allowed;
  return { on_time_share: OBJECTIVE, allowed, used, left_share: Math.round(left * 10_000) / 10_000 };
}

function expiredBy(days: readonly ReportDay[]) {
  const byActor = Map.groupBy(
    days.flatMap((day) => day.renewals.expired),
    ({ actor }) => actor,
  );
  return [...byActor].map(([actor, some]) => ({
    actor,
    certificates: some.reduce((total, { count }) => total + count, 0),
  }));
}

/** Rounds the spare time down to a bucket edge, so that readiness is never overstated. */
function readinessFor(life: number, delays: readonly number[], validated: number | undefined) {
  const planned = life * LEFT_WHEN_PLANNED;
  const spare = (planned - Math.min(LEFT_WHEN_ON_TIME_DAYS, planned)) * DAY_SECONDS;
  const edge = DELAY_EDGES.findLast((one) => one <= spare);
  const inTime = edge === undefined ? 0 : countUpTo(DELAY_EDGES, delays, edge);
  return {
    life_days: life,
    ...(validated !== undefined && { renewals_per_day: Math.round((validated / (life - planned)) * 100) / 100 }),
    on_time_share: shareOf(inTime, totalOf(delays)),
  };
}

function ordersPerDay(acme: Settings['acme']): number {
  const { count, windowSeconds } = accountLimit(acme).limit;
  return Math.floor((count / windowSeconds) * DAY_SECONDS);
}
