import * as z from 'zod/mini';
import { DomainResource } from '../../model/domains/domain-resource.schema.ts';
import { FailedItem } from '../../shared/contract/http-error.schema.ts';

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
