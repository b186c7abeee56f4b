import { METRICS, type MetricName } from '../../../contract/stack/metrics.ts';

export interface FixedParts {
  /** Metrics watched by alarms: AWS bills an alarm by them. */
  alarmMetrics: number;
  /** Alarms on a query over metrics (Metrics Insights), billed by the metrics that the query finds. */
  queryAlarms: number;
  functions: number;
  keys: number;
  rotatedKeys: number;
  secrets: number;
  /** Queues that Lambda polls. */
  polledQueues: number;
}

/** A stage as new-stage writes it. test/stack/fixed-cost.test.ts counts these parts in its templates. */
export const NEW_STAGE: FixedParts = {
  alarmMetrics: 40,
  queryAlarms: 2,
  functions: 38,
  keys: 3,
  rotatedKeys: 2,
  secrets: 1,
  polledQueues: 6,
};

/** Metrics that schedules write even without a domain. A metric costs only in the hours in which it is written. */
const WITHOUT_DOMAINS: MetricName[] = [
  ...(['RenewalsDue', 'RenewalsStarted', 'RenewalsPostponed', 'CertificatesExpired', 'OldestDueSeconds'] as const),
  ...(['VisitLagSeconds', 'AwsWorkSeconds'] as const),
];

/** USD a month in N. Virginia, November 2026, and an account's permanent monthly free tier. */
const CLOUDWATCH = {
  page: 'https://aws.amazon.com/cloudwatch/pricing/',
  alarmMetric: 0.1,
  metric: 0.3,
  freeAlarmMetrics: 10,
  freeMetrics: 10,
};
const KMS = { page: 'https://aws.amazon.com/kms/pricing/', key: 1 };
const SECRETS = { page: 'https://aws.amazon.com/secrets-manager/pricing/', secret: 0.4 };
const SQS = { page: 'https://aws.amazon.com/sqs/pricing/', million: 0.4, freeMillions: 1 };
const DYNAMODB = { page: 'https://aws.amazon.com/dynamodb/pricing/on-demand/', readMillion: 0.125, writeMillion: 0.625 };

/**
 * Lambda keeps five polls of 20 s open at an empty queue: 15 requests a minute, for a month of 30.4 days.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html
 */
const MILLIONS_OF_POLLS = (15 * 60 * 24 * 30.4) / 1e6;
/** Millions of table units of schedules that find nothing: a Query per shard, and the scan's cursors. */
const IDLE = { reads: 1.3, writes: 0.3 };

export interface FixedLine {
  what: string;
  usd: number;
  page: string;
}

const above = (count: number, free: number) => Math.max(0, count - free);

export function fixedCost(parts: FixedParts): FixedLine[] {
  const { alarmMetrics, queryAlarms, keys, rotatedKeys, secrets, polledQueues } = parts;
  const { alarmMetric, metric, freeAlarmMetrics, freeMetrics } = CLOUDWATCH;
  const all = Object.keys(METRICS).length;
  const later = (years: number) => (keys + years * rotatedKeys).toFixed(2);
  return [
    {
      what: `${alarmMetrics} metrics with alarms, ${freeAlarmMetrics} of them free`,
      usd: above(alarmMetrics, freeAlarmMetrics) * alarmMetric,
      page: CLOUDWATCH.page,
    },
    {
      what: `${queryAlarms} alarms on queries, billed by what they find, ${alarmMetric.toFixed(2)} each: nothing while all is well`,
      usd: 0,
      page: CLOUDWATCH.page,
    },
    {
      what: `${WITHOUT_DOMAINS.length} metrics of our own without a domain, ${freeMetrics} of an account are free; all ${all} with domains: ${(above(all, freeMetrics) * metric).toFixed(2)}. The dashboard is free among the first three of an account, else 3.00`,
      usd: above(WITHOUT_DOMAINS.length, freeMetrics) * metric,
      page: CLOUDWATCH.page,
    },
    {
      what: `${keys} KMS keys in the first year; each of the first two yearly rotations adds 1.00 for each of ${rotatedKeys}: ${later(1)}, then ${later(2)}`,
      usd: keys * KMS.key,
      page: KMS.page,
    },
    { what: `secrets: ${secrets}`, usd: secrets * SECRETS.secret, page: SECRETS.page },
    {
      what: `polling of ${polledQueues} empty queues; a million requests of an account are free`,
      usd: above(polledQueues * MILLIONS_OF_POLLS, SQS.freeMillions) * SQS.million,
      page: SQS.page,
    },
    {
      what: 'schedules that find nothing: their units of the table. Their runs and logs are within the free tiers',
      usd: IDLE.reads * DYNAMODB.readMillion + IDLE.writes * DYNAMODB.writeMillion,
      page: DYNAMODB.page,
    },
  ];
}

export const totalOf = (lines: FixedLine[]) => lines.reduce((sum, { usd }) => sum + usd, 0);

/** Monthly cost of each way to alarm on errors and throttles of all functions. */
function waysToWatch({ functions }: FixedParts): [string, number][] {
  const { alarmMetric } = CLOUDWATCH;
  return [
    ['an alarm for each function on its errors, and metric math on throttles', 2 * functions * alarmMetric],
    ['two queries over all functions (Metrics Insights)', 2 * functions * alarmMetric],
    ['the metrics of the account, as it is done', 2 * alarmMetric],
  ];
}

/** The output of `npm run admin -- prices`. */
export function fixedTable(parts: FixedParts): string {
  const lines = fixedCost(parts);
  const row = (what: string, usd: number) => `${usd.toFixed(2).padStart(5)}  ${what}`;
  return [
    `A new stage without a domain costs ${totalOf(lines).toFixed(2)} USD a month, with the free tiers of an account that has nothing else, in N. Virginia, November 2026:`,
    '',
    '  USD',
    ...lines.map(({ what, usd }) => row(what, usd)),
    row('in all', totalOf(lines)),
    '',
    'Errors and throttles of all functions can be watched by, in USD a month:',
    ...waysToWatch(parts).map(([what, usd]) => row(what, usd)),
    '',
    ...new Set(lines.map(({ page }) => page)),
  ].join('\n');
}
