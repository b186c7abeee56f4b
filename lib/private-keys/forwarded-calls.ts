import { Stack } from 'aws-cdk-lib';
import { type CfnRule, EventBus, type EventPattern, Rule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ServiceRole } from '../functions/service-role.ts';
import { BY_HAND, fromCloudTrail, KEY_CHANGES, newRolesIn, OPENINGS, ROLE_CHANGES } from './watched-calls.ts';

interface PassedOnProps {
  /** Of the service. */
  region: string;
  description: string;
  eventPattern: EventPattern;
}

/**
 * Passes what CloudTrail reports in this region on to the region of the service, where KeyWatch knows what of it matters.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-region.html
 */
class PassedOn extends Construct {
  readonly rule: Rule;

  constructor(scope: Construct, id: string, { region, ...about }: PassedOnProps) {
    super(scope, id);
    const eventBusArn = Stack.of(this).formatArn({ service: 'events', region, resource: 'event-bus', resourceName: 'default' });
    const role = new ServiceRole(this, 'Role', new ServicePrincipal('events.amazonaws.com'));
    const target = new EventBusTarget(EventBus.fromEventBusArn(this, 'Service', eventBusArn), { role });
    this.rule = new Rule(this, 'Rule', { ...about, targets: [target] });
  }
}

/** Changes of roles. For us-east-1: IAM reports there only. */
export class RoleWatch extends PassedOn {
  constructor(scope: Construct, id: string, { stageName, region }: { stageName: string; region: string }) {
    super(scope, id, {
      region,
      description: `Passes changes of roles that may open private keys on to ${region}`,
      eventPattern: fromCloudTrail('iam', {
        userIdentity: BY_HAND,
        $or: [
          newRolesIn(stageName),
          // CloudFormation shortens long names behind this.
          { eventName: ROLE_CHANGES, requestParameters: { roleName: [{ prefix: 'cps-' }] } },
        ],
      }),
    });
  }
}

/** What is done with a replica of the key, and to it. */
export class ReplicaWatch extends PassedOn {
  constructor(scope: Construct, id: string, { replicaArn, region }: { replicaArn: string; region: string }) {
    super(scope, id, {
      region,
      description: `Passes uses and changes of the replica of the key that seals private keys on to ${region}`,
      eventPattern: fromCloudTrail('kms', { eventName: [...OPENINGS, ...KEY_CHANGES], resources: { ARN: [replicaArn] } }),
    });
    (this.rule.node.defaultChild as CfnRule).state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
  }
}
