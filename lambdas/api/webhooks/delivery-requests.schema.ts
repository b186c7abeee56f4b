import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import { integerParameter, PAGE_PARAMETERS } from '../../shared/http/parameters.ts';
import { MISSED_DESCRIPTION, SHOWN_STATES } from './delivery-resource.schema.ts';

const STATES = ['failed', 'missed'] as const;

const InstantWithZone = z.iso.datetime({
  offset: true,
  error: 'must be an instant with a zone, like 2026-11-21T09:30:00Z',
  abort: true,
});

export function replayDeliveriesRequest(now: Date) {
  return z
    .strictObject({
      since: InstantWithZone.check(
        z.refine((since) => new Date(since) <= now, 'must not be in the future'),
        z.describe('Of events made then or later; of the last 30 days, if that is longer ago.'),
      ),
      until: z.optional(InstantWithZone).check(z.describe('And not later than that; now, if absent.')),
      states: z
        ._default(
          z
            .array(z.enum(STATES, `must be one of ${STATES.join(', ')}`))
            .check(minLength(1, 'needs at least one state'), maxLength(10, 'may have 10 states')),
          [...STATES],
        )
        .check(z.describe(`Deliveries that have failed, and events that were missed. ${MISSED_DESCRIPTION}`)),
      cursor: z.optional(z.string()).check(z.describe('`next_cursor` of the replay before; the rest stays the same.')),
    })
    .check(
      z.refine(({ since, until }) => until === undefined || new Date(until) > new Date(since), {
        error: 'must be after since',
        path: ['until'],
        when: ({ issues }) => issues.length === 0,
      }),
    );
}
export type ReplayDeliveriesRequest = z.infer<ReturnType<typeof replayDeliveriesRequest>>;

/** The position where a replay continues: after a failed delivery, or after an event of the log. `until`: the first call's. */
export const ReplayCursor = z.object({
  until: z.string(),
  state: z.enum(STATES),
  behind: z.optional(z.string()),
  after: z.optional(z.int()),
});
export type ReplayCursor = z.infer<typeof ReplayCursor>;

export const ListDeliveriesQuery = z.strictObject({
  ...PAGE_PARAMETERS,
  state: z
    .optional(z.enum(SHOWN_STATES, `must be one of ${SHOWN_STATES.join(', ')}`))
    .check(z.describe('Deliveries in this state; without it all but the missed ones.')),
  domain_id: z
    .optional(integerParameter(1, Number.MAX_SAFE_INTEGER))
    .check(z.describe('Deliveries of events about this domain.')),
});

/** Where a page ended: the delivery's id, or, for missed events, the position in the event log. */
export const DeliveriesCursor = z.object({ before: z.optional(z.string()), after: z.optional(z.int()) });
export type DeliveriesCursor = z.infer<typeof DeliveriesCursor>;

export const RedeliverRequest = z.strictObject({
  event_id: z
    .optional(EventId)
    .check(z.describe('Of a missed delivery: its `event_id`. The service does not know the delivery by its id alone.')),
});
export type RedeliverRequest = z.infer<typeof RedeliverRequest>;
