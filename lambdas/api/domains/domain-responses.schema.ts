import * as z from 'zod/mini';
import { DIAGNOSIS_CODES } from '../../shared/contract/error-codes.ts';
import { Instant, pageOf } from '../../shared/contract/wire.schema.ts';

/** One thing that happened to a domain, as GET /domains/{id}/events shows it. */
const TimelineResource = z
  .strictObject({
    id: z.string(),
    at: Instant,
    type: z.string().check(z.describe('For example `order.created`. New types are added over time.')),
    diagnosis: z.enum(DIAGNOSIS_CODES).check(z.describe('The code of the diagnosis at that moment.')),
    actor: z.strictObject({
      type: z.enum(['api_key', 'service']),
      key_id: z.optional(z.string().check(z.describe('The public id of the API key.'))),
    }),
  })
  .check(z.meta({ id: 'DomainEvent', description: 'One entry of a domain’s timeline.' }));

export const TimelinePage = pageOf(TimelineResource).check(z.meta({ id: 'DomainEventPage' }));
