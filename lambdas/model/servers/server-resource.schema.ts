import * as z from 'zod/mini';
import { SERVER_TYPES } from '../../../contract/api/server-types.ts';
import { deletedSchema, Id, Instant, Livemode, pageOf } from '../../../contract/api/wire.schema.ts';

const MACHINE_ROLES = 'ARNs of AWS roles whose instances and tasks enroll without a token.';

/** A server as the API shows it. What does not apply is absent. */
export const ServerResource = z
  .strictObject({
    id: Id,
    livemode: Livemode,
    name: z.string(),
    type: z.enum(SERVER_TYPES),
    config: z.strictObject({ machine_roles: z.optional(z.array(z.string())).check(z.describe(MACHINE_ROLES)) }),
    address: z.optional(
      z.array(z.string()).check(z.minLength(1), z.maxLength(8), z.describe('One hostname, or one to eight IP addresses.')),
    ),
    cname_target: z.string().check(z.describe('Where the CNAME records of its domains have to point.')),
    status: z.enum(['unclaimed', 'online', 'offline', 'error']).check(z.describe('`unclaimed`: no machine has been enrolled.')),
    last_seen_at: z.optional(Instant),
    created_at: Instant,
  })
  .check(z.meta({ id: 'Server', description: 'A place where certificates are installed: one or more machines of yours.' }));

export const ServerPage = pageOf(ServerResource).check(z.meta({ id: 'ServerPage' }));
export const DeletedServer = deletedSchema(Id).check(z.meta({ id: 'DeletedServer' }));
