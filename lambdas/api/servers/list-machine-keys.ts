import * as z from 'zod/mini';
import type { ReleasedKey, ReleasedKeyStore } from '../../model/servers/private-keys/released-key.store.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { listRoute } from '../pipeline/resource-route.ts';
import { findAgentServer } from './list-get-delete-servers.ts';
import { noSuchMachine } from './revoke-machine.ts';

interface ListMachineKeysPorts {
  servers: ServerStore;
  releases: ReleasedKeyStore;
  serviceSecret: ServiceSecret;
}

/** Which private keys a machine got, newest first; also one that is revoked. */
export function listMachineKeys({ servers, releases, serviceSecret }: ListMachineKeysPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listMachineKeys',
      id: z.string(),
      serviceSecret,
      async read(place, request, caller) {
        const machineId = request.params.machine_id ?? '';
        const server = await findAgentServer(servers, request, caller);
        const at = { organizationId: server.organizationId, serverId: server.id, machineId };
        const page = await releases.page(at, place, request.now);
        if (page.items.length > 0 || place.before !== undefined) return page;
        if (!(await servers.getMachine(server.organizationId, server.id, machineId))) throw noSuchMachine(server);
        return page;
      },
    },
    keyResource,
  );
}

function keyResource({ id, domainId, hostname, fingerprintSha256, at }: ReleasedKey) {
  return { id, domain_id: domainId, hostname, fingerprint_sha256: fingerprintSha256, released_at: at };
}
