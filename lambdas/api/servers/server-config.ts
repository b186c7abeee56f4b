import type { ServerType } from '../../../contract/api/server-types.ts';
import { SERVER_CONFIG_PROBLEMS as PROBLEMS } from '../../../copy/en/error-messages.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import { parseListenerArn, parseRoleArn, partitionOf } from '../../model/aws-servers/arns.ts';
import type { AgentServer, Server } from '../../model/servers/server.schema.ts';
import { rehearsedAccess } from '../../model/servers/server.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { omit } from '../../shared/rows/omit.ts';

/** `config` as somebody sends it; which fields a type takes is decided here. */
export interface ServerConfig {
  machine_roles?: string[] | undefined;
  role_arn?: string | undefined;
  listener_arn?: string | undefined;
  http_listener_arn?: string | null | undefined;
  region?: string | undefined;
  distribution_id?: string | undefined;
  connection_group_id?: string | undefined;
}

/** A new server with what its type needs to know, from a `config` that fits. */
export function withTypeConfig(server: AgentServer, type: ServerType, config: ServerConfig | undefined, now: Date): Server {
  if (type === 'agent') return withMachineRoles(server, config ?? {});
  const { role_arn: roleArn = '', listener_arn: listenerArn = '', http_listener_arn: httpListenerArn } = config ?? {};
  const access = isTestTenant(server.organizationId) && { access: rehearsedAccess(now) };
  const common = { ...omit(server, 'type', 'machines', 'revision'), roleArn, ...access };
  if (type === 'cloudfront') {
    const { distribution_id: distributionId = '', connection_group_id: connectionGroupId } = config ?? {};
    return { ...common, type, distributionId, ...(connectionGroupId && { connectionGroupId }) };
  }
  const region = parseListenerArn(listenerArn)?.region ?? '';
  return { ...common, type, listenerArn, ...(httpListenerArn && { httpListenerArn }), region };
}

/** A config without the field leaves them as they are. */
export function withMachineRoles(server: AgentServer, config: ServerConfig): AgentServer {
  if (config.machine_roles === undefined) return server;
  const machineRoles = machineRolesOf(config);
  return { ...omit(server, 'machineRoles'), ...(machineRoles && { machineRoles }) };
}

/** Throws the 422. */
export function refuseWrongConfig(type: ServerType, config: ServerConfig | undefined, serviceRoleArn: string): void {
  const problems = configProblems(type, config ?? {}, partitionOf(serviceRoleArn));
  if (Object.keys(problems).length > 0) throw validationError(problems);
}

/**
 * What is wrong with a `config`, by field; none: it fits. All of it is in the ARNs, so that nothing is asked of AWS.
 * `ownPartition`: that of this deployment. No role of one partition can be assumed from another.
 */
function configProblems(type: ServerType, config: ServerConfig, ownPartition: string): Record<string, string[]> {
  const found = type === 'agent' ? agentProblems(config) : albProblems(config, ownPartition);
  const told = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(told.map(([field, problem]) => [`config.${field}`, [problem]]));
}

type Problems = Partial<Record<keyof ServerConfig, string | undefined>>;

function agentProblems({ machine_roles: roles = [], ...ofAlb }: ServerConfig): Problems {
  const others = Object.fromEntries(Object.keys(ofAlb).map((field) => [field, PROBLEMS.onlyAlb]));
  return { ...others, machine_roles: roles.every(parseRoleArn) ? undefined : PROBLEMS.noRoleArn };
}

/** The roles that a config names, each once; undefined for an empty list. */
export function machineRolesOf({ machine_roles: roles = [] }: ServerConfig): string[] | undefined {
  return roles.length > 0 ? [...new Set(roles)] : undefined;
}

function albProblems(
  { machine_roles, role_arn, listener_arn, http_listener_arn, region }: ServerConfig,
  ownPartition: string,
): Problems {
  const role = parseRoleArn(role_arn ?? '');
  const listener = parseListenerArn(listener_arn ?? '');
  const http = parseListenerArn(http_listener_arn ?? '');
  return {
    machine_roles: machine_roles === undefined ? undefined : PROBLEMS.onlyAgent,
    role_arn: roleProblem(role_arn, role, listener, ownPartition),
    listener_arn: listenerProblem(listener_arn, listener, ownPartition),
    http_listener_arn: http_listener_arn ? httpProblem([listener_arn, http_listener_arn], listener, http) : undefined,
    region: region !== undefined && listener && region !== listener.region ? PROBLEMS.otherRegion(listener.region) : undefined,
  };
}

type Role = ReturnType<typeof parseRoleArn>;
type Listener = ReturnType<typeof parseListenerArn>;

function roleProblem(sent: string | undefined, role: Role, listener: Listener, ownPartition: string): string | undefined {
  if (sent === undefined) return PROBLEMS.required;
  if (!role) return PROBLEMS.noRoleArn;
  if (role.partition !== ownPartition) return PROBLEMS.otherPartition(role.partition, ownPartition);
  return listener && role.accountId !== listener.accountId
    ? PROBLEMS.otherAccount(role.accountId, listener.accountId)
    : undefined;
}

function listenerProblem(sent: string | undefined, listener: Listener, ownPartition: string): string | undefined {
  if (sent === undefined) return PROBLEMS.required;
  if (!listener) return PROBLEMS.noListenerArn;
  return listener.partition === ownPartition ? undefined : PROBLEMS.otherPartition(listener.partition, ownPartition);
}

function httpProblem([https, sent]: (string | undefined)[], listener: Listener, http: Listener): string | undefined {
  if (!http) return PROBLEMS.noListenerArn;
  if (https === sent) return PROBLEMS.sameListener;
  return listener && listener.loadBalancerArn !== http.loadBalancerArn ? PROBLEMS.otherBalancer : undefined;
}
