import { FIELD_PROBLEMS, SERVER_CONFIG_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { requireServer } from '../../model/accounts/api-key.ts';
import { parseListenerArn, parseRoleArn } from '../../model/aws-servers/arns.ts';
import { awsAccess, type RoleOf } from '../../model/aws-servers/role-policy.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { readQuery } from '../../shared/http/parameters.ts';
import type { ApiRoute, Caller } from '../pipeline/api-route.ts';
import { AwsAccessQuery } from './server-requests.schema.ts';

interface GetAwsAccessPorts {
  servers: Pick<ServerStore, 'get'>;
  /** The role of this deployment that works in integrators' accounts. */
  serviceRoleArn: string;
}

/** What a role in the integrator's AWS account has to allow: known before there is a server, so that it can be made first. */
export function getAwsAccess({ servers, serviceRoleArn }: GetAwsAccessPorts): ApiRoute {
  return {
    operation: 'getAwsAccess',
    async prepare(request, caller) {
      const { server_id, role_arn, listener_arn, http_listener_arn } = readQuery(request, AwsAccessQuery);
      const sent = { roleArn: role_arn, listenerArn: listener_arn, httpListenerArn: http_listener_arn };
      refuseWrongArns(sent);
      const known = server_id === undefined ? {} : await arnsOf(server_id, caller, servers);
      const role: RoleOf = { ...known, ...withoutUndefined(sent), organizationId: caller.organizationId, serviceRoleArn };
      return () => ({ status: 200, json: awsAccess(role) });
    },
  };
}

async function arnsOf(serverId: number, caller: Caller, servers: GetAwsAccessPorts['servers']): Promise<Partial<RoleOf>> {
  requireServer(caller, serverId);
  const server = await servers.get(caller.organizationId, serverId);
  if (!server) throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  if (server.type !== 'alb') throw validationError({ server_id: [SERVER_CONFIG_PROBLEMS.notInAws] });
  const { roleArn, listenerArn, httpListenerArn } = server;
  return { roleArn, listenerArn, httpListenerArn };
}

type Arns = Pick<RoleOf, 'roleArn' | 'listenerArn' | 'httpListenerArn'>;

function refuseWrongArns({ roleArn, listenerArn, httpListenerArn }: Arns): void {
  const { noRoleArn, noListenerArn } = SERVER_CONFIG_PROBLEMS;
  const errors = {
    ...(roleArn !== undefined && !parseRoleArn(roleArn) && { role_arn: [noRoleArn] }),
    ...(listenerArn !== undefined && !parseListenerArn(listenerArn) && { listener_arn: [noListenerArn] }),
    ...(httpListenerArn !== undefined && !parseListenerArn(httpListenerArn) && { http_listener_arn: [noListenerArn] }),
  };
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function withoutUndefined(arns: Arns): Partial<Arns> {
  return Object.fromEntries(Object.entries(arns).filter(([, arn]) => arn !== undefined));
}
