import * as z from 'zod/mini';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { EnrollmentStore } from '../../model/servers/enrollment.store.ts';
import { newEnrollment, newEnrollmentToken } from '../../model/servers/enrollment-token.ts';
import type { AgentServer } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineResource } from '../../model/servers/server.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
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

interface CreateEnrollmentPorts {
  servers: ServerStore;
  settings: Pick<Settings, 'enrollments'>;
  enrollments: EnrollmentStore;
  base62: (length: number) => string;
  newId: (prefix: 'aud') => string;
}

/** A token with which one machine enrolls its agent. It is in this answer only. */
export function createEnrollment(ports: CreateEnrollmentPorts): ApiRoute {
  return {
    operation: 'createEnrollment',
    async prepare(request, caller) {
      refuseBodyFields(request);
      refuseQuery(request);
      const server = await findAgentServer(ports.servers, request, caller);
      if (ports.settings.enrollments === 'administrators')
        throw new AppError('conflict', ERROR_MESSAGES.conflict.enrollmentsByAdministrators);
      return (call) => create(server, call, ports);
    },
  };
}

async function create(
  server: AgentServer,
  call: Call,
  { enrollments, base62, newId }: CreateEnrollmentPorts,
): Promise<HttpResponse> {
  const token = newEnrollmentToken(base62);
  const enrollment = newEnrollment(server, call.now);
  const expires_at = enrollment.validUntil;
  const response = { status: 201, json: { token, expires_at, server_id: server.id } };
  const audit = auditEntry(call, newId('aud'), {
    action: 'enrollment.created',
    resource: { type: 'server', id: String(server.id) },
    after: { expires_at },
  });
  await enrollments.create(enrollment, token, audit, await call.keepAnswer(response));
  return response;
}
