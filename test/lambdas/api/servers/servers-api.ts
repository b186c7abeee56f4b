import { createServer } from '../../../../lambdas/api/servers/create-server.ts';
import { SERVER_OPERATIONS } from '../../../../lambdas/api/servers/operations.ts';
import type { AgentServer, AlbServer, CloudFrontServer, Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { omit } from '../../../../lambdas/shared/rows/omit.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { machine, rowOf } from '../../agent-api/an-agent.ts';
import { settings } from '../../settings.ts';
import { apiCaller, itemsUnder, opened, SERVICE_ROLE_ARN, server, type tableHolds } from '../api-caller.ts';

const labels = { drawn: 0 };
const edges = { newLabel: () => `newlabel${labels.drawn++}`, base62: (length: number) => 'T'.repeat(length) };

export const call = apiCaller(opened(SERVER_OPERATIONS, edges));

export const update = (body: unknown) => call({ method: 'PATCH', path: '/api/servers/1', body });
export const errorsOf = ({ status, json }: Awaited<ReturnType<typeof call>>) => [status, json.error?.details?.errors];
/** What the outbox is to wake. */
export const wakes = (items: ReturnType<typeof tableHolds>) => itemsUnder(items, 'OUTBOX#').map(({ kind }) => kind);

/** For a stage where only administrators enroll machines. */
export const callOfStrictStage = apiCaller(
  opened(SERVER_OPERATIONS, { ...edges, settings: { ...settings, enrollments: 'administrators' } }),
);

/** For a deployment in another AWS partition. */
export const callWithPartition = (partition: string) =>
  apiCaller(opened([createServer], { ...edges, serviceRoleArn: SERVICE_ROLE_ARN.replace('arn:aws:', `arn:${partition}:`) }));

export function aServer(id = 1, changes: Partial<AgentServer> = {}) {
  const one = { ...server(id), ...changes };
  return { ...keys.server(one.organizationId, id), ...one };
}

const LISTENERS = 'arn:aws:elasticloadbalancing:eu-west-1:111122223333:listener/app/shop/50dc6c495c0c9188';
export const ALB_CONFIG = {
  role_arn: 'arn:aws:iam::111122223333:role/certificates',
  listener_arn: `${LISTENERS}/f2f7dc8efc522ab2`,
  http_listener_arn: `${LISTENERS}/0467ef3c8400ae65`,
  region: 'eu-west-1',
};

/** The table item of a load balancer. Its account is not checked yet. */
export function aBalancer(id = 1, changes: Partial<AlbServer> = {}, organizationId = 'org_A') {
  const { role_arn: roleArn, listener_arn: listenerArn, http_listener_arn: httpListenerArn, region } = ALB_CONFIG;
  const common = omit({ ...server(id), organizationId }, 'type', 'machineCount', 'silent', 'silentCount', 'revision');
  const one = { ...common, type: 'alb' as const, roleArn, listenerArn, httpListenerArn, region, ...changes };
  return { ...keys.server(organizationId, id), ...one };
}

export const CLOUDFRONT_CONFIG = {
  role_arn: 'arn:aws:iam::111122223333:role/certificates',
  distribution_id: 'E1A2B3C4D5E6F7',
  connection_group_id: 'cg_2whCJoXMYCjHcxaLGrkllvyABCD',
  managed: false,
};

/** The table item of a distribution. Its account is not checked yet. */
export function aDistribution(id = 1, changes: Partial<CloudFrontServer> = {}) {
  const { role_arn: roleArn, distribution_id: distributionId, connection_group_id: connectionGroupId } = CLOUDFRONT_CONFIG;
  const common = omit(server(id), 'type', 'machineCount', 'silent', 'silentCount', 'revision');
  const one = { ...common, type: 'cloudfront' as const, roleArn, distributionId, connectionGroupId, ...changes };
  return { ...keys.server(one.organizationId, id), ...one };
}

/** A server's item with the rows of its machines. */
export function withMachines(item: ReturnType<typeof aServer>, ...changes: Partial<Machine>[]): Record<string, unknown>[] {
  const { organizationId, id, label } = item;
  const rows = changes.map((change) => rowOf({ ...machine, ...change }, { organizationId, id, label }));
  return [{ ...item, machineCount: rows.length }, ...rows];
}
