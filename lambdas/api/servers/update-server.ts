import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { SERVER_CONFIG_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import { parseRoleArn } from '../../model/aws-servers/arns.ts';
import { SERVER } from '../../model/events/server-examples.ts';
import { placeAtAws, removeRuleWrites } from '../../model/servers/aws-installer.ts';
import type { AwsServer, Server } from '../../model/servers/server.schema.ts';
import { serverResource, serverSettings } from '../../model/servers/server.ts';
import { ServerResource } from '../../model/servers/server-resource.schema.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { findServer } from './find-server.ts';
import { requireSelfEnrollment } from './require-self-enrollment.ts';
import { changesServingTarget, machineRolesOf, refuseInvalidConfig, withMachineRoles } from './server-config.ts';
import { ANY_RULES, type UpdateServerRequest, updateServerRequest } from './server-requests.schema.ts';

type UpdatePorts = Pick<Rows, 'servers' | 'awsWork' | 'settings' | 'newId' | 'serviceRoleArn'>;

export const updateServer = defineOperation({
  id: 'updateServer',
  clientMethod: 'servers.update',
  tag: 'Servers',
  reach: 'server',
  audit: { action: 'server.updated', facts: ['before', 'after'] },
  summary: 'Change a server',
  description:
    'Its name, its address, the roles of its machines; of a server of type `alb` the role and the listener of port 80; of one of type `cloudfront` the role and `managed`, but not the address, which the service finds. Its type cannot be changed. With another `config`, the AWS account is checked again at once.',
  needsFreshSignIn: changesServingTarget,
  body: {
    schema: (settings: Settings) => {
      const schema = updateServerRequest(settings);
      return () => schema;
    },
    documented: updateServerRequest(ANY_RULES),
    example: () => ({ name: 'Frankfurt 2' }),
  },
  answer: {
    status: 200,
    description: 'The server as it is now.',
    schema: ServerResource,
    example: () => ({ ...SERVER, name: 'Frankfurt 2' }),
  },
  prepare: (ports: UpdatePorts & Pick<Rows, 'pause'>) =>
    prepareChange(
      { find: (request, caller) => findServer(ports.servers, request, caller), pause: ports.pause },
      (before, call, changes: UpdateServerRequest) => update(before, changes, call, ports),
    ),
});

async function update(
  before: Server,
  changes: UpdateServerRequest,
  call: Call,
  { servers, awsWork, settings, newId, serviceRoleArn }: UpdatePorts,
): Promise<HttpResponse> {
  const { config, address } = changes;
  refuseOtherAccount(before, config?.role_arn);
  if (config || address !== undefined)
    refuseInvalidConfig(before.type, { config: { ...presentConfig(before), ...config }, address }, serviceRoleArn);
  if (machineRolesOf(changes.config ?? {})) requireSelfEnrollment(settings);
  const after = applyChanges(before, changes);
  const difference = differences(serverSettings(before), serverSettings(after));
  if (difference) {
    const resource = { type: 'server' as const, id: String(after.id) };
    await servers.changeSettings(
      before,
      after,
      auditEntry(call, newId('aud'), { action: 'server.updated', resource, ...difference }),
      changes.config
        ? [...servers.accountCheckWrites(after, newId('evt'), call.now), ...removeRuleWrites(before, after, awsWork, call.now)]
        : [],
    );
  }
  return { status: 200, json: serverResource(after, settings.baseTarget, call.now, settings.agent.silentAfterSeconds) };
}

/** The tenants and certificates that the service created in CloudFront are in the role's account. */
function refuseOtherAccount(before: Server, roleArn: string | undefined): void {
  if (before.type !== 'cloudfront' || roleArn === undefined) return;
  const { accountId } = placeAtAws(before);
  const sent = parseRoleArn(roleArn)?.accountId;
  if (sent !== undefined && sent !== accountId)
    throw validationError({ 'config.role_arn': [SERVER_CONFIG_PROBLEMS.sameAccount(accountId)] });
}

function applyChanges({ address: former, ...server }: Server, { name, address, config }: UpdateServerRequest): Server {
  const next = address === undefined ? former : address;
  return { ...withConfig(server, config), ...(name !== undefined && { name }), ...(next && { address: next }) };
}

/**
 * A new target makes the last check's problem void, so it is dropped until the next check. A server without a problem stays in
 * use meanwhile.
 */
function withConfig(server: Server, config: UpdateServerRequest['config']): Server {
  if (config === undefined) return server;
  if (server.type === 'agent') return withMachineRoles(server, config);
  const { role_arn: roleArn = server.roleArn } = config;
  if (server.type === 'cloudfront') {
    const { managed = server.managed } = config;
    const other = { ...omit(server, 'managed'), roleArn, ...(managed && { managed }) };
    return withoutStaleProblem(server, other, roleArn === server.roleArn);
  }
  const { http_listener_arn: http = server.httpListenerArn } = config;
  const kept = omit(server, 'httpListenerArn');
  const changed = { ...kept, roleArn, ...(http && { httpListenerArn: http }) };
  const isSame = roleArn === server.roleArn && (http ?? undefined) === server.httpListenerArn;
  return withoutStaleProblem(server, changed, isSame);
}

function withoutStaleProblem<S extends AwsServer>(before: S, changed: S, isSame: boolean): Server {
  const isKept = isSame || !before.access?.problem || isTestTenant(before.organizationId);
  return isKept ? changed : { ...changed, access: undefined };
}

/** A change may contain only new fields. */
function presentConfig(server: Server) {
  switch (server.type) {
    case 'agent':
      return {};
    case 'alb':
      return { role_arn: server.roleArn, listener_arn: server.listenerArn };
    case 'cloudfront':
      return { role_arn: server.roleArn, distribution_id: server.distributionId };
  }
}
