import { jsonEscapingInvisible } from '../../../contract/invisible.ts';
import { AWS_QUOTA_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import type { components } from '../../typescript/api-types.ts';
import { defineCommand } from '../command/command.ts';
import { usageFailure } from '../terminal/failure.ts';
import { factLines, table, toSafeText } from '../terminal/text.ts';

type Server = components['schemas']['Server'];

const ARNS = {
  roleArn: { kind: 'text', says: 'the IAM role in your AWS account, if it has its name already', value: 'arn' },
  listenerArn: { kind: 'text', says: 'the HTTPS listener of the load balancer', value: 'arn' },
  httpListenerArn: { kind: 'text', says: 'its listener of port 80, where the service makes its rule', value: 'arn' },
} as const;
const DISTRIBUTION = { kind: 'text', says: 'the multi-tenant distribution of CloudFront', value: 'id' } as const;

const POLICIES = ['trust', 'permissions'] as const;

const TYPES = ['alb', 'cloudfront'] as const;

export const awsAccess = defineCommand({
  name: 'servers aws-access',
  says: 'shows the policies for a role in your AWS account, with which certificates come to a load balancer or CloudFront there',
  about: 'Without --listener-arn or --distribution, the policy is for each load balancer or distribution of the account.',
  access: 'read',
  parameters: {
    type: { kind: 'text', says: 'of the server; else that of --server, or alb', value: 'type', known: TYPES },
    ...ARNS,
    distribution: DISTRIBUTION,
    server: { kind: 'integer', says: 'a server that is there already: its ARNs are taken', value: 'id' },
    only: { kind: 'text', says: 'prints this policy alone, for a file', value: 'policy', known: POLICIES },
  },
  examples: [
    'cps servers aws-access',
    'cps servers aws-access --server 2 --only permissions > permissions.json',
    'cps servers aws-access --distribution E1A2B3C4D5E6F7',
  ],
  async run({ connect }, { type, roleArn, listenerArn, httpListenerArn, distribution, server, only }) {
    if (only !== undefined && only !== 'trust' && only !== 'permissions')
      throw usageFailure(`--only is ${JSON.stringify(only)}.`, `Give one of ${POLICIES.join(', ')}.`);
    const named = TYPES.find((known) => known === type);
    if (type !== undefined && !named)
      throw usageFailure(`--type is ${JSON.stringify(type)}.`, `Give one of ${TYPES.join(', ')}.`);
    const api = await connect();
    const kind = named ?? (distribution === undefined ? undefined : ('cloudfront' as const));
    const query = {
      ...(kind && { type: kind }),
      ...(server !== undefined && { server_id: server }),
      ...(roleArn && { role_arn: roleArn }),
      ...(listenerArn && { listener_arn: listenerArn }),
      ...(httpListenerArn && { http_listener_arn: httpListenerArn }),
      ...(distribution && { distribution_id: distribution }),
    };
    const access = await api.read((client) => client.GET('/api/aws-access', { params: { query } }));
    const json = (policy: object) => jsonEscapingInvisible(policy, 2);
    const [trust, permissions] = [json(access.trust_policy), json(access.permissions_policy)];
    if (only !== undefined) return { json: access, text: only === 'trust' ? trust : permissions };
    const ids = factLines([
      ['external id', access.external_id],
      ['role of the service', access.service_role_arn],
    ]);
    return { json: access, text: `${ids}\n\nTrust policy:\n${trust}\n\nPermissions policy:\n${permissions}` };
  },
});

export const check = defineCommand({
  name: 'servers check',
  says: 'has the AWS account of a load balancer or a distribution checked again',
  access: 'write',
  parameters: { server: { kind: 'integer', isArgument: true, isRequired: true, says: 'its id' } },
  examples: ['cps servers check 2'],
  async run({ connect }, { server: id }) {
    const api = await connect();
    const server = await api.write((client) => client.POST('/api/servers/{id}/check', { params: { path: { id } } }));
    return { json: server, text: `The check has begun. In some seconds, cps servers show ${id} shows what it has found.` };
  },
});

const MANAGED = ['yes', 'no'] as const;

/** Type-specific options of `servers edit`. */
export const CHANGEABLE_PARAMETERS = {
  machineRole: { kind: 'texts', says: 'of machines: an AWS role that enrolls without a token; may be repeated', value: 'arn' },
  roleArn: { kind: 'text', says: 'of a load balancer or CloudFront: the IAM role in your AWS account', value: 'arn' },
  httpListenerArn: { kind: 'text', says: 'of a load balancer: its listener of port 80, for a rule of the service', value: 'arn' },
  managed: { kind: 'text', says: 'of CloudFront: yes if it orders the certificates itself', value: 'yes|no', known: MANAGED },
} as const;

/** Type-specific options of `servers add`. */
export const TYPE_PARAMETERS = {
  ...CHANGEABLE_PARAMETERS,
  roleArn: { ...CHANGEABLE_PARAMETERS.roleArn, says: `${CHANGEABLE_PARAMETERS.roleArn.says} (cps servers aws-access)` },
  listenerArn: { ...ARNS.listenerArn, says: 'of a load balancer: its HTTPS listener' },
  distribution: { ...DISTRIBUTION, says: 'of CloudFront: the multi-tenant distribution' },
  connectionGroup: {
    kind: 'text',
    says: "of CloudFront: a connection group, unless it is the account's default one",
    value: 'id',
  },
} as const;

interface TypeOptions {
  machineRole: readonly string[];
  roleArn: string | undefined;
  httpListenerArn: string | undefined;
  managed: string | undefined;
  listenerArn?: string | undefined;
  distribution?: string | undefined;
  connectionGroup?: string | undefined;
}

/** The API's `config` object; undefined without any of its options. The API checks what a type accepts. */
export function configBody(options: TypeOptions) {
  const { machineRole, roleArn, httpListenerArn, managed, listenerArn, distribution, connectionGroup } = options;
  if (managed !== undefined && managed !== 'yes' && managed !== 'no')
    throw usageFailure(`--managed is ${JSON.stringify(managed)}.`, 'Give yes or no.');
  const config = {
    ...(machineRole.length > 0 && { machine_roles: [...machineRole] }),
    ...(roleArn && { role_arn: roleArn }),
    ...(listenerArn && { listener_arn: listenerArn }),
    ...(httpListenerArn && { http_listener_arn: httpListenerArn }),
    ...(distribution && { distribution_id: distribution }),
    ...(connectionGroup && { connection_group_id: connectionGroup }),
    ...(managed && { managed: managed === 'yes' }),
  };
  return Object.keys(config).length > 0 ? config : undefined;
}

/** Type of a new server, deduced from an option that only one type has. */
export function typeOf({ distribution, connectionGroup, managed, listenerArn, httpListenerArn, roleArn }: TypeOptions) {
  if (distribution !== undefined || connectionGroup !== undefined || managed !== undefined) return 'cloudfront' as const;
  const isBalancer = listenerArn !== undefined || httpListenerArn !== undefined || roleArn !== undefined;
  return isBalancer ? ('alb' as const) : ('agent' as const);
}

export function accountText({ id, checked_at: checkedAt, problem, quotas = [] }: Server): string {
  const found = factLines([
    ['checked', checkedAt ?? 'not yet: within a minute'],
    ['problem', problem && toSafeText(problem.summary)],
    ['fix', problem && toSafeText(problem.fix)],
  ]);
  const rows = quotas.map(({ name, used, limit }) => [quotaWords(name), `${used} of ${limit}`]);
  const again = problem ? `\n\nOnce it is mended: cps servers check ${id}` : '';
  return `${found}${rows.length > 0 ? `\n\n${table([['IN THE AWS ACCOUNT', 'USED'], ...rows])}` : ''}${again}`;
}

/** A later API may count more quotas. */
function quotaWords(name: string): string {
  return Object.hasOwn(AWS_QUOTA_WORDS, name) ? AWS_QUOTA_WORDS[name as keyof typeof AWS_QUOTA_WORDS] : name;
}
