import { PolicyDocument, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { UndeliveredQueue } from '../alarms/undelivered-queue.ts';
import { ownService } from './own-service.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * As whom EventBridge Scheduler wakes the functions of a stack, and where it leaves a wake-up that it could not deliver, with an
 * alarm. One for all schedules: a message says which function it was meant for.
 */
export class Waker extends Construct {
  readonly undelivered: UndeliveredQueue;
  readonly role: Role;
  readonly #rights = new PolicyDocument();

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.undelivered = new UndeliveredQueue(this, 'Undelivered', 'wake-up-not-delivered');
    this.#rights.addStatements(new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.undelivered.queueArn] }));
    this.role = new Role(this, 'Role', { assumedBy: ownService(this, 'scheduler'), inlinePolicies: { wake: this.#rights } });
  }

  letWake({ live }: ServiceFunction): void {
    this.#rights.addStatements(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [live.functionArn] }));
  }
}
