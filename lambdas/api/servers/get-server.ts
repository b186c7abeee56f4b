import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource } from '../../model/servers/server-resource.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { showRoute } from '../pipeline/resource-route.ts';
import { findServer } from './find-server.ts';

export interface GetServerPorts {
  servers: ServerStore;
  settings: Settings;
}

export function getServer({ servers, settings }: GetServerPorts): ApiRoute {
  return showRoute(
    { operation: 'getServer', find: (request, caller) => findServer(servers, request, caller) },
    (server, { now }) => serverResource(server, settings.baseTarget, now),
  );
}
