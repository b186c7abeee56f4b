import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource } from '../../model/servers/server.ts';
import { AppError, actionLimitExceeded, notFound } from '../../shared/errors/app-error.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { findServer } from './list-get-delete-servers.ts';

interface CheckServerPorts {
  servers: ServerStore;
  settings: Settings;
  newId: (prefix: 'evt') => string;
}

/** Has the AWS account of a server checked again: whoever does that writes what it finds into the server. */
export function checkServer(ports: CheckServerPorts): ApiRoute {
  return {
    operation: 'checkServer',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const server = await findServer(ports.servers, request, caller);
      if (server.type === 'agent') throw new AppError('conflict', ERROR_MESSAGES.conflict.serverNotChecked);
      return (call) => requestCheck(server, call, ports);
    },
  };
}

async function requestCheck(
  server: Server,
  { now }: Call,
  { servers, settings, newId }: CheckServerPorts,
): Promise<HttpResponse> {
  try {
    await servers.requestCheck(server, newId('evt'), now, ACTION_LIMITS.check.perSeconds);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    const found = error.found[0];
    if (found === undefined) throw notFound('server_id', server.id);
    throw actionLimitExceeded('check', 'server', new Date(String(found.checkPossibleAt)), now);
  }
  return { status: 200, json: serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds) };
}
