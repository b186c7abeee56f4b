import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { SERVER } from '../../model/events/server-examples.ts';
import {
  newEnrollment,
  newEnrollmentToken,
  newReusableToken,
  tokenTerms,
} from '../../model/servers/enrollment/enrollment-token.ts';
import type { AgentServer } from '../../model/servers/server.schema.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { findAgentServer } from './find-server.ts';
import { EnrollmentResource } from './machine-resource.schema.ts';
import { requireSelfEnrollment } from './require-self-enrollment.ts';
import { CreateEnrollmentRequest } from './server-requests.schema.ts';

type TokenPorts = Pick<Rows, 'enrollments' | 'base62' | 'newId'>;

export const createEnrollment = defineOperation({
  id: 'createEnrollment',
  clientMethod: 'servers.create_enrollment',
  tag: 'Servers',
  reach: 'server',
  audit: { action: 'enrollment.created', facts: ['after'] },
  summary: 'Enroll machines',
  description:
    'Answers a token with which the agent of one machine registers its keys, once, within the hour. With `reusable` the token is for a fleet: up to `max_machines` machines enroll with it until it expires, and it can be revoked.',
  needsFreshSignIn: true,
  body: { schema: CreateEnrollmentRequest, example: () => ({}), isOptional: true },
  answer: {
    status: 201,
    description: 'The token.',
    schema: EnrollmentResource,
    example: () => ({ token: 'enr_5kQ0…', expires_at: '2026-11-21T10:30:00.000Z', server_id: SERVER.id }),
  },
  conflict: ERROR_MESSAGES.conflict.enrollmentsByAdministrators,
  prepare:
    (ports: TokenPorts & Pick<Rows, 'servers' | 'settings'>) =>
    async ({ request, caller, body }) => {
      const server = await findAgentServer(ports.servers, request, caller);
      requireSelfEnrollment(ports.settings);
      const { max_machines: maxMachines, expires_in_days: days } = body;
      const isReusable = maxMachines !== undefined && days !== undefined;
      return (call) => (isReusable ? createReusable(server, { maxMachines, days }, call, ports) : create(server, call, ports));
    },
});

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
  await enrollments.create(enrollment, token, audit, await call.answerWrites(response));
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
  await enrollments.createReusable(reusable, token, auditEntry(call, newId('aud'), change), await call.answerWrites(response));
  return response;
}

function serverOf({ id }: AgentServer) {
  return { type: 'server' as const, id: String(id) };
}
