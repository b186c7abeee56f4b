import * as z from 'zod/mini';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { EnrollmentStore, ReusableToken } from '../../model/servers/enrollment/enrollment.store.ts';
import {
  newEnrollment,
  newEnrollmentToken,
  newReusableToken,
  tokenTerms,
} from '../../model/servers/enrollment/enrollment-token.ts';
import type { AgentServer } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readActionBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeRoute, listRoute, noBody } from '../pipeline/resource-route.ts';
import { findAgentServer } from './list-get-delete-servers.ts';
import { CreateEnrollmentRequest } from './server-requests.schema.ts';

interface TokenPorts {
  servers: ServerStore;
  settings: Pick<Settings, 'enrollments'>;
  enrollments: EnrollmentStore;
  serviceSecret: ServiceSecret;
  base62: (length: number) => string;
  newId: (prefix: 'aud' | 'ent') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** Where administrators alone say which machines get private keys. */
export function refuseWhereAdministratorsEnroll({ enrollments }: Pick<Settings, 'enrollments'>): void {
  if (enrollments === 'administrators') throw new AppError('conflict', ERROR_MESSAGES.conflict.enrollmentsByAdministrators);
}

/** A token with which one machine enrolls its agent, or several do. It is in this answer only. */
export function createEnrollment(ports: TokenPorts): ApiRoute {
  return {
    operation: 'createEnrollment',
    needsFreshSignIn: true,
    async prepare(request, caller) {
      const body = readActionBody(request, CreateEnrollmentRequest);
      refuseQuery(request);
      const server = await findAgentServer(ports.servers, request, caller);
      refuseWhereAdministratorsEnroll(ports.settings);
      const { max_machines: maxMachines, expires_in_days: days } = body;
      const isReusable = maxMachines !== undefined && days !== undefined;
      return (call) => (isReusable ? createReusable(server, { maxMachines, days }, call, ports) : create(server, call, ports));
    },
  };
}

async function create(server: AgentServer, call: Call, { enrollments, base62, newId }: TokenPorts): Promise<HttpResponse> {
  const token = newEnrollmentToken(base62);
  const enrollment = newEnrollment(server, call.now);
  const expires_at = enrollment.validUntil;
  const response = { status: 201, json: { token, expires_at, server_id: server.id } };
  const audit = auditEntry(call, newId('aud'), {
    action: 'enrollment.created',
    resource: serverOf(server),
    after: { expires_at },
  });
  await enrollments.create(enrollment, token, audit, await call.keepAnswer(response));
  return response;
}

async function createReusable(
  server: AgentServer,
  bounds: { maxMachines: number; days: number },
  call: Call,
  { enrollments, base62, newId }: TokenPorts,
): Promise<HttpResponse> {
  const token = newEnrollmentToken(base62);
  const reusable = newReusableToken(server, newId('ent'), bounds, call.now);
  const { id, maxMachines: max_machines, validUntil: expires_at } = reusable;
  const response = { status: 201, json: { token, expires_at, server_id: server.id, id, max_machines } };
  const change = { action: 'enrollment.created', resource: serverOf(server), after: tokenTerms(reusable) };
  await enrollments.createReusable(reusable, token, auditEntry(call, newId('aud'), change), await call.keepAnswer(response));
  return response;
}

/** The reusable tokens of a server, newest first: those that are valid still, used up or not. */
export function listEnrollmentTokens({ servers, enrollments, serviceSecret }: TokenPorts): ApiRoute {
  return listRoute(
    {
      operation: 'listEnrollmentTokens',
      id: z.string(),
      serviceSecret,
      read: async (place, request, caller) =>
        enrollments.page(await findAgentServer(servers, request, caller), place, request.now),
    },
    tokenResource,
  );
}

function tokenResource({ id, serverId, maxMachines, machines, createdAt, validUntil }: ReusableToken) {
  return {
    id,
    server_id: serverId,
    max_machines: maxMachines,
    machines_enrolled: machines,
    created_at: createdAt,
    expires_at: validUntil,
  };
}

/** Nobody enrolls with it from this moment. Machines that have are revoked one by one. */
export function revokeEnrollmentToken({ servers, enrollments, newId, pause }: TokenPorts): ApiRoute {
  return changeRoute(
    {
      operation: 'revokeEnrollmentToken',
      readBody: noBody,
      async find(request, caller) {
        const server = await findAgentServer(servers, request, caller);
        const token = await enrollments.findReusable(server, request.params.token_id ?? '');
        if (token) return token;
        throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.enrollmentToken, {
          details: { server_id: server.id },
        });
      },
      pause,
    },
    async (token, call) => {
      const resource = { type: 'server' as const, id: String(token.serverId) };
      const change = { action: 'enrollment.revoked', resource, before: { ...tokenTerms(token), machines: token.machines } };
      await enrollments.revoke(token, auditEntry(call, newId('aud'), change));
      return { status: 200, json: { id: token.id, deleted: true } };
    },
  );
}

function serverOf({ id }: AgentServer) {
  return { type: 'server' as const, id: String(id) };
}
