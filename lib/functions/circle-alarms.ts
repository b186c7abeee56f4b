import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import { isEmulated } from '../stage/emulator.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { ServiceFunction } from './service-function.ts';

/** An alarm may watch so many metrics: https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Create-alarm-on-metric-math-expression.html */
const METRICS_OF_AN_ALARM = 10;

/**
 * Lambda ends a chain of invocations after AWS_LIMITS.invocationChain, which none of ours reaches: something goes round in a
 * circle. An alarm for each function would take a tenth of the resources that a stack may have.
 */
export class CircleAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, functions }: { stage: Stage; functions: ServiceFunction[] }) {
    super(scope, id);
    if (isEmulated(stage)) return;
    const watched = functions.filter(({ feedsItself }) => !feedsItself);
    for (let first = 0; first < watched.length; first += METRICS_OF_AN_ALARM) {
      const some = watched.slice(first, first + METRICS_OF_AN_ALARM);
      const dropped = some.map(({ lambda }, n) => [
        `dropped${n}`,
        lambda.metric('RecursiveInvocationsDropped', { period: ALARM_PERIOD, statistic: 'Sum' }),
      ]);
      new RunbookAlarm(this, `From${first + 1}`, {
        section: 'lambda-circles',
        metric: new MathExpression({
          expression: 'SUM(METRICS())',
          usingMetrics: Object.fromEntries(dropped),
          period: ALARM_PERIOD,
          label: 'invocations dropped',
        }),
        threshold: 1,
      });
    }
  }
}
