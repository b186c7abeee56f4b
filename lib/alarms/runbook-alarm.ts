import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { EMULATOR_ACCOUNT } from '../stage/emulator.ts';

/** A page wakes somebody: customers notice, or will within hours. A ticket is for the next working day. */
export type Urgency = 'page' | 'ticket';

const PAGES: Record<Urgency, string> = { page: 'runbook.md', ticket: 'runbook-tickets.md' };

/** Sections of these pages, each with its urgency. An alarm nobody knows what to do about is noise. */
export const SECTIONS = {
  'api-server-errors': 'page',
  'challenges-late': 'page',
  'names-late': 'page',
  'objectives-missed': 'ticket',
  'front-errors': 'page',
  'firewall-blocks': 'ticket',
  'lambda-errors': 'ticket',
  'lambda-throttles': 'ticket',
  'account-concurrency': 'ticket',
  'table-throttles': 'page',
  'table-errors': 'ticket',
  'relay-behind': 'page',
  'relay-gave-up': 'ticket',
  'schedule-silent': 'page',
  'wake-up-failed': 'ticket',
  'ca-account-refused': 'page',
  'scan-failed': 'ticket',
  'visits-behind': 'ticket',
  'renewals-overdue': 'page',
  'restart-failed': 'ticket',
  'executions-failed': 'page',
  'executions-throttled': 'ticket',
  'dns-looks-behind': 'ticket',
  'dns-looks-dead': 'ticket',
  'rehearsals-dead': 'ticket',
  'deliveries-behind': 'page',
  'deliveries-dead': 'ticket',
  'glass-broken': 'page',
  'seals-behind': 'ticket',
  'zone-behind': 'ticket',
  'aws-servers-behind': 'ticket',
  'audit-write-refused': 'page',
} as const satisfies Record<string, Urgency>;
export type RunbookSection = keyof typeof SECTIONS;

export interface RunbookAlarmProps {
  section: RunbookSection;
  metric: IMetric;
  /** The alarm goes off at this value. */
  threshold: number;
  /** What must happen: the alarm goes off below the threshold, and where there is no data. */
  isExpected?: boolean;
  /** The alarm goes off where there is no data, too. */
  needsData?: boolean;
  /** Periods of the metric in a row that must reach it; 1 unless a single one is normal. */
  periods?: number;
}

/** The period of every alarm's metric. */
export const ALARM_PERIOD = Duration.minutes(5);

/**
 * An alarm whose description leads to what to do. No data is no trouble, but where something is expected: most metrics are silent
 * when nothing happens.
 */
export class RunbookAlarm extends Alarm {
  readonly section: RunbookSection;

  constructor(
    scope: Construct,
    id: string,
    { section, metric, threshold, isExpected = false, needsData = isExpected, periods = 1 }: RunbookAlarmProps,
  ) {
    const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;
    super(scope, id, {
      alarmDescription: `${scope.node.path}: see docs/operate/${PAGES[SECTIONS[section]]}#${section}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: isExpected ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: needsData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.section = section;
    // Nobody is told there, and MiniStack's CloudFormation refuses an alarm on a metric that is computed of others.
    if (Stack.of(this).account === EMULATOR_ACCOUNT) this.node.tryRemoveChild('Resource');
  }

  get urgency(): Urgency {
    return SECTIONS[this.section];
  }
}

/** All alarms of a stack. */
export function alarmsOf(stack: Stack): RunbookAlarm[] {
  return stack.node.findAll().filter((construct) => construct instanceof RunbookAlarm);
}

/**
 * How many percent failed; 0 while fewer than `fewest` did: one of two is no rate. A metric that has no data counts as zero: AWS
 * writes some only when they happen.
 */
export function failureRate(
  failed: IMetric[],
  {
    fewest,
    period = ALARM_PERIOD,
    ...others
  }: { fewest: number; period?: Duration } & ({ all: IMetric } | { succeeded: IMetric[] }),
) {
  const ids = failed.map((_, index) => `failed${index}`);
  const sum = ids.map((id) => `FILL(${id}, 0)`).join(' + ');
  const isAll = 'all' in others;
  const rest = isAll ? [others.all] : others.succeeded;
  const restIds = rest.map((_, index) => (index === 0 ? 'others' : `others${index}`));
  return new MathExpression({
    label: 'Failures, %',
    expression: `IF(${sum} >= ${fewest}, 100 * (${sum}) / ${isAll ? restIds[0] : `(${[sum, ...restIds.map((id) => `FILL(${id}, 0)`)].join(' + ')})`}, 0)`,
    usingMetrics: {
      ...Object.fromEntries(failed.map((metric, index) => [ids[index], metric])),
      ...Object.fromEntries(rest.map((metric, index) => [restIds[index], metric])),
    },
    period,
  });
}
