import { AWS_QUOTA_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import type { components } from '../../typescript/api-types.ts';
import { defineCommand } from '../command/command.ts';
import { usageFailure } from '../terminal/failure.ts';
import { facts, plain, table } from '../terminal/text.ts';

type Server = components['schemas']['Server'];

const ARNS = {
  roleArn: { kind: 'text', says: 'the IAM role in your AWS account, if it has its name already', value: 'arn' },
  listenerArn: { kind: 'text', says: 'the HTTPS listener of the load balancer', value: 'arn' },
  httpListenerArn: { kind: 'text', says: 'its listener of port 80, where the service makes its rule', value: 'arn' },
} as const;

const DISTRIBUTION = {
  distributionId: { kind: 'text', says: 'the multi-tenant distribution of CloudFront', value: 'id' },
  connectionGroupId: { kind: 'text', says: 'its connection group; the default one of the account if absent', value: 'id' },
} as const;

const TYPES = ['alb', 'cloudfront'] as const;
const POLICIES = ['trust', 'permissions'] as const;

export const awsAccess = defineCommand({
  name: 'servers aws-access',
  says: 'shows the policies for a role in your AWS account, with which certificates come to a server there',
  about: 'Without --listener-arn or --distribution-id, the policy is for each of the account.',
  access: 'read',
  parameters: {
    type: { kind: 'text', says: 'of a server to come; alb if absent', value: 'type', known: TYPES },
    ...ARNS,
    distributionId: DISTRIBUTION.distributionId,
    server: { kind: 'integer', says: 'a server that is there already: its ARNs are taken', value: 'id' },
    only: { kind: 'text', says: 'prints this policy alone, for a file', value: 'policy', known: POLICIES },
  },
  examples: ['cps servers aws-access', 'cps servers aws-access --server 2 --only permissions > permissions.json'],
  async run({ connect }, { type, roleArn, listenerArn, httpListenerArn, distributionId, server, only }) {
    if (only !== undefined && only !== 'trust' && only !== 'permissions')
      throw usageFailure(`--only is ${JSON.stringify(only)}.`, `Give one of ${POLICIES.join(', ')}.`);
    const known = TYPES.find((one) => one === type);
    if (type !== undefined && known === undefined)
      throw usageFailure(`--type is ${JSON.stringify(type)}.`, `Give one of ${TYPES.join(', ')}.`);
    const api = await connect();
    const query = {
      ...(known && { type: known }),
      ...(distributionId && { distribution_id: distributionId }),
      ...(server !== undefined && { server_id: server }),
      ...(roleArn && { role_arn: roleArn }),
      ...(listenerArn && { listener_arn: listenerArn }),
      ...(httpListenerArn && { http_listener_arn: httpListenerArn }),
    };
    const access = await api.read((client) => client.GET('/api/aws-access', { params: { query } }));
    const json = (policy: object) => JSON.stringify(policy, undefined, 2);
    const [trust, permissions] = [json(access.trust_policy), json(access.permissions_policy)];
    if (only !== undefined) return { json: access, text: only === 'trust' ? trust : permissions };
    const ids = facts([
      ['external id', access.external_id],
      ['role of the service', access.service_role_arn],
    ]);
    return { json: access, text: `${ids}\n\nTrust policy:\n${trust}\n\nPermissions policy:\n${permissions}` };
  },
});

export const check = defineCommand({
  name: 'servers check',
  says: 'has the AWS account of a server checked again',
  access: 'write',
  parameters: { server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } },
  examples: ['cps servers check 2'],
  async run({ connect }, { server: id }) {
    const api = await connect();
    const server = await api.write((client) => client.POST('/api/servers/{id}/check', { params: { path: { id } } }));
    return { json: server, text: `The check has begun. In some seconds, cps servers show ${id} shows what it has found.` };
  },
});

/** What `servers add` takes for a server in an AWS account. */
export const AWS_PARAMETERS = {
  ...ARNS,
  roleArn: {
    ...ARNS.roleArn,
    says: 'of a load balancer or CloudFront: the IAM role in your AWS account (cps servers aws-access)',
  },
  listenerArn: { ...ARNS.listenerArn, says: 'of a load balancer: its HTTPS listener' },
  httpListenerArn: { ...ARNS.httpListenerArn, says: 'of a load balancer: its listener of port 80, for a rule of the service' },
  distributionId: { ...DISTRIBUTION.distributionId, says: 'of CloudFront: the multi-tenant distribution' },
  connectionGroupId: {
    ...DISTRIBUTION.connectionGroupId,
    says: 'of CloudFront: the connection group; the default one of the account if absent',
  },
} as const;

type AwsOptions = Record<keyof typeof AWS_PARAMETERS, string | undefined>;

/** Undefined: a server with machines. What a type takes, the API says. */
export function awsBody(options: AwsOptions) {
  const { roleArn, listenerArn, httpListenerArn, distributionId, connectionGroupId } = options;
  const config = {
    ...(roleArn && { role_arn: roleArn }),
    ...(listenerArn && { listener_arn: listenerArn }),
    ...(httpListenerArn && { http_listener_arn: httpListenerArn }),
    ...(distributionId && { distribution_id: distributionId }),
    ...(connectionGroupId && { connection_group_id: connectionGroupId }),
  };
  if (Object.keys(config).length === 0) return;
  const type: 'alb' | 'cloudfront' = distributionId || connectionGroupId ? 'cloudfront' : 'alb';
  return { type, config };
}

/** What the last check of an AWS account has found. */
export function accountText({ id, checked_at: checkedAt, problem, quotas = [] }: Server): string {
  const found = facts([
    ['checked', checkedAt ?? 'not yet: within a minute'],
    ['problem', problem && plain(problem.summary)],
    ['fix', problem && plain(problem.fix)],
  ]);
  const rows = quotas.map(({ name, used, limit }) => [quotaWords(name), `${used} of ${limit}`]);
  const again = problem ? `\n\nOnce it is mended: cps servers check ${id}` : '';
  return `${found}${rows.length > 0 ? `\n\n${table([['IN THE AWS ACCOUNT', 'USED'], ...rows])}` : ''}${again}`;
}

/** A later API may count more. */
function quotaWords(name: string): string {
  return Object.hasOwn(AWS_QUOTA_WORDS, name) ? AWS_QUOTA_WORDS[name as keyof typeof AWS_QUOTA_WORDS] : name;
}
