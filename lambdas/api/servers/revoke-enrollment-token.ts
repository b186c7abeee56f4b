import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { ENROLLMENT_TOKEN_ID } from '../../model/events/server-examples.ts';
import { tokenTerms } from '../../model/servers/enrollment/enrollment-token.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { findAgentServer } from './find-server.ts';
import { RevokedEnrollmentToken } from './machine-resource.schema.ts';

export const revokeEnrollmentToken = defineOperation({
  id: 'revokeEnrollmentToken',
  clientMethod: 'servers.revoke_enrollment_token',
  tag: 'Servers',
  reach: 'server',
  audit: { action: 'enrollment.revoked', facts: ['before'] },
  summary: 'Revoke a reusable token',
  description: 'No machine enrolls with it from this moment. Those that have stay enrolled; revoke them one by one.',
  answer: {
    status: 200,
    description: 'It is revoked.',
    schema: RevokedEnrollmentToken,
    example: () => ({ id: ENROLLMENT_TOKEN_ID, deleted: true }),
  },
  prepare: ({ servers, enrollments, newId, pause }: Pick<Rows, 'servers' | 'enrollments' | 'newId' | 'pause'>) =>
    prepareChange(
      {
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
        const audited = { action: 'enrollment.revoked', resource, before: { ...tokenTerms(token), machines: token.machines } };
        await enrollments.revoke(token, auditEntry(call, newId('aud'), audited));
        return { status: 200, json: { id: token.id, deleted: true } };
      },
    ),
});
