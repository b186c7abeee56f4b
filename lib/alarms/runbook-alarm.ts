import { Duration } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/** Sections of docs/operate/runbook.md. An alarm nobody knows what to do about is noise. */
export type RunbookSection =
  | 'lambda-errors'
  | 'lambda-throttles'
  | 'lambda-circles'
  | 'api-server-errors'
  | 'relay-behind'
  | 'relay-gave-up'
  | 'wake-up-not-delivered'
  | 'ca-account-refused'
  | 'scan-failed'
  | 'scan-silent'
  | 'renewals-overdue'
  | 'restart-not-delivered'
  | 'executions-failed'
  | 'dns-looks-behind'
  | 'dns-looks-dead'
  | 'rehearsals-dead'
  | 'deliveries-behind'
  | 'deliveries-dead'
  | 'glass-broken'
  | 'seals-behind'
  | 'zone-behind'
  | 'aws-servers-behind'
  | 'audit-write-refused';

export interface RunbookAlarmProps {
  section: RunbookSection;
  metric: IMetric;
  /** The alarm goes off at this value. */
  threshold: number;
  /** What must happen: the alarm goes off below the threshold, and where there is no data. */
  isExpected?: boolean;
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

  constructor(scope: Construct, id: string, { section, metric, threshold, isExpected = false, periods = 1 }: RunbookAlarmProps) {
    const { GREATER_THAN_OR_EQUAL_TO_THRESHOLD, LESS_THAN_THRESHOLD } = ComparisonOperator;
    super(scope, id, {
      alarmDescription: `${scope.node.path}: see docs/operate/runbook.md#${section}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: isExpected ? LESS_THAN_THRESHOLD : GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isExpected ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.section = section;
  }
}
