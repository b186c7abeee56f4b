import { EventPage, EventResource } from '../events/event-resource.schema.ts';
import { ListEventsQuery } from '../events/list-events.schema.ts';
import { ACTIVE_DOMAIN } from './domain-examples.ts';
import type { OperationDescription } from './operation-description.ts';

const tag = 'Events';
const EVENT = {
  id: 'evt_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  event: 'certificate.issued',
  domain_id: ACTIVE_DOMAIN.id,
  created_at: '2026-11-21T09:41:12.900Z',
  data: { domain: ACTIVE_DOMAIN },
};

export const EVENT_DESCRIPTIONS = {
  listEvents: {
    tag,
    summary: 'List events',
    description:
      'The events of the last 30 days, oldest first, also those of domains that ask for no notifications. An event appears at most 5 s late and never behind a cursor: whoever goes on from `next_cursor`, which is never null, gets each once. A page may be short, even empty, while more follows; at the end of the log it is empty until something happens. `created_at` is not the order of the list.',
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
