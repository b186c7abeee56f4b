import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { notFound } from '../../shared/errors/named-errors.ts';
import { pathId } from '../../shared/http/path-id.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Caller } from '../pipeline/api-route.ts';

/** The caller's server that the path names, or its 404. */
export async function findServer(servers: ServerStore, request: HttpRequest, caller: Caller): Promise<Server> {
  const id = pathId(request.params.id, 'server_id');
  const server = await servers.get(caller.organizationId, id);
  if (!server) throw notFound('server_id', id);
  return server;
}
