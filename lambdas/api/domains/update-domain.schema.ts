import * as z from 'zod/mini';
import { MetadataChange } from '../../model/domains/metadata.schema.ts';
import { ServerId } from '../../model/servers/server-id.schema.ts';

const CHANGEABLE = ['server_id', 'send_notifications', 'metadata'] as const;

/** The body of PATCH /domains/{id}. What is wrong with it as a whole is told under `body`. */
export const UpdateDomainRequest = z
  .strictObject({
    url: z.optional(z.never('cannot be changed; delete the domain and create another')),
    server_id: z.optional(ServerId),
    send_notifications: z.optional(z.boolean()),
    metadata: z
      .optional(MetadataChange)
      .check(z.describe('Merged with what is there; null removes a key. At most 20 keys may be left.')),
  })
  .check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: `must have at least one of ${CHANGEABLE.join(', ')}`,
      path: ['body'],
      when: ({ issues }) => issues.length === 0,
    }),
  );
export type UpdateDomainRequest = z.infer<typeof UpdateDomainRequest>;
