import * as z from 'zod/mini';
import { ServerId } from '../../model/servers/server-id.schema.ts';
import { ServerName, type ServerRules, serverAddress } from './server-requests.schema.ts';

const NOT_YET = ['alb', 'cloudfront'];

/** The body of POST /servers. */
export function createServerRequest(rules: ServerRules) {
  return z.strictObject({
    id: z.optional(ServerId),
    name: z.optional(ServerName),
    type: z._default(
      z.enum(['agent'], {
        error: ({ input }) => (NOT_YET.includes(String(input)) ? 'is not available yet; only agent is' : 'must be agent'),
      }),
      'agent',
    ),
    config: z.optional(z.strictObject({})),
    address: z.optional(serverAddress(rules)),
  });
}
export type CreateServerRequest = z.infer<ReturnType<typeof createServerRequest>>;
