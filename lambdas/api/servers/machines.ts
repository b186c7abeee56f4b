import * as z from 'zod/mini';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineResource } from '../../model/servers/server.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { listRoute } from '../pipeline/resource-route.ts';
import { findAgentServer } from './list-get-delete-servers.ts';

interface ListMachinesPorts {
  servers: ServerStore;
  serviceSecret: ServiceSecret;
}

/** The machines of a server, newest first. They lie in its item: one read, however many. */
export function listMachines({ servers, serviceSecret }: ListMachinesPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listMachines',
      id: z.string(),
      serviceSecret,
      async read({ before }, request, caller) {
        const { machines } = await findAgentServer(servers, request, caller);
        const items = Object.values(machines)
          .filter(({ id }) => before === undefined || id < before)
          .toSorted((a, b) => (a.id < b.id ? 1 : -1));
        return { items, hasMore: false };
      },
    },
    machineResource,
  );
}
