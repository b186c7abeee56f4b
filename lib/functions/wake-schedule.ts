import { Duration } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Construct } from 'constructs';
import type { RunbookSection } from '../alarms/runbook-alarm.ts';
import { UndeliveredQueue } from '../alarms/undelivered-queue.ts';
import { ownService } from './own-service.ts';
import type { ServiceFunction } from './service-function.ts';

export interface WakeScheduleProps {
  wakes: ServiceFunction;
  description: string;
  everyMinutes: number;
  /** Of the alarm on wake-ups that could not be delivered. */
  section: RunbookSection;
}

/** Wakes a function again and again. A queue with an alarm takes each wake-up that the scheduler could not deliver. */
export class WakeSchedule extends Construct {
  constructor(scope: Construct, id: string, { wakes: { live }, description, everyMinutes, section }: WakeScheduleProps) {
    super(scope, id);
    const every = Duration.minutes(everyMinutes);
    const undelivered = new UndeliveredQueue(this, 'Undelivered', section);
    const role = new Role(this, 'Role', {
      assumedBy: ownService(this, 'scheduler'),
      inlinePolicies: {
        wake: new PolicyDocument({
          statements: [
            new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [live.functionArn] }),
            new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [undelivered.queueArn] }),
          ],
        }),
      },
    });
    const target = new LambdaInvoke(live, {
      // By itself it would let the schedule invoke every version of the function too.
      role: role.withoutPolicyUpdates(),
      deadLetterQueue: undelivered,
      // The next wake-up does the work of one that comes later than this.
      maxEventAge: every,
      retryAttempts: 3,
    });
    new Schedule(this, 'Schedule', { description, schedule: ScheduleExpression.rate(every), target });
  }
}
