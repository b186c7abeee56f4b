import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { grantQueryIndex, grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

export interface OverdueSweepProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/** Searches on a schedule for overdue domains, events that the relay never saw, silent machines, and API keys about to end. */
export class OverdueSweep extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, waker }: OverdueSweepProps) {
    super(scope, id);
    const sweep = new ServiceFunction(this, 'SweepOverdue', {
      stage,
      entry: 'lambdas/jobs/sweep/sweep-overdue.lambda.ts',
      description:
        'Starts a new attempt for every domain that is past its due time, copies events that the relay has not seen, and tells of silent machines and of API keys that end',
      // Until the next run: two concurrent sweeps would start executions twice as fast.
      timeout: Duration.minutes(Math.min(5, stage.sweepIntervalMinutes)),
    });
    grantReadWriteTable(sweep, stateful.table, { queries: true, deletes: true });
    grantQueryIndex(sweep, stateful.table, 'byDue');
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: sweep,
      description:
        'Searches for domains that are past their due time, events that the relay has not seen, silent machines, and API keys that end',
      everyMinutes: stage.sweepIntervalMinutes,
      pagesWhenSilent: true,
    });
  }
}
