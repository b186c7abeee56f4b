import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { eventResource, isShown } from '../../model/events/event-resource.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { readQuery, refuseQuery } from '../../shared/http/parameters.ts';
import { oldestKept } from '../../shared/outbox/outbox.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { type EventList, readNewest, readPage } from './event-page.ts';
import { EventCursor, ListEventsQuery, NewestCursor } from './list-events.schema.ts';

const SAME_CURSOR_SECONDS = 3600;

interface ListEventsPorts {
  events: EventLogStore;
  serviceSecret: ServiceSecret;
}

/** The cursor of a page is a number in the log: what happens later has a higher one. */
export function listEvents({ events, serviceSecret }: ListEventsPorts): ApiRoute {
  return {
    operation: 'listEvents',
    async prepare(request, { organizationId }) {
      const { limit, cursor, after, sort, ...filters } = readQuery(request, ListEventsQuery);
      const list = { organizationId, filters, limit, now: request.now };
      const isNewestFirst = sort === 'newest';
      const scope = scopeOf(list, isNewestFirst);
      if (isNewestFirst) {
        const opened = cursor === undefined ? undefined : openCursorAs(NewestCursor, cursor, scope, serviceSecret);
        const { data, next } = await readNewest(list, opened?.before, events);
        const json = { data: data.map(eventResource), next_cursor: signCursor({ before: next }, scope, serviceSecret) };
        return () => ({ status: 200, json });
      }
      const opened = cursor === undefined ? undefined : openCursorAs(EventCursor, cursor, scope, serviceSecret);
      const begin = opened ? goOn(list, opened) : findStart(list, after);
      const { data, next } = await readPage(list, await begin(events), events);
      const next_cursor = opened && isStill(opened, next) ? cursor : signCursor(next, scope, serviceSecret);
      return () => ({ status: 200, json: { data: data.map(eventResource), next_cursor } });
    },
  };
}

/** The names in a fixed order, whatever the query's. */
function scopeOf({ organizationId, filters: { event, domain_id, since } }: EventList, isNewestFirst: boolean): string {
  const sort = isNewestFirst ? 'newest' : undefined;
  return JSON.stringify({ operation: 'listEvents', organizationId, event, domain_id, since, sort });
}

/** Nothing followed: the same cursor says so. One of long ago is exchanged for one that is good for another 30 days. */
function isStill(given: EventCursor, next: EventCursor): boolean {
  return next.after === given.after && given.at >= addSeconds(new Date(next.at), -SAME_CURSOR_SECONDS);
}

/** Finds the number behind which a page begins. */
type Begin = (events: EventLogStore) => Promise<number> | number;

function goOn({ organizationId, now }: EventList, { after, at }: EventCursor): Begin {
  const oldest = oldestKept(now);
  if (at >= oldest.toISOString()) return () => after;
  // Some of what follows is gone, maybe a whole partition of the log: a page from there would never find the rest.
  return async (events) => Math.max(after, await events.numberBefore(organizationId, oldest));
}

function findStart({ organizationId, filters, now }: EventList, after: string | undefined): Begin {
  if (after !== undefined) return (events) => numberOf(after, organizationId, now, events);
  const since = new Date(filters.since ?? 0);
  return (events) => events.numberBefore(organizationId, since > oldestKept(now) ? since : oldestKept(now));
}

async function numberOf(eventId: string, organizationId: string, now: Date, events: EventLogStore): Promise<number> {
  const event = await events.find(eventId);
  if (!event || !isShown(event, organizationId, now) || event.number === undefined) throw unknownEvent();
  return event.number;
}

function unknownEvent(): AppError {
  return validationError({ after: [FIELD_PROBLEMS.eventNotInLog] });
}

export function getEvent({ events }: { events: EventLogStore }): ApiRoute {
  return {
    operation: 'getEvent',
    async prepare(request, { organizationId }) {
      refuseQuery(request);
      const id = EventId.safeParse(request.params.id);
      const event = id.success ? await events.find(id.data) : undefined;
      if (!event || !isShown(event, organizationId, request.now)) {
        throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.event);
      }
      return () => ({ status: 200, json: eventResource(event) });
    },
  };
}
