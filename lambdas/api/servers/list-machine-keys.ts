import * as z from 'zod/mini';
import type { ReleasedKey, ReleasedKeyStore } from '../../model/servers/released-key.store.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineOf } from '../../model/servers/server.ts';
import { pageAnswer, readPlace } from '../../shared/http/pagination/page-by-id.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { findServer } from './list-get-delete-servers.ts';
import { noSuchMachine } from './revoke-machine.ts';

interface ListMachineKeysPorts {
  servers: ServerStore;
  releases: ReleasedKeyStore;
  serviceSecret: ServiceSecret;
}

/** Which private keys a machine got, newest first; also one that is revoked. */
export function listMachineKeys({ servers, releases, serviceSecret }: ListMachineKeysPorts): ApiRoute {
  return {
    operation: 'listMachineKeys',
    async prepare(request, caller) {
      const machineId = request.params.machine_id ?? '';
      const scope = `listMachineKeys ${caller.organizationId} ${request.params.id} ${machineId}`;
      const place = readPlace(request, scope, serviceSecret, z.string());
      const server = await findServer(servers, request, caller);
      const at = { organizationId: server.organizationId, serverId: server.id, machineId };
      const page = await releases.page(at, place, request.now);
      const isKnown = page.items.length > 0 || place.before !== undefined || machineOf(server, machineId) !== undefined;
      if (!isKnown) throw noSuchMachine(server);
      return () => pageAnswer(page, place, keyResource, scope, serviceSecret);
    },
  };
}

function keyResource({ id, domainId, hostname, fingerprintSha256, at }: ReleasedKey) {
  return { id, domain_id: domainId, hostname, fingerprint_sha256: fingerprintSha256, released_at: at };
}
