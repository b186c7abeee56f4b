import { eventExample } from '../../../model/events/event-examples.ts';
import { EventPage, EventResource } from '../../events/event-resource.schema.ts';
import { ListEventsQuery } from '../../events/list-events.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Events';
const EVENT = eventExample('certificate.issued');

export const EVENT_DESCRIPTIONS = {
  listEvents: {
    tag,
    summary: 'List events',
    description:
      'The last 30 days in the order in which the log took them, the first of them first; domains with `send_notifications: false` are in it too. What happens is usually in the log within seconds, and always after whatever was listed before: follow `next_cursor`, which is never null, and you see each event exactly once. A page with many or large events to go through may end early, even empty, while more follows. Where nothing follows yet, the page is empty and its `next_cursor` is the `cursor` that you sent, unless that is older than an hour: then ask once more. Do not expect `created_at` to ascend.',
    query: ListEventsQuery,
    answer: {
      status: 200,
      description: 'One page of events, and where to go on.',
      schema: EventPage,
      example: { data: [EVENT], next_cursor: 'eyJhZnRlciI6NDJ9.8f0Q2nXk5vB1yT7cJ4mWzA' },
    },
  },
  getEvent: {
    tag,
    summary: 'Get an event',
    description: 'What a delivery of it says: the domain or webhook as it was at that moment.',
    answer: { status: 200, description: 'The event.', schema: EventResource, example: EVENT },
  },
} as const satisfies Record<string, OperationDescription>;
