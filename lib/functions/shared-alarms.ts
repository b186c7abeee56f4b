import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm, type RunbookSection } from '../alarms/runbook-alarm.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { ServiceFunction } from './service-function.ts';

/** An alarm may watch so many metrics: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html */
const METRICS_OF_AN_ALARM = 10;

interface Watch {
  section: RunbookSection;
  /** In the namespace AWS/Lambda. */
  metric: string;
  periods?: number;
}

/** More invocations at once than the account or the function allows. In three periods in a row: a short peak is tried again. */
const THROTTLES: Watch = { section: 'lambda-throttles', metric: 'Throttles', periods: 3 };
/**
 * Lambda ends a chain of invocations after AWS_LIMITS.invocationChain, which none of ours reaches: something goes round in a
 * circle.
 */
const CIRCLES: Watch = { section: 'lambda-circles', metric: 'RecursiveInvocationsDropped' };

/** Ten functions share an alarm: two more for each function would take a sixth of the resources that a stack may have. */
export class SharedAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, functions }: { stage: Stage; functions: ServiceFunction[] }) {
    super(scope, id);
    if (isEmulated(stage)) return;
    this.#watch(THROTTLES, functions);
    this.#watch(
      CIRCLES,
      functions.filter(({ feedsItself }) => !feedsItself),
    );
  }

  #watch({ section, metric, ...watch }: Watch, functions: ServiceFunction[]): void {
    for (let first = 0; first < functions.length; first += METRICS_OF_AN_ALARM) {
      const some = functions.slice(first, first + METRICS_OF_AN_ALARM);
      const each = some.map(({ lambda }, n) => [`of${n}`, lambda.metric(metric, { period: ALARM_PERIOD, statistic: 'Sum' })]);
      new RunbookAlarm(this, `${metric}From${first + 1}`, {
        section,
        metric: new MathExpression({
          expression: 'SUM(METRICS())',
          usingMetrics: Object.fromEntries(each),
          period: ALARM_PERIOD,
          label: metric,
        }),
        threshold: 1,
        ...watch,
      });
    }
  }
}
