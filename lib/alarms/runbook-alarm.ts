import { Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, MathExpression, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { EMULATOR_ACCOUNT } from '../stage/emulator.ts';

/** A page wakes somebody: customers notice, or will within hours. A ticket waits for the next working day. */
export type Urgency = 'page' | 'ticket';

const PAGES: Record<Urgency, string> = { page: 'runbook.md', ticket: 'runbook-tickets.md' };

/** Sections of the runbook, each with its urgency. An alarm without instructions is noise. */
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
  'private-keys-at-risk': 'page',
  'seals-behind': 'ticket',
  'zone-behind': 'ticket',
  'aws-servers-behind': 'ticket',
  'audit-write-refused': 'page',
  'mail-reputation': 'ticket',
} as const satisfies Record<string, Urgency>;
export type RunbookSection = keyof typeof SECTIONS;

export interface RunbookAlarmProps {
  section: RunbookSection;
  metric: IMetric;
  /** The alarm fires at this value. */
  threshold: number;
  /** For what must happen: the alarm fires below the threshold, and without data. */
  firesBelow?: boolean;
  /** The alarm also fires without data. */
  firesWithoutData?: boolean;
  /** Consecutive periods that must reach the threshold. 1, unless a single one is normal. */
  periods?: number;
}

export const ALARM_PERIOD = Duration.minutes(5);

/**
 * An alarm whose description names its runbook section. Without data it does not fire, unless configured to: most metrics are
 * silent when nothing happens.
 */
export class RunbookAlarm extends Alarm {
  readonly section: RunbookSection;

  constructor(
    scope: Construct,
    id: string,
    { section, metric, threshold, firesBelow = false, firesWithoutData = firesBelow, periods = 1 }: RunbookAlarmProps,
  ) {
    const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;
    super(scope, id, {
      alarmDescription: `${scope.node.path}: see docs/operate/${PAGES[SECTIONS[section]]}#${section}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: firesBelow ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: firesWithoutData ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.section = section;
    // The emulator notifies nobody, and MiniStack's CloudFormation refuses alarms on computed metrics.
    if (Stack.of(this).account === EMULATOR_ACCOUNT) this.node.tryRemoveChild('Resource');
  }

  get urgency(): Urgency {
    return SECTIONS[this.section];
  }
}

export function alarmsOf(stack: Stack): RunbookAlarm[] {
  return stack.node.findAll().filter((construct) => construct instanceof RunbookAlarm);
}

interface FailureRateOptions {
  /** Below this number of failures the rate is 0: one of two is no rate. */
  fewest: number;
  period?: Duration;
}

/** Failures in percent. A metric without data counts as zero, because AWS writes some only when they occur. */
export function failureRate(
  failed: IMetric[],
  { fewest, period = ALARM_PERIOD, ...others }: FailureRateOptions & ({ all: IMetric } | { succeeded: IMetric[] }),
) {
  const failures = nameMetrics('failed', failed);
  const rest = nameMetrics('others', 'all' in others ? [others.all] : others.succeeded);
  const failedCount = sumOf(failures);
  const allCount = 'all' in others ? 'others0' : sumOf({ ...failures, ...rest });
  return new MathExpression({
    label: 'Failures, %',
    expression: `IF(${failedCount} >= ${fewest}, 100 * (${failedCount}) / (${allCount}), 0)`,
    usingMetrics: { ...failures, ...rest },
    period,
  });
}

function nameMetrics(name: string, metrics: IMetric[]): Record<string, IMetric> {
  return Object.fromEntries(metrics.map((metric, index) => [`${name}${index}`, metric]));
}

function sumOf(metrics: Record<string, IMetric>): string {
  return Object.keys(metrics)
    .map((id) => `FILL(${id}, 0)`)
    .join(' + ');
}
