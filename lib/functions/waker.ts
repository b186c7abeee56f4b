import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { UndeliveredQueue } from '../alarms/undelivered-queue.ts';
import { accountServicePrincipal } from './account-service-principal.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The role with which EventBridge Scheduler invokes a stack's functions, and the dead-letter queue, with an alarm, of wake-ups
 * that it could not deliver or that failed each time. All schedules share it: a message names its function.
 */
export class Waker extends Construct {
  readonly undelivered: UndeliveredQueue;
  readonly role: Role;
  readonly #rights = new PolicyDocument();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.undelivered = new UndeliveredQueue(this, 'Undelivered', 'wake-up-failed');
    this.#rights.addStatements(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.undelivered.queueArn] }));
    this.role = new Role(this, 'Role', {
      assumedBy: accountServicePrincipal(this, 'scheduler'),
      inlinePolicies: { wake: this.#rights },
    });
  }

  letWake(fn: ServiceFunction): void {
    fn.sendFailuresTo(this.undelivered);
    this.#rights.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [fn.live.functionArn] }));
  }
}
