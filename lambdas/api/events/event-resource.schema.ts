import * as z from 'zod/mini';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { Id, Instant, Livemode } from '../../../contract/api/wire.schema.ts';

export const EventResource = z
  .strictObject({
    id: z.string().check(z.describe('The same in every attempt and in every webhook.')),
    livemode: Livemode,
    is_test: z
      .optional(z.literal(true))
      .check(z.describe('Only in the delivery of a test: nothing has happened. Do not act on it.')),
    event: z.enum(EVENT_NAMES).check(z.describe('What happened.')),
    domain_id: z.optional(Id).check(z.describe('Absent where the event is about a webhook.')),
    created_at: Instant.check(z.describe('When it came true. Order is not promised: compare this.')),
    data: z
      .record(z.string(), z.unknown())
      .check(z.describe('`domain` or `webhook`, as the API showed it at that moment; by `event`, see the webhooks.')),
  })
  .check(z.meta({ id: 'Event', description: 'Something that happened: the body of its deliveries.' }));

/** This list never ends: later events follow the last page's cursor. */
export const EventPage = z
  .strictObject({
    data: z.array(EventResource).check(z.describe('The items of this page.')),
    next_cursor: z.string().check(z.describe('Goes into `cursor` for what follows, also for what is yet to happen: never null.')),
  })
  .check(z.meta({ id: 'EventPage' }));
