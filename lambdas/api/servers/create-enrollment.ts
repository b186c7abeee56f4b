import type { EnrollmentStore } from '../../model/servers/enrollment.store.ts';
import { newEnrollment, newEnrollmentToken } from '../../model/servers/enrollment-token.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { auditEntry } from '../../shared/audit/audit-entry.ts';
import { refuseBodyFields } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/query.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { findServer } from './find-server.ts';

export interface CreateEnrollmentPorts {
  servers: ServerStore;
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
      const server = await findServer(ports.servers, request, caller);
      return (call) => create(server, call, ports);
    },
  };
}

async function create(server: Server, call: Call, { enrollments, base62, newId }: CreateEnrollmentPorts): Promise<HttpResponse> {
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
