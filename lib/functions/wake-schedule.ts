import { Duration } from 'aws-cdk-lib';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import { ALARM_PERIOD, RunbookAlarm } from '../alarms/runbook-alarm.ts';
import type { ServiceFunction } from './service-function.ts';
import type { Waker } from './waker.ts';

/** A single run may be late. Three missing in a row are no coincidence. */
const SILENT_RUNS = 3;

export interface WakeScheduleProps {
  waker: Waker;
  wakes: ServiceFunction;
  description: string;
  everyMinutes: number;
  /** Pages instead of a ticket: customers soon notice the function's absence. */
  pagesWhenSilent?: boolean;
}

/** Invokes a function on a schedule. */
export class WakeSchedule extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { waker, wakes, description, everyMinutes, pagesWhenSilent = false }: WakeScheduleProps,
  ) {
    super(scope, id);
    const every = Duration.minutes(everyMinutes);
    waker.letWake(wakes);
    const target = new LambdaInvoke(wakes.live, {
      // CDK would let the schedule invoke every version of the function too.
      role: waker.role.withoutPolicyUpdates(),
      deadLetterQueue: waker.undelivered,
      // The next wake-up does the work of one later than this.
      maxEventAge: every,
      retryAttempts: 3,
    });
    new Schedule(this, 'Schedule', { description, schedule: ScheduleExpression.rate(every), target });
    if (pagesWhenSilent) this.#watch(wakes, Math.max(ALARM_PERIOD.toMinutes(), SILENT_RUNS * everyMinutes));
  }

  /** Fires also when the schedule is disabled or deleted. */
  #watch({ live }: ServiceFunction, minutes: number): void {
    new RunbookAlarm(this, 'SilentAlarm', {
      section: 'schedule-silent',
      metric: live.metricInvocations({ period: Duration.minutes(minutes), statistic: 'Sum' }),
      threshold: 1,
      firesBelow: true,
    });
  }
}
