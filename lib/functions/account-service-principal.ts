import { Stack } from 'aws-cdk-lib';
import { type IPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * Which resources a service may assume a role for, as each service's guide says ("confused deputy"). Lambda is missing: its guide
 * has no such condition for an execution role.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 * https://docs.aws.amazon.com/step-functions/latest/dg/procedure-create-iam-role.html
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/security_confused_deputy.html
 */
const ACTS_FOR = {
  // A schedule group, because a single schedule is not allowed. Ours are in the default group of the account.
  scheduler: 'schedule-group/default',
  // A wildcard, because the machine's name does not exist before its role does.
  states: 'stateMachine:*',
  codedeploy: 'deploymentgroup:*',
};

/** The service acting for this account and region. Nobody else can make it use the role. */
export function accountServicePrincipal(scope: Construct, service: keyof typeof ACTS_FOR): IPrincipal {
  const { partition, region, account } = Stack.of(scope);
  return new ServicePrincipal(`${service}.amazonaws.com`, {
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:${service}:${region}:${account}:${ACTS_FOR[service]}` },
    },
  });
}
