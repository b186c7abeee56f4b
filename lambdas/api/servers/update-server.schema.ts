import * as z from 'zod/mini';
import { ServerName, type ServerRules, serverAddress } from './server-requests.schema.ts';

const CHANGEABLE = ['name', 'address'];

/** The body of PATCH /servers/{id}. `address: null` takes the address away. What is wrong with it as a whole is told under `body`. */
export function updateServerRequest(rules: ServerRules) {
  return z
    .strictObject({
      id: z.optional(z.never('cannot be changed')),
      type: z.optional(z.never('cannot be changed')),
      config: z.optional(z.never('cannot be changed')),
      cname_target: z.optional(z.never('cannot be changed')),
      name: z.optional(ServerName),
      address: z.optional(z.nullable(serverAddress(rules))),
    })
    .check(
      z.refine((body) => Object.keys(body).length > 0, {
        error: `must have at least one of ${CHANGEABLE.join(', ')}`,
        path: ['body'],
      }),
      z.meta({ minProperties: 1 }),
    );
}
export type UpdateServerRequest = z.infer<ReturnType<typeof updateServerRequest>>;
