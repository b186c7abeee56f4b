import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource, serverSettings } from '../../model/servers/server.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute } from '../pipeline/resource-route.ts';
import { findServer } from './list-get-delete-servers.ts';
import { type UpdateServerRequest, updateServerRequest } from './server-requests.schema.ts';

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

function applyChanges({ address: former, ...server }: Server, { name, address }: UpdateServerRequest): Server {
  const next = address === undefined ? former : address;
  return { ...server, ...(name !== undefined && { name }), ...(next && { address: next }) };
}
