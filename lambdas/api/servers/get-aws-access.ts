import type * as z from 'zod/mini';
import { FIELD_PROBLEMS, SERVER_CONFIG_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { requireServer } from '../../model/accounts/api-key.ts';
import { parseListenerArn, parseRoleArn } from '../../model/aws-servers/arns.ts';
import { awsAccess, type RoleOf } from '../../model/aws-servers/role-policy.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { isAtAws } from '../../model/servers/server.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { readQuery } from '../../shared/http/parameters.ts';
import type { ApiRoute, Caller } from '../pipeline/api-route.ts';
import { isDistributionId } from './server-config.ts';
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
      const { type, server_id, ...query } = readQuery(request, AwsAccessQuery);
      refuseWrongFields(query);
      const known = server_id === undefined ? { type } : await knownOf(server_id, caller, servers);
      const sent = {
        roleArn: query.role_arn,
        listenerArn: query.listener_arn,
        httpListenerArn: query.http_listener_arn,
        distributionId: query.distribution_id,
      };
      const role: RoleOf = { ...known, ...withoutUndefined(sent), organizationId: caller.organizationId, serviceRoleArn };
      return () => ({ status: 200, json: awsAccess(role) });
    },
  };
}

type Known = Omit<RoleOf, 'organizationId' | 'serviceRoleArn'>;

async function knownOf(serverId: number, caller: Caller, servers: GetAwsAccessPorts['servers']): Promise<Known> {
  requireServer(caller, serverId);
  const server = await servers.get(caller.organizationId, serverId);
  if (!server) throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  if (!isAtAws(server)) throw validationError({ server_id: [SERVER_CONFIG_PROBLEMS.notInAws] });
  return server;
}

/** What is wrong with it, by field. */
function refuseWrongFields(query: Omit<z.infer<typeof AwsAccessQuery>, 'type' | 'server_id'>): void {
  const { noRoleArn, noListenerArn, noDistributionId } = SERVER_CONFIG_PROBLEMS;
  const { role_arn, listener_arn, http_listener_arn, distribution_id } = query;
  const errors = {
    ...(role_arn !== undefined && !parseRoleArn(role_arn) && { role_arn: [noRoleArn] }),
    ...(listener_arn !== undefined && !parseListenerArn(listener_arn) && { listener_arn: [noListenerArn] }),
    ...(http_listener_arn !== undefined && !parseListenerArn(http_listener_arn) && { http_listener_arn: [noListenerArn] }),
    ...(distribution_id !== undefined && !isDistributionId(distribution_id) && { distribution_id: [noDistributionId] }),
  };
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function withoutUndefined(sent: Partial<Known>): Partial<Known> {
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}
