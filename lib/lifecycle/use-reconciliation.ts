import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { grantQueryIndex, grantReadWriteTable } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { WakeSchedule } from '../functions/wake-schedule.ts';
import type { Waker } from '../functions/waker.ts';
import type { Stage } from '../stage/stage.schema.ts';
import type { StatefulStack } from '../stateful/stateful-stack.ts';
import { MailSending } from './mail-sending.ts';

export interface UseReconciliationProps {
  stage: Stage;
  stateful: StatefulStack;
  waker: Waker;
}

/**
 * Sends due mail, on a stage that sends any. Every night it also counts what organizations use, corrects their counters and
 * computes their reports. Most wake-ups find nothing due, at one Query each.
 */
export class UseReconciliation extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, waker }: UseReconciliationProps) {
    super(scope, id);
    const reconcile = new ServiceFunction(this, 'ReconcileUse', {
      stage,
      entry: 'lambdas/jobs/reconciliation/reconcile-use.lambda.ts',
      description: 'Sends mail that is due, counts what organizations use, puts right their counters, and computes their reports',
      timeout: Duration.minutes(5),
    });
    grantReadWriteTable(reconcile, stateful.table, { queries: true, deletes: stage.settings.mail !== undefined });
    grantQueryIndex(reconcile, stateful.table, 'byDue');
    grantQueryIndex(reconcile, stateful.table, 'byOrganization');
    const { mail } = stage.settings;
    if (mail) new MailSending(this, 'Mail', { stage, sender: reconcile, from: mail.from });
    new WakeSchedule(this, 'Wake', {
      waker,
      wakes: reconcile,
      description: 'Looks for organizations whose use is to be counted again',
      everyMinutes: stage.sweepIntervalMinutes,
    });
  }
}
