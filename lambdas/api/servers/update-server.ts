import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource, serverSettings } from '../../model/servers/server.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute } from '../pipeline/resource-route.ts';
import { refuseWhereAdministratorsEnroll } from './enrollment-tokens.ts';
import { findServer } from './list-get-delete-servers.ts';
import { machineRolesOf, type UpdateServerRequest, updateServerRequest } from './server-requests.schema.ts';

export interface UpdateServerPorts {
  servers: ServerStore;
  settings: Settings;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function updateServer(ports: UpdateServerPorts): ApiRoute {
  const { servers, settings, pause } = ports;
  const schema = updateServerRequest(settings);
  const readBody = (request: HttpRequest) => readJsonBody(request, schema);
  return changeRoute(
    { operation: 'updateServer', readBody, find: (request, caller) => findServer(servers, request, caller), pause },
    (before, call, changes) => update(before, changes, call, ports),
  );
}

async function update(
  before: Server,
  changes: UpdateServerRequest,
  call: Call,
  { servers, settings, newId }: UpdateServerPorts,
): Promise<HttpResponse> {
  if (machineRolesOf(changes.config)) refuseWhereAdministratorsEnroll(settings);
  const after = applyChanges(before, changes);
  const difference = differences(serverSettings(before), serverSettings(after));
  if (difference) {
    const resource = { type: 'server' as const, id: String(after.id) };
    await servers.changeSettings(
      before,
      after,
      auditEntry(call, newId('aud'), { action: 'server.updated', resource, ...difference }),
    );
  }
  return { status: 200, json: serverResource(after, settings.baseTarget, call.now, settings.agent.silentAfterSeconds) };
}

/** A config is replaced as a whole. */
function applyChanges({ address: former, ...server }: Server, { name, address, config }: UpdateServerRequest): Server {
  const next = address === undefined ? former : address;
  const changed = { ...server, ...(name !== undefined && { name }), ...(next && { address: next }) };
  if (config === undefined) return changed;
  if (changed.type !== 'agent') throw validationError({ config: [FIELD_PROBLEMS.configOfAnotherType] });
  const machineRoles = machineRolesOf(config);
  return { ...omit(changed, 'machineRoles'), ...(machineRoles && { machineRoles }) };
}
