import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { MetricName } from '../../contract/stack/metrics.ts';
import type { Stage } from '../stage/stage.schema.ts';
import { failureRate, RunbookAlarm, type RunbookSection } from './runbook-alarm.ts';
import { serviceMetric } from './service-metric.ts';

/** At most `latePercent` may be late within 30 days. Each metric is 1 for late, else 0. */
const OBJECTIVES: { id: string; metric: MetricName; latePercent: number; page: RunbookSection }[] = [
  { id: 'Challenges', metric: 'ChallengesLate', latePercent: 0.1, page: 'challenges-late' },
  { id: 'Names', metric: 'NamesServedLate', latePercent: 1, page: 'names-late' },
];

/**
 * Burn rate: how many times faster than allowed the error budget is spent. At 14.4, a fiftieth of the month's budget is gone in
 * an hour; at 6, a twentieth in six hours (Site Reliability Workbook, "Alerting on SLOs").
 */
const FAST = { burnRate: 14.4, window: Duration.hours(1) };
const SLOW = { burnRate: 6, window: Duration.hours(6) };

/** With fewer, a percentage says nothing: one late of two would be 50 %. */
const FEWEST_LATE = 3;

/** Two alarms per objective: a page when its error budget is spent fast, a ticket when it is spent slowly. */
export class ObjectiveAlarms extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id);
    for (const objective of OBJECTIVES) {
      this.#alarm(stage, `${objective.id}Fast`, objective, { ...FAST, section: objective.page });
      this.#alarm(stage, `${objective.id}Slow`, objective, { ...SLOW, section: 'objectives-missed' });
    }
  }

  #alarm(
    stage: Stage,
    id: string,
    { metric, latePercent }: (typeof OBJECTIVES)[number],
    { burnRate, window: period, section }: typeof FAST & { section: RunbookSection },
  ): void {
    const [late, all] = ['Sum', 'SampleCount'].map((statistic) => serviceMetric(stage, metric, { statistic, period }));
    if (!late || !all) return;
    const threshold = Number((burnRate * latePercent).toFixed(2));
    new RunbookAlarm(this, id, { section, metric: failureRate([late], { all, fewest: FEWEST_LATE, period }), threshold });
  }
}
