import { Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { EventBus as EventBusTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { pathOfOpeners, ServiceRole } from '../functions/service-role.ts';
import { BY_HAND, fromCloudTrail, newRolesUnder, ROLE_CHANGES } from './watched-changes.ts';

export interface RoleWatchProps {
  stageName: string;
  /** Of the service. */
  region: string;
}

/**
 * Passes changes of roles on to the region of the service, where KeyWatch knows which of them matter: IAM reports in this region
 * only. https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-cross-region.html
 */
export class RoleWatch extends Construct {
  constructor(scope: Construct, id: string, { stageName, region }: RoleWatchProps) {
    super(scope, id);
    const eventBusArn = Stack.of(this).formatArn({ service: 'events', region, resource: 'event-bus', resourceName: 'default' });
    const role = new ServiceRole(this, 'Role', new ServicePrincipal('events.amazonaws.com'));
    new Rule(this, 'RoleChanged', {
      description: `Passes changes of roles that may open private keys on to ${region}`,
      eventPattern: fromCloudTrail('iam', {
        userIdentity: BY_HAND,
        $or: [
          newRolesUnder(pathOfOpeners({ name: stageName })),
          // CloudFormation shortens long names behind this.
          { eventName: ROLE_CHANGES, requestParameters: { roleName: [{ prefix: 'cps-' }] } },
        ],
      }),
      targets: [new EventBusTarget(EventBus.fromEventBusArn(this, 'Service', eventBusArn), { role })],
    });
  }
}
