import * as z from 'zod/mini';

// What every capability's answers are made of. They are written for tests and for the OpenAPI document: no endpoint parses with
// them.

/** UTC with milliseconds and `Z`. */
export const Instant = z.iso.datetime({ precision: 3 });
/** YYYY-MM-DD. */
export const Day = z.iso.date();
/** A positive integer that a JavaScript number holds exactly. */
export const Id = z.int().check(z.minimum(1));

/** Of every resource that has an id of its own, and of every event. */
export const Livemode = z.boolean().check(z.describe('False for test data, which only keys of test mode reach.'));

/** One page of a list; `next_cursor` is null on the last. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    next_cursor: z.nullable(z.string()).check(z.describe('Goes into `cursor` for the next page; null on the last one.')),
  });
}

/** What is left to say of a resource that is gone. */
export function deletedSchema<IdSchema extends z.ZodMiniType>(id: IdSchema) {
  return z.strictObject({ id, deleted: z.literal(true) });
}
