import { type Command, Option } from 'commander';
import { AWS_SERVER_TYPES } from '../../contract/api/server-types.ts';
import { distributionProblem } from '../../lambdas/api/servers/server-config.ts';
import { parseListenerArn } from '../../lambdas/model/aws-servers/arns.ts';
import { awsAccess } from '../../lambdas/model/aws-servers/role-policy.ts';
import type { Session } from './connect.ts';

export function addAwsAccessCommand(program: Command, session: Session): void {
  program
    .command('aws-access')
    .description(
      "shows what an organization's IAM role needs, before a server of type alb or cloudfront is created in its AWS account",
    )
    .requiredOption('--organization <id>', 'the organization')
    .addOption(new Option('--type <type>', 'of the server').choices(AWS_SERVER_TYPES).default('alb'))
    .option('--listener-arn <arn>', 'the listener of HTTPS; without it, the policy is for each load balancer of the account')
    .option('--http-listener-arn <arn>', 'the listener of port 80, if the service is to make its rule there')
    .option('--distribution-id <id>', 'the distribution; without it, the policy is for each one of the account')
    .option('--role-arn <arn>', 'the role, if it has its name already')
    .action(async ({ organization, type, listenerArn, httpListenerArn, distributionId, roleArn }) => {
      const { accounts, awsServersRoleArn: serviceRoleArn } = await session.connect();
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      for (const arn of [listenerArn, httpListenerArn])
        if (arn !== undefined && !parseListenerArn(arn))
          throw new Error(`${arn} is no ARN of a listener of an Application Load Balancer.`);
      if (distributionId !== undefined && distributionProblem(distributionId))
        throw new Error(`${distributionId} is no id of a CloudFront distribution.`);
      const arns = { serviceRoleArn, roleArn, listenerArn, httpListenerArn };
      const access = awsAccess({ type, organizationId: organization, distributionId, ...arns });
      session.print({ ...access, trust_policy: json(access.trust_policy), permissions_policy: json(access.permissions_policy) });
    });
}

/** On one line, for copying into a file or a command. */
function json(policy: object): string {
  return JSON.stringify(policy);
}
