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

/** The machines of a server, newest first. */
export function listMachines({ servers, serviceSecret }: ListMachinesPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listMachines',
      id: z.string(),
      serviceSecret,
      read: async (place, request, caller) => servers.machinePage(await findAgentServer(servers, request, caller), place),
    },
    machineResource,
  );
}
