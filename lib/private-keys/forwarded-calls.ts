import { Stack } from 'aws-cdk-lib';
import { EventBus, type EventPattern, Rule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { ServiceRole } from '../functions/service-role.ts';
import {
  fromCloudTrail,
  includeReadOnlyCalls,
  KEY_CHANGE_CALLS,
  KEY_OPENING_CALLS,
  NOT_BY_CLOUDFORMATION,
  newRolesIn,
  ROLE_CHANGE_CALLS,
} from './watched-calls.ts';

interface ForwardedCallsProps {
  /** The region of the service. */
  region: string;
  description: string;
  eventPattern: EventPattern;
}

/**
 * Forwards CloudTrail events of this region to the service's region, where KeyWatch's rules filter them.
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-region.html
 */
class ForwardedCalls extends Construct {
  readonly rule: Rule;

  constructor(scope: Construct, id: string, { region, ...about }: ForwardedCallsProps) {
    super(scope, id);
    const eventBusArn = Stack.of(this).formatArn({ service: 'events', region, resource: 'event-bus', resourceName: 'default' });
    const role = new ServiceRole(this, 'Role', new ServicePrincipal('events.amazonaws.com'));
    const target = new EventBusTarget(EventBus.fromEventBusArn(this, 'Service', eventBusArn), { role });
    this.rule = new Rule(this, 'Rule', { ...about, targets: [target] });
  }
}

/** Forwards changes of roles. It is for us-east-1, the only region where IAM reports them. */
export class RoleWatch extends ForwardedCalls {
  constructor(scope: Construct, id: string, { stageName, region }: { stageName: string; region: string }) {
    super(scope, id, {
      region,
      description: `Forwards changes of roles that may open private keys to ${region}`,
      eventPattern: fromCloudTrail('iam', {
        userIdentity: NOT_BY_CLOUDFORMATION,
        $or: [
          newRolesIn(stageName),
          // CloudFormation shortens long names after this prefix.
          { eventName: ROLE_CHANGE_CALLS, requestParameters: { roleName: [{ prefix: 'cps-' }] } },
        ],
      }),
    });
  }
}

export class ReplicaWatch extends ForwardedCalls {
  constructor(scope: Construct, id: string, { replicaArn, region }: { replicaArn: string; region: string }) {
    super(scope, id, {
      region,
      description: `Forwards uses and changes of the replica of the key that seals private keys to ${region}`,
      eventPattern: fromCloudTrail('kms', {
        eventName: [...KEY_OPENING_CALLS, ...KEY_CHANGE_CALLS],
        resources: { ARN: [replicaArn] },
      }),
    });
    includeReadOnlyCalls(this.rule);
  }
}
