import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Machine, Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineOf } from '../../model/servers/server.ts';
import { auditEntry } from '../../shared/audit/audit-entry.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { ApiRoute, Caller } from '../pipeline/api-route.ts';
import { changeRoute, noBody } from '../pipeline/resource-route.ts';
import { findServer } from './find-server.ts';

export interface RevokeMachinePorts {
  servers: ServerStore;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: () => Promise<void>;
}

/** Ends a machine's agent at once: the next request it signs is refused. */
export function revokeMachine(ports: RevokeMachinePorts): ApiRoute {
  const { servers, newId, pause } = ports;
  return changeRoute(
    { operation: 'revokeMachine', readBody: noBody, find: (request, caller) => findMachine(request, caller, ports), pause },
    async ({ server, machine: { id, name } }, call) => {
      const audit = auditEntry(call, newId('aud'), {
        action: 'machine.revoked',
        resource: { type: 'machine', id },
        before: { name, server_id: server.id },
      });
      await servers.revokeMachine(server.organizationId, server.id, id, audit);
      return { status: 200, json: { id, deleted: true } };
    },
  );
}

async function findMachine(
  request: HttpRequest,
  caller: Caller,
  { servers }: RevokeMachinePorts,
): Promise<{ server: Server; machine: Machine }> {
  const server = await findServer(servers, request, caller);
  const id = request.params.machine_id ?? '';
  const machine = machineOf(server, id);
  if (machine) return { server, machine };
  throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.machine, { details: { server_id: server.id } });
}
