import * as z from 'zod/mini';
import { TRANSFER_REFUSALS } from './error-codes.ts';
import { int64 } from './int64.schema.ts';

// Shared schemas of API answers, for tests and the OpenAPI document. No endpoint parses with them.

/** UTC with milliseconds and `Z`. */
export const Instant = z.iso.datetime({ precision: 3 });
/** YYYY-MM-DD. */
export const Day = z.iso.date();
/** A positive integer that is a safe JavaScript integer. */
export const Id = z.int().check(z.minimum(1));

// Schemas with the same meaning in every answer.
export const DomainId = Id.check(int64('The id of the domain that it is about.'));
export const CreatedAt = Instant.check(z.describe('When it was made.'));
export const UpdatedAt = Instant.check(z.describe('When it was last changed.'));
export const Limit = z.int().check(z.minimum(0), int64('The most that is allowed.'));
export const UsedAmount = z.int().check(z.minimum(0), int64('How much of it is used up.'));
export const errorCodeDescription = z.describe('For your program: a code never changes its meaning.');
export const ErrorMessage = z
  .string()
  .check(z.describe('For people, in English; it may be worded differently in a later version.'));

/** Part of every resource that has its own id, and of every event. */
export const Livemode = z.boolean().check(z.describe('False for test data, which only keys of test mode reach.'));

export const TransferResource = z
  .strictObject({
    state: z
      .enum(['requested', 'refused', 'completed'])
      .check(z.describe('`completed`: only in the event `domain.transferred`, after which the domain is gone.')),
    requested_at: Instant.check(z.describe('When the record was first seen, and the notice began.')),
    until: Instant.check(z.describe('The end of the notice. From then on the other organization may take the hostname over.')),
    ends_at: Instant.check(z.describe('30 days later. From then on it is as if nobody had asked, nor refused.')),
    refused_at: z.optional(Instant.check(z.describe('When the holder refused.'))),
    reason: z.optional(z.enum(TRANSFER_REFUSALS)).check(z.describe('Why it was refused.')),
  })
  .check(
    z.meta({ id: 'Transfer', description: 'Another organization has proven, with a TXT record, that the hostname is its own.' }),
  );

/** A page of a list. `next_cursor` is null on the last page. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item).check(z.describe('The items of this page.')),
    next_cursor: z.nullable(z.string()).check(z.describe('Goes into `cursor` for the next page; null on the last one.')),
  });
}

/** The answer for a deleted resource. */
export function deletedSchema<IdSchema extends z.ZodMiniType>(id: IdSchema) {
  return z.strictObject({ id, deleted: z.literal(true).check(z.describe('It is gone.')) });
}
