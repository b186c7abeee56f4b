import { Validations } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type ILambdaDeploymentConfig,
  LambdaApplication,
  LambdaDeploymentConfig,
  LambdaDeploymentGroup,
} from 'aws-cdk-lib/aws-codedeploy';
import { Role } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { CanaryMinutes } from '../stage/canary.ts';
import { accountServicePrincipal } from './account-service-principal.ts';
import type { ServiceFunction } from './service-function.ts';

const CONFIGS: Record<CanaryMinutes, ILambdaDeploymentConfig> = {
  5: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
  10: LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
  15: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
  30: LambdaDeploymentConfig.CANARY_10PERCENT_30MINUTES,
};

export interface GradualUpdateProps {
  /** Functions behind a synchronous request, which shows at once whether a new version answers. */
  functions: ServiceFunction[];
  minutes: CanaryMinutes;
  /** Any of these alarms reverts all functions. */
  alarms: IAlarm[];
}

/**
 * Sends a tenth of the calls to the new versions first. An alarm in that time sends all calls back to the old ones, and
 * CloudFormation rolls the update back.
 */
export class GradualUpdate extends Construct {
  constructor(scope: Construct, id: string, { functions, minutes, alarms }: GradualUpdateProps) {
    super(scope, id);
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', { assumedBy: accountServicePrincipal(this, 'codedeploy') });
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
      reason: 'What AWS says CodeDeploy needs to move an alias; it may invoke hooks by name, of which there are none.',
    });
    for (const { node, live } of functions) {
      new LambdaDeploymentGroup(this, node.id, {
        application,
        role,
        alias: live,
        deploymentConfig: CONFIGS[minutes],
        alarms,
      });
    }
  }
}
