import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { grantBatchGet, grantQueryIndex, grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';

export interface OrderDispatchProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/**
 * Grants orders to the first names in the CA account's queue. A minute's worth is granted at once, so no run has to wait for the
 * next one.
 */
export class OrderDispatch extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful: { table }, waker }: OrderDispatchProps) {
    super(scope, id);
    const dispatch = new ServiceFunction(this, 'DispatchOrders', {
      stage,
      entry: 'lambdas/jobs/dispatch-orders.lambda.ts',
      description: 'Grants orders at the CA to the names that stand first in its queue',
      timeout: Duration.minutes(1),
    });
    grantReadWriteTable(dispatch, table, { queries: true, deletes: true });
    grantBatchGet(dispatch, table);
    // To see whether the zone's writer is behind.
    grantQueryIndex(dispatch, table, 'byDue');
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: dispatch,
      description: 'Grants orders to the names that wait for the CA',
      everyMinutes: 1,
      pagesWhenSilent: true,
    });
  }
}
