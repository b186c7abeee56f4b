import * as z from 'zod/mini';
import { MISSED } from './delivery-resource.schema.ts';

const STATES = ['failed', 'missed'] as const;

const InstantWithZone = z.iso.datetime({
  offset: true,
  error: 'must be an instant with a zone, like 2026-11-21T09:30:00Z',
  abort: true,
});

/** The body of POST /webhooks/{id}/replay. */
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
            .check(z.minLength(1, 'needs at least one state'), z.maxLength(10, 'may have 10 states')),
          [...STATES],
        )
        .check(z.describe(`Deliveries that have failed, and events that were missed. ${MISSED}`)),
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

/** Where a replay goes on: behind which failed delivery, or behind which event of the log. `until`: of its first call. */
export const ReplayCursor = z.object({
  until: z.string(),
  state: z.enum(STATES),
  behind: z.optional(z.string()),
  after: z.optional(z.int()),
});
export type ReplayCursor = z.infer<typeof ReplayCursor>;
