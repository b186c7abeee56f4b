import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverResource } from '../../model/servers/server-resource.ts';
import type { Settings } from '../../shared/contract/settings.schema.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findServer } from './find-server.ts';

export interface GetServerPorts {
  servers: Pick<ServerStore, 'get'>;
  settings: Pick<Settings, 'baseTarget'>;
}

export function getServer({ servers, settings }: GetServerPorts): ApiRoute {
  return {
    operation: 'getServer',
    async prepare(request, caller) {
      refuseQuery(request);
      const server = await findServer(servers, request, caller);
      return ({ now }) => ({ status: 200, json: serverResource(server, settings.baseTarget, now) });
    },
  };
}
