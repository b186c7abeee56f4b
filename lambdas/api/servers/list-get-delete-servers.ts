import { Id } from '../../../contract/api/wire.schema.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { type AllowedServers, allowsServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { WorkListStore } from '../../model/aws-servers/work-list.store.ts';
import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import { leavingWrites } from '../../model/servers/aws-installer.ts';
import type { AgentServer, Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource, serverSettings } from '../../model/servers/server.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, notFound } from '../../shared/errors/app-error.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import { MOST_READ_AT_ONCE } from '../../shared/http/pagination/page-limits.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, listRoute, noBody, showRoute } from '../pipeline/resource-route.ts';

interface ListServersPorts {
  lists: ServerListStore;
  settings: Settings;
  serviceSecret: ServiceSecret;
}

/** The highest id first. */
export function listServers({ lists, settings, serviceSecret }: ListServersPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listServers',
      id: Id,
      serviceSecret,
      read: (place, _request, caller) => readPage(place, caller, lists),
    },
    (server, { now }) => serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds),
  );
}

/** A key that is restricted to servers sees those: they are looked for among all, as a rule at most a hundred. */
async function readPage(place: PagePlace<number>, caller: Caller & AllowedServers, lists: ServerListStore) {
  const { organizationId, allowedServers } = caller;
  if (allowedServers === undefined) return lists.page(organizationId, place);
  const items: Server[] = [];
  let { before } = place;
  for (;;) {
    const page = await lists.page(organizationId, { limit: MOST_READ_AT_ONCE, ...(before !== undefined && { before }) });
    items.push(...page.items.filter(({ id }) => allowsServer(caller, id)));
    before = page.items.at(-1)?.id;
    if (!page.hasMore || before === undefined || items.length > place.limit) return { items, hasMore: false };
  }
}

interface GetServerPorts {
  servers: ServerStore;
  settings: Settings;
}

export function getServer({ servers, settings }: GetServerPorts): ApiRoute {
  return showRoute(
    { operation: 'getServer', find: (request, caller) => findServer(servers, request, caller) },
    (server, { now }) => serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds),
  );
}

interface DeleteServerPorts {
  servers: ServerStore;
  lists: ServerListStore;
  domains: DomainListStore;
  awsWork: Pick<WorkListStore, 'addWrites'>;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** A server without domains goes, with its machines and what enrolls them. Its label is never anybody else's. */
export function deleteServer(ports: DeleteServerPorts): ApiRoute {
  const { servers, newId, pause } = ports;
  return changeRoute(
    { operation: 'deleteServer', readBody: noBody, find: (request, caller) => readUnused(request, caller, ports), pause },
    async (server, call) => {
      const resource = { type: 'server' as const, id: String(server.id) };
      const audited = { action: 'server.deleted', resource, before: serverSettings(server) };
      await servers.remove(
        server,
        auditEntry(call, newId('aud'), audited),
        leavingWrites(server, undefined, ports.awsWork, call.now),
      );
      return { status: 200, json: { id: server.id, deleted: true } };
    },
  );
}

/** The index of domains may lag a second; the certificates of domains that are still moving away, or being removed, never do. */
async function readUnused(request: HttpRequest, { organizationId }: Caller, { servers, lists, domains }: DeleteServerPorts) {
  const id = pathId(request.params.id, 'server_id');
  const [server, hasDomains, hasCertificates] = await Promise.all([
    servers.get(organizationId, id),
    domains.anyOnServer(organizationId, id),
    lists.hasCertificates(organizationId, id),
  ]);
  if (!server) throw notFound('server_id', id);
  const hasTenants = server.type === 'cloudfront' && (await lists.hasTenants(organizationId, id));
  if (!hasDomains && !hasCertificates && !hasTenants) return server;
  throw new AppError('conflict', ERROR_MESSAGES.conflict.serverInUse);
}

/** The same where the path is about machines, which only a server of type `agent` has. */
export async function findAgentServer(servers: ServerStore, request: HttpRequest, caller: Caller): Promise<AgentServer> {
  const server = await findServer(servers, request, caller);
  if (server.type !== 'agent') throw new AppError('conflict', ERROR_MESSAGES.conflict.serverWithoutMachines);
  return server;
}

/** The caller's server that the path names, or its 404. */
export async function findServer(servers: ServerStore, request: HttpRequest, caller: Caller): Promise<Server> {
  const id = pathId(request.params.id, 'server_id');
  const server = await servers.get(caller.organizationId, id);
  if (!server) throw notFound('server_id', id);
  return server;
}
