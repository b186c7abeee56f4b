import type * as z from 'zod/mini';
import type { AwsServerType } from '../../../contract/api/server-types.ts';
import { FIELD_PROBLEMS, SERVER_CONFIG_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { requireServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseListenerArn, parseRoleArn } from '../../model/aws-servers/arns.ts';
import { awsAccess, type RoleOf } from '../../model/aws-servers/role-policy.ts';
import { AWS_ACCESS } from '../../model/events/server-examples.ts';
import type { AwsServer } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { AwsAccessResource } from '../../model/servers/server-resource.schema.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { distributionProblem, fieldsOfOtherTypes } from './server-config.ts';
import { AwsAccessQuery } from './server-requests.schema.ts';

/** Available before the server exists, so that the role can be created first. */
export const getAwsAccess = defineOperation({
  id: 'getAwsAccess',
  clientMethod: 'servers.get_aws_access',
  tag: 'Servers',
  reach: 'none',
  summary: 'Get the policies for a role in your AWS account',
  description:
    'What the IAM role of a server of type `alb` or `cloudfront` needs, before or after the server is created: who may assume it, and what it may do. Both are JSON documents for IAM. `docs/servers/alb.md` and `docs/servers/cloudfront.md` show how to use them.',
  query: AwsAccessQuery,
  answer: { status: 200, description: 'The policies.', schema: AwsAccessResource, example: () => AWS_ACCESS },
  prepare:
    ({ servers, serviceRoleArn }: Pick<Rows, 'servers' | 'serviceRoleArn'>) =>
    async ({ caller, query: { server_id, type, ...target } }) => {
      const known = server_id === undefined ? undefined : await targetOf(server_id, caller, servers);
      const kind = type ?? known?.type ?? 'alb';
      refuseWrongTarget(kind, target);
      if (known && known.type !== kind) throw validationError({ type: [SERVER_CONFIG_PROBLEMS.otherType(known.type)] });
      const sent = {
        roleArn: target.role_arn,
        listenerArn: target.listener_arn,
        httpListenerArn: target.http_listener_arn,
        distributionId: target.distribution_id,
      };
      const { organizationId } = caller;
      const role: RoleOf = { ...known, ...withoutUndefined(sent), type: kind, organizationId, serviceRoleArn };
      return () => ({ status: 200, json: awsAccess(role) });
    },
});

type Target = Partial<RoleOf> & Pick<AwsServer, 'type'>;

async function targetOf(serverId: number, caller: Caller, servers: ServerStore): Promise<Target> {
  requireServer(caller, serverId);
  const server = await servers.get(caller.organizationId, serverId);
  if (!server) throw validationError({ server_id: [FIELD_PROBLEMS.unknownServer] });
  switch (server.type) {
    case 'agent':
      throw validationError({ server_id: [SERVER_CONFIG_PROBLEMS.notInAws] });
    case 'alb': {
      const { type, roleArn, listenerArn, httpListenerArn } = server;
      return { type, roleArn, listenerArn, httpListenerArn };
    }
    case 'cloudfront': {
      const { type, roleArn, distributionId, connectionGroupId } = server;
      return { type, roleArn, distributionId, connectionGroupId };
    }
  }
}

/** No target is needed, but one that is sent must fit the type. */
function refuseWrongTarget(type: AwsServerType, sent: Omit<z.infer<typeof AwsAccessQuery>, 'server_id' | 'type'>): void {
  const { noRoleArn, noListenerArn } = SERVER_CONFIG_PROBLEMS;
  const { role_arn, listener_arn, http_listener_arn, distribution_id } = sent;
  const found = {
    role_arn: role_arn !== undefined && !parseRoleArn(role_arn) ? noRoleArn : undefined,
    listener_arn: listener_arn !== undefined && !parseListenerArn(listener_arn) ? noListenerArn : undefined,
    http_listener_arn: http_listener_arn !== undefined && !parseListenerArn(http_listener_arn) ? noListenerArn : undefined,
    distribution_id: distribution_id === undefined ? undefined : distributionProblem(distribution_id),
    ...fieldsOfOtherTypes(type, sent),
  };
  const told = Object.entries(found).flatMap(([field, problem]) => (problem === undefined ? [] : [[field, [problem]]]));
  if (told.length > 0) throw validationError(Object.fromEntries(told));
}

function withoutUndefined(target: Partial<RoleOf>): Partial<RoleOf> {
  return Object.fromEntries(Object.entries(target).filter(([, value]) => value !== undefined));
}
