import { Stack } from 'aws-cdk-lib';
import { type IPrincipal, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * On whose behalf a service may take a role, as each service's guide says ("confused deputy"). Lambda is not among them: its
 * guide knows no such condition for an execution role.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html
 * https://docs.aws.amazon.com/step-functions/latest/dg/procedure-create-iam-role.html
 * https://docs.aws.amazon.com/codedeploy/latest/userguide/security_confused_deputy.html
 */
const ACTS_FOR = {
  // A group, and never a single schedule. Ours are in the group that every account has.
  scheduler: 'schedule-group/default',
  // The name of the machine is made with it, and it is made with its role.
  states: 'stateMachine:*',
  codedeploy: 'deploymentgroup:*',
};

/** The service while it acts for this account in this region: nobody else can have it use the role. */
export function ownService(scope: Construct, service: keyof typeof ACTS_FOR): IPrincipal {
  const { partition, region, account } = Stack.of(scope);
  return new ServicePrincipal(`${service}.amazonaws.com`, {
    conditions: {
      StringEquals: { 'aws:SourceAccount': account },
      ArnLike: { 'aws:SourceArn': `arn:${partition}:${service}:${region}:${account}:${ACTS_FOR[service]}` },
    },
  });
}
