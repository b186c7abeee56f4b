import * as z from 'zod/mini';
import { ACTIVE_ROW } from '../../model/events/domain-examples.ts';
import type { ReleasedKey } from '../../model/servers/private-keys/released-key.store.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { findAgentServer, noSuchMachine } from './find-server.ts';
import { MachineKeyPage } from './machine-resource.schema.ts';

export const listMachineKeys = defineOperation({
  id: 'listMachineKeys',
  clientMethod: 'servers.list_machine_keys',
  tag: 'Servers',
  reach: 'server',
  summary: 'List the private keys that a machine got',
  description: 'Newest first, for 400 days; also of a machine that is revoked.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of records.',
    schema: MachineKeyPage,
    example: () => ({
      data: [
        {
          id: 'aud_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
          domain_id: ACTIVE_ROW.id,
          hostname: ACTIVE_ROW.url,
          fingerprint_sha256: ACTIVE_ROW.served.certificate.fingerprintSha256,
          released_at: ACTIVE_ROW.updatedAt,
        },
      ],
      next_cursor: null,
    }),
  },
  prepare: ({ servers, releasedKeys, serviceSecret }: Pick<Rows, 'servers' | 'releasedKeys' | 'serviceSecret'>) =>
    prepareList(
      {
        id: z.string(),
        serviceSecret,
        async read(place, request, caller) {
          const machineId = request.params.machine_id ?? '';
          const server = await findAgentServer(servers, request, caller);
          const at = { organizationId: server.organizationId, serverId: server.id, machineId };
          const page = await releasedKeys.page(at, place, request.now);
          if (page.items.length > 0 || place.before !== undefined) return page;
          if (!(await servers.getMachine(server.organizationId, server.id, machineId))) throw noSuchMachine(server);
          return page;
        },
      },
      keyResource,
    ),
});

function keyResource({ id, domainId, hostname, fingerprintSha256, at }: ReleasedKey) {
  return { id, domain_id: domainId, hostname, fingerprint_sha256: fingerprintSha256, released_at: at };
}
