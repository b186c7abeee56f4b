import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { AgentServer, Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { AppError, notFound } from '../../shared/errors/app-error.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';

export async function findServer(servers: ServerStore, request: HttpRequest, caller: Caller): Promise<Server> {
  const id = pathId(request.params.id, 'server_id');
  const server = await servers.get(caller.organizationId, id);
  if (!server) throw notFound('server_id', id);
  return server;
}

/** The same for paths about machines, which only servers of type `agent` have. */
export async function findAgentServer(servers: ServerStore, request: HttpRequest, caller: Caller): Promise<AgentServer> {
  const server = await findServer(servers, request, caller);
  if (server.type !== 'agent') throw new AppError('conflict', ERROR_MESSAGES.conflict.serverWithoutMachines);
  return server;
}

export function noSuchMachine({ id }: AgentServer): AppError {
  return new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.machine, { details: { server_id: id } });
}
