import { Duration } from 'aws-cdk-lib';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { ServiceFunction } from './service-function.ts';
import type { Waker } from './waker.ts';

export interface WakeScheduleProps {
  waker: Waker;
  wakes: ServiceFunction;
  description: string;
  everyMinutes: number;
}

/** Wakes a function again and again. */
export class WakeSchedule extends Construct {
  constructor(scope: Construct, id: string, { waker, wakes, description, everyMinutes }: WakeScheduleProps) {
    super(scope, id);
    const every = Duration.minutes(everyMinutes);
    waker.letWake(wakes);
    const target = new LambdaInvoke(wakes.live, {
      // By itself it would let the schedule invoke every version of the function too.
      role: waker.role.withoutPolicyUpdates(),
      deadLetterQueue: waker.undelivered,
      // The next wake-up does the work of one that comes later than this.
      maxEventAge: every,
      retryAttempts: 3,
    });
    new Schedule(this, 'Schedule', { description, schedule: ScheduleExpression.rate(every), target });
  }
}
