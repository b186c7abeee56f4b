import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import { givenInstant, integerParameter, PAGE_PARAMETERS } from '../../shared/http/parameters.ts';

/** An event is listed if it meets every filter. */
const FILTERS = {
  event: z.optional(z.enum(EVENT_NAMES, 'is not the name of an event')).check(z.describe('Events of this name.')),
  domain_id: z.optional(integerParameter(1, Number.MAX_SAFE_INTEGER)).check(z.describe('Events about this domain.')),
  since: z.optional(givenInstant).check(z.describe('Events with this `created_at` or a later one.')),
};

export const ListEventsQuery = z
  .strictObject({
    ...PAGE_PARAMETERS,
    after: z.optional(EventId).check(z.describe('Events that follow this one in the log; not together with `cursor`.')),
    sort: z
      .optional(z.enum(['oldest', 'newest'], 'must be one of oldest, newest'))
      .check(
        z.describe(
          'Without it, or with `oldest`, the first event comes first. `newest`: the last one does, and `next_cursor` leads to earlier ones; behind the last page there is an empty one.',
        ),
      ),
    ...FILTERS,
  })
  .check(
    z.refine(({ after, sort }) => after === undefined || sort !== 'newest', {
      path: ['after'],
      error: 'cannot be given together with sort=newest, which begins at the end of the log',
    }),
    z.refine(({ after, cursor }) => after === undefined || cursor === undefined, {
      path: ['after'],
      error: 'cannot be given together with cursor, which has its own place',
    }),
  );
export type EventFilters = Pick<z.infer<typeof ListEventsQuery>, keyof typeof FILTERS>;

export const NewestCursor = z.object({ before: z.int() });
/** A position in the log. `at`: every event that follows was logged at this instant or later. */
export const EventCursor = z.object({ after: z.int(), at: z.iso.datetime() });
export type EventCursor = z.infer<typeof EventCursor>;
