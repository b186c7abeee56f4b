import { AWS_PROBLEM_REASONS, type AwsProblemReason } from '../../../contract/api/error-codes.ts';
import type { PolicyDocument } from '../../../lambdas/model/aws-servers/role-policy.ts';
import type { AwsServer } from '../../../lambdas/model/servers/server.schema.ts';

/** One statement per line keeps the page short. */
export function block({ Version, Statement }: PolicyDocument): string {
  const statements = Statement.map((statement) => `    ${JSON.stringify(statement)}`).join(',\n');
  return `\`\`\`json\n{\n  "Version": "${Version}",\n  "Statement": [\n${statements}\n  ]\n}\n\`\`\``;
}

const OF_ONE_TYPE: Record<AwsServer['type'], readonly AwsProblemReason[]> = {
  alb: ['listener_not_found', 'listener_of_other_account', 'listener_without_tls', 'listener_full', 'rules_full'],
  cloudfront: [
    'distribution_not_found',
    'distribution_for_one_tenant',
    'connection_group_not_found',
    'tenants_full',
    'hostname_taken_at_aws',
    'hostname_not_at_cloudfront',
    'managed_certificate_failed',
  ],
};

/** The reasons that a server of a type may have; docs/reference/errors.md says what to do. */
export function faults(type: AwsServer['type']): string {
  const others = OF_ONE_TYPE[type === 'alb' ? 'cloudfront' : 'alb'];
  const reasons = AWS_PROBLEM_REASONS.filter((reason) => !others.includes(reason)).map((reason) => `\`${reason}\``);
  return `${reasons.join(', ')}.`;
}
