import type { ServerType } from '../../../contract/api/server-types.ts';
import { SERVER_CONFIG_PROBLEMS as PROBLEMS } from '../../../copy/en/error-messages.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import { parseListenerArn, parseRoleArn, partitionOf } from '../../model/aws-servers/arns.ts';
import type { AgentServer, Server } from '../../model/servers/server.schema.ts';
import { testModeAccess } from '../../model/servers/server.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { omit } from '../../shared/rows/omit.ts';

/** `config` as the caller sends it. This file decides which fields a type accepts. */
export interface ServerConfig {
  machine_roles?: string[] | undefined;
  role_arn?: string | undefined;
  listener_arn?: string | undefined;
  http_listener_arn?: string | null | undefined;
  region?: string | undefined;
  distribution_id?: string | undefined;
  connection_group_id?: string | undefined;
  managed?: boolean | undefined;
}

/**
 * True when the body decides where private keys or visitors go: machine roles, AWS role or address. Whoever receives the visitors
 * can prove the hostnames to any certificate authority.
 */
export function changesServingTarget({ address, config }: Record<string, unknown>): boolean {
  const { machine_roles, role_arn } = Object(config);
  return [address, machine_roles, role_arn].some((field) => field !== undefined);
}

/** A new server with the fields of its type. `config` is already validated. */
export function withTypeConfig(server: AgentServer, type: ServerType, config: ServerConfig | undefined, now: Date): Server {
  if (type === 'agent') return withMachineRoles(server, config ?? {});
  const { role_arn: roleArn = '', listener_arn: listenerArn = '', http_listener_arn: httpListenerArn } = config ?? {};
  const access = isTestTenant(server.organizationId) && { access: testModeAccess(type, now) };
  const common = { ...omit(server, 'type', 'revision', 'machineCount', 'silent', 'silentCount'), roleArn, ...access };
  if (type === 'cloudfront') {
    const { distribution_id: distributionId = '', connection_group_id: connectionGroupId, managed } = config ?? {};
    return { ...common, type, distributionId, ...(connectionGroupId && { connectionGroupId }), ...(managed && { managed }) };
  }
  const region = parseListenerArn(listenerArn)?.region ?? '';
  return { ...common, type, listenerArn, ...(httpListenerArn && { httpListenerArn }), region };
}

/** A config without the field changes no roles. */
export function withMachineRoles(server: AgentServer, config: ServerConfig): AgentServer {
  if (config.machine_roles === undefined) return server;
  const machineRoles = machineRolesOf(config);
  return { ...omit(server, 'machineRoles'), ...(machineRoles && { machineRoles }) };
}

/** Throws the 422. A distribution's address comes from the check of its account; nobody else sets it. */
export function refuseInvalidConfig(
  type: ServerType,
  { config, address }: { config?: ServerConfig | undefined; address?: unknown },
  serviceRoleArn: string,
): void {
  const problems = {
    ...configProblems(type, config ?? {}, partitionOf(serviceRoleArn)),
    ...(type === 'cloudfront' && address !== undefined && { address: [PROBLEMS.addressFound] }),
  };
  if (Object.keys(problems).length > 0) throw validationError(problems);
}

/**
 * Problems of a `config`, by field; empty if valid. ARNs and ids contain all that is checked, so no AWS call is made.
 * `ownPartition`: this deployment's partition. AWS allows no role to be assumed across partitions.
 */
function configProblems(type: ServerType, config: ServerConfig, ownPartition: string): Record<string, string[]> {
  const found = { ...fieldsOfOtherTypes(type, config), ...problemsOf(type, config, ownPartition) };
  const told = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(told.map(([field, problem]) => [`config.${field}`, [problem]]));
}

type Problems = Partial<Record<keyof ServerConfig, string | undefined>>;

const TYPES_WITH: Record<keyof ServerConfig, readonly ServerType[]> = {
  machine_roles: ['agent'],
  role_arn: ['alb', 'cloudfront'],
  listener_arn: ['alb'],
  http_listener_arn: ['alb'],
  region: ['alb'],
  distribution_id: ['cloudfront'],
  connection_group_id: ['cloudfront'],
  managed: ['cloudfront'],
};

/** Fields that only other types accept, with the message for each. */
export function fieldsOfOtherTypes(type: ServerType, config: ServerConfig): Problems {
  const others = Object.entries(TYPES_WITH).filter(([field, types]) => field in config && !types.includes(type));
  return Object.fromEntries(
    others.flatMap(([field, types]) =>
      config[field as keyof ServerConfig] === undefined ? [] : [[field, PROBLEMS.only(types.join(' or '))]],
    ),
  );
}

function problemsOf(type: ServerType, config: ServerConfig, ownPartition: string): Problems {
  switch (type) {
    case 'agent':
      return (config.machine_roles ?? []).every(parseRoleArn) ? {} : { machine_roles: PROBLEMS.noRoleArn };
    case 'alb':
      return albProblems(config, ownPartition);
    case 'cloudfront':
      return cloudFrontProblems(config, ownPartition);
  }
}

/** The config's roles without duplicates; undefined for an empty list. */
export function machineRolesOf({ machine_roles: roles = [] }: ServerConfig): string[] | undefined {
  return roles.length > 0 ? [...new Set(roles)] : undefined;
}

function albProblems({ role_arn, listener_arn, http_listener_arn, region }: ServerConfig, ownPartition: string): Problems {
  const listener = parseListenerArn(listener_arn ?? '');
  const http = parseListenerArn(http_listener_arn ?? '');
  return {
    role_arn: roleProblem(role_arn, 'alb', ownPartition) ?? otherAccountProblem(role_arn, listener),
    listener_arn: listenerProblem(listener_arn, listener, ownPartition),
    http_listener_arn: http_listener_arn ? httpProblem([listener_arn, http_listener_arn], listener, http) : undefined,
    region: region !== undefined && listener && region !== listener.region ? PROBLEMS.otherRegion(listener.region) : undefined,
  };
}

// CloudFront's formats: E with capitals and digits; `cg_` with a 27-character KSUID, with room for longer ones.
const DISTRIBUTION_ID = /^E[A-Z0-9]{6,31}$/;
const CONNECTION_GROUP_ID = /^cg_[A-Za-z0-9]{6,64}$/;
/** The only partition with CloudFront's multi-tenant distributions. */
const CLOUDFRONT_PARTITION = 'aws';

function cloudFrontProblems({ role_arn, distribution_id, connection_group_id }: ServerConfig, ownPartition: string): Problems {
  const isElsewhere = ownPartition !== CLOUDFRONT_PARTITION;
  return {
    role_arn:
      roleProblem(role_arn, 'cloudfront', ownPartition) ?? (isElsewhere ? PROBLEMS.noCloudFront(ownPartition) : undefined),
    distribution_id: distributionProblem(distribution_id),
    connection_group_id: connection_group_id === undefined ? undefined : connectionGroupProblem(connection_group_id),
  };
}

export function distributionProblem(sent: string | undefined): string | undefined {
  if (sent === undefined) return PROBLEMS.required('cloudfront');
  return DISTRIBUTION_ID.test(sent) ? undefined : PROBLEMS.noDistributionId;
}

function connectionGroupProblem(sent: string): string | undefined {
  return CONNECTION_GROUP_ID.test(sent) ? undefined : PROBLEMS.noConnectionGroupId;
}

type Listener = ReturnType<typeof parseListenerArn>;

function roleProblem(sent: string | undefined, type: ServerType, ownPartition: string): string | undefined {
  if (sent === undefined) return PROBLEMS.required(type);
  const role = parseRoleArn(sent);
  if (!role) return PROBLEMS.noRoleArn;
  return role.partition === ownPartition ? undefined : PROBLEMS.otherPartition(role.partition, ownPartition);
}

function otherAccountProblem(sent: string | undefined, listener: Listener): string | undefined {
  const role = parseRoleArn(sent ?? '');
  if (!role || !listener || role.accountId === listener.accountId) return undefined;
  return PROBLEMS.otherAccount(role.accountId, listener.accountId);
}

function listenerProblem(sent: string | undefined, listener: Listener, ownPartition: string): string | undefined {
  if (sent === undefined) return PROBLEMS.required('alb');
  if (!listener) return PROBLEMS.noListenerArn;
  return listener.partition === ownPartition ? undefined : PROBLEMS.otherPartition(listener.partition, ownPartition);
}

function httpProblem([https, sent]: (string | undefined)[], listener: Listener, http: Listener): string | undefined {
  if (!http) return PROBLEMS.noListenerArn;
  if (https === sent) return PROBLEMS.sameListener;
  return listener && listener.loadBalancerArn !== http.loadBalancerArn ? PROBLEMS.otherBalancer : undefined;
}
