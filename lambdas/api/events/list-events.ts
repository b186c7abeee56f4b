import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { eventExample } from '../../model/events/event-examples.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { eventResource, isVisibleTo } from '../../model/events/event-resource.ts';
import { type AppError, validationError } from '../../shared/errors/app-error.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type EventList, readPage, readPageBefore } from './event-page.ts';
import { EventPage } from './event-resource.schema.ts';
import { EventCursor, ListEventsQuery, NewestCursor } from './list-events.schema.ts';

const SAME_CURSOR_SECONDS = 3600;

/** Cursors hold log numbers, which only grow, so a cursor also finds later events. */
export const listEvents = defineOperation({
  id: 'listEvents',
  clientMethod: 'events.list',
  tag: 'Events',
  reach: 'organization',
  summary: 'List events',
  description:
    'The last 30 days in the order in which the log took them, the first of them first; domains with `send_notifications: false` are in it too. What happens is usually in the log within seconds, and always after whatever was listed before: follow `next_cursor`, which is never null, and you see each event exactly once. A page with many or large events to go through may end early, even empty, while more follows. Where nothing follows yet, the page is empty and its `next_cursor` is the `cursor` that you sent, unless that is older than an hour: then ask once more. Do not expect `created_at` to ascend.',
  query: ListEventsQuery,
  answer: {
    status: 200,
    description: 'One page of events, and where to go on.',
    schema: EventPage,
    example: () => ({ data: [eventExample('certificate.issued')], next_cursor: 'eyJhZnRlciI6NDJ9.8f0Q2nXk5vB1yT7cJ4mWzA' }),
  },
  prepare:
    ({ eventLog, serviceSecret }: Pick<Rows, 'eventLog' | 'serviceSecret'>) =>
    async ({ request: { now }, caller: { organizationId }, query }) => {
      const { limit, cursor, after, sort, ...filters } = query;
      const list = { organizationId, filters, limit, now };
      const isNewestFirst = sort === 'newest';
      const scope = scopeOf(list, isNewestFirst);
      if (isNewestFirst) {
        const opened = cursor === undefined ? undefined : openCursorAs(NewestCursor, cursor, scope, serviceSecret);
        const { data, next } = await readPageBefore(list, opened?.before, eventLog);
        const json = { data: data.map(eventResource), next_cursor: signCursor({ before: next }, scope, serviceSecret) };
        return () => ({ status: 200, json });
      }
      const opened = cursor === undefined ? undefined : openCursorAs(EventCursor, cursor, scope, serviceSecret);
      const begin = opened ? continueAfter(list, opened) : findStart(list, after);
      const { data, next } = await readPage(list, await begin(eventLog), eventLog);
      const next_cursor = opened && isUnchangedCursor(opened, next) ? cursor : signCursor(next, scope, serviceSecret);
      return () => ({ status: 200, json: { data: data.map(eventResource), next_cursor } });
    },
});

/** The cursor's scope has the filters in a fixed order, whatever their order in the query. */
function scopeOf({ organizationId, filters: { event, domain_id, since } }: EventList, isNewestFirst: boolean): string {
  const sort = isNewestFirst ? 'newest' : undefined;
  return JSON.stringify({ operation: 'listEvents', organizationId, event, domain_id, since, sort });
}

/** Returns the same cursor if no event followed. An old cursor is replaced by one that is valid for another 30 days. */
function isUnchangedCursor(given: EventCursor, next: EventCursor): boolean {
  return next.after === given.after && given.at >= addSeconds(new Date(next.at), -SAME_CURSOR_SECONDS);
}

/** Finds the log number after which a page begins. */
type Begin = (events: EventLogStore) => Promise<number> | number;

function continueAfter({ organizationId, now }: EventList, { after, at }: EventCursor): Begin {
  const oldest = oldestKept(now);
  if (at >= oldest.toISOString()) return () => after;
  // Some of the events that follow have expired, maybe a whole partition of the log: a page from the old number would never find
  // the rest.
  return async (events) => Math.max(after, await events.numberBefore(organizationId, oldest));
}

function findStart({ organizationId, filters, now }: EventList, after: string | undefined): Begin {
  if (after !== undefined) return (events) => numberOf(after, organizationId, now, events);
  const since = new Date(filters.since ?? 0);
  return (events) => events.numberBefore(organizationId, since > oldestKept(now) ? since : oldestKept(now));
}

async function numberOf(eventId: string, organizationId: string, now: Date, events: EventLogStore): Promise<number> {
  const event = await events.find(eventId);
  if (!event || !isVisibleTo(event, organizationId, now) || event.number === undefined) throw unknownEvent();
  return event.number;
}

function unknownEvent(): AppError {
  return validationError({ after: [FIELD_PROBLEMS.eventNotInLog] });
}
