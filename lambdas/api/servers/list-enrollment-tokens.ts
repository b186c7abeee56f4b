import * as z from 'zod/mini';
import { ENROLLMENT_TOKEN_ID, SERVER } from '../../model/events/server-examples.ts';
import type { ReusableToken } from '../../model/servers/enrollment/enrollment.store.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { findAgentServer } from './find-server.ts';
import { EnrollmentTokenPage } from './machine-resource.schema.ts';

/** Tokens that have not expired, used up or not. */
export const listEnrollmentTokens = defineOperation({
  id: 'listEnrollmentTokens',
  clientMethod: 'servers.list_enrollment_tokens',
  tag: 'Servers',
  reach: 'server',
  summary: 'List the reusable tokens of a server',
  description: 'Newest first, without their secrets; those that have expired or were revoked are not in the list.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of tokens.',
    schema: EnrollmentTokenPage,
    example: () => ({
      data: [
        {
          id: ENROLLMENT_TOKEN_ID,
          server_id: SERVER.id,
          max_machines: 200,
          machines_enrolled: 12,
          created_at: '2026-11-21T09:30:00.000Z',
          expires_at: '2027-02-19T09:30:00.000Z',
        },
      ],
      next_cursor: null,
    }),
  },
  prepare: ({ servers, enrollments, serviceSecret }: Pick<Rows, 'servers' | 'enrollments' | 'serviceSecret'>) =>
    prepareList(
      {
        id: z.string(),
        serviceSecret,
        read: async (place, request, caller) =>
          enrollments.page(await findAgentServer(servers, request, caller), place, request.now),
      },
      tokenResource,
    ),
});

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
