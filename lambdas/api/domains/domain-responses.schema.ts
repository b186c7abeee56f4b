import * as z from 'zod/mini';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { DIAGNOSIS_CODES } from '../../shared/contract/error-codes.ts';
import { FailedItem } from '../../shared/contract/http-error.schema.ts';
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

const CreatedItem = z
  .strictObject({ index: z.int().check(z.minimum(0)), status: z.literal('created'), domain: DomainResource })
  .check(z.meta({ id: 'CreatedItem', description: 'An item of a bulk request that made a domain.' }));

/** The answer of POST /domains/bulk when at least one domain was created. */
export const BulkResource = z
  .strictObject({
    data: z.array(z.discriminatedUnion('status', [CreatedItem, FailedItem])),
    summary: z.strictObject({ created: z.int().check(z.minimum(1)), failed: z.int().check(z.minimum(0)) }),
  })
  .check(z.meta({ id: 'BulkResult', description: 'One result for each item, in the order of the request.' }));
