import * as z from 'zod/mini';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineResource } from '../../model/servers/server-resource.ts';
import { pageAnswer, readPlace } from '../../shared/http/pagination/page-by-id.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findServer } from './find-server.ts';

export interface ListMachinesPorts {
  servers: ServerStore;
  serviceSecret: ServiceSecret;
}

/** The machines of a server, newest first. They lie in its item: one read, however many. */
export function listMachines({ servers, serviceSecret }: ListMachinesPorts): ApiRoute {
  return {
    operation: 'listMachines',
    async prepare(request, caller) {
      const scope = `listMachines ${caller.organizationId} ${request.params.id}`;
      const place = readPlace(request, scope, serviceSecret, z.string());
      const { machines } = await findServer(servers, request, caller);
      const { before } = place;
      const items = Object.values(machines)
        .filter(({ id }) => before === undefined || id < before)
        .toSorted((a, b) => (a.id < b.id ? 1 : -1));
      return () => pageAnswer({ items, hasMore: false }, place, machineResource, scope, serviceSecret);
    },
  };
}
