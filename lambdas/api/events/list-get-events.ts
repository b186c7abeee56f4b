import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { EventId } from '../../model/events/event-id.schema.ts';
import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { eventResource, isShown } from '../../model/events/event-resource.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MOST_BYTES, MOST_READ, MOST_READ_AT_ONCE, upToBytes } from '../../shared/http/pagination/page-limits.ts';
import { readQuery, refuseQuery } from '../../shared/http/parameters.ts';
import { oldestKept } from '../../shared/outbox/outbox.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { EventCursor, type EventFilters, ListEventsQuery } from './list-events.schema.ts';

interface ListEventsPorts {
  events: EventLogStore;
  serviceSecret: ServiceSecret;
}

interface List {
  organizationId: string;
  filters: EventFilters;
  limit: number;
  now: Date;
}

/** Oldest first. The cursor of a page is a number in the log: what happens later has a higher one. */
export function listEvents({ events, serviceSecret }: ListEventsPorts): ApiRoute {
  return {
    operation: 'listEvents',
    async prepare(request, { organizationId }) {
      const { limit, cursor, after, ...filters } = readQuery(request, ListEventsQuery);
      const list = { organizationId, filters, limit, now: request.now };
      const scope = scopeOf(list);
      const begin =
        cursor === undefined ? findStart(list, after) : goOn(list, openCursorAs(EventCursor, cursor, scope, serviceSecret));
      const { data, next } = await readPage(list, await begin(events), events);
      const json = { data: data.map(eventResource), next_cursor: signCursor(next, scope, serviceSecret) };
      return () => ({ status: 200, json });
    },
  };
}

/** The names in a fixed order, whatever the query's. */
function scopeOf({ organizationId, filters: { event, domain_id, since } }: List): string {
  return JSON.stringify({ operation: 'listEvents', organizationId, event, domain_id, since });
}

/** Finds the number behind which a page begins. */
type Begin = (events: EventLogStore) => Promise<number> | number;

function goOn({ organizationId, now }: List, { after, at }: EventCursor): Begin {
  const oldest = oldestKept(now);
  if (at >= oldest.toISOString()) return () => after;
  // Some of what follows is gone, maybe a whole partition of the log: a page from there would never find the rest.
  return async (events) => Math.max(after, await events.numberBefore(organizationId, oldest));
}

function findStart({ organizationId, filters, now }: List, after: string | undefined): Begin {
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

interface Page {
  data: LoggedEvent[];
  next: EventCursor;
}

async function readPage(list: List, begin: number, events: EventLogStore): Promise<Page> {
  const { organizationId, limit, now } = list;
  const data: LoggedEvent[] = [];
  let bytes = 0;
  let next: EventCursor = { after: begin, at: now.toISOString() };
  for (let read = 0; read < MOST_READ; ) {
    const most = read === 0 ? limit : Math.min(MOST_READ_AT_ONCE, MOST_READ - read);
    const found = await events.page(organizationId, next.after, most, now);
    const shown = upTo(limit - data.length, MOST_BYTES - bytes, found, list);
    data.push(...shown.events);
    if (shown.last) next = { after: shown.last.number, at: shown.last.loggedAt };
    if (shown.isFull) break;
    if (found.length < most) return { data, next: { ...next, at: now.toISOString() } };
    read += found.length;
    bytes += shown.events.reduce((sum, event) => sum + bytesOf(event), 0);
  }
  return { data, next };
}

/** The first listed ones of those found, as many as there is room for, and the last that was looked at for them. */
function upTo(limit: number, bytes: number, found: readonly LoggedEvent[], list: List) {
  const listed = found.filter((event) => isListed(event, list));
  const events = upToBytes(listed.slice(0, limit), bytes, bytesOf);
  const isFull = events.length === limit || events.length < listed.length;
  return { events, last: (isFull ? events : found).at(-1), isFull };
}

function bytesOf({ body }: LoggedEvent): number {
  return Buffer.byteLength(body);
}

function isListed(event: LoggedEvent, { organizationId, filters, now }: List): boolean {
  const { event: name, domain_id, since } = filters;
  return (
    isShown(event, organizationId, now) &&
    (name === undefined || event.event === name) &&
    (domain_id === undefined || event.domainId === domain_id) &&
    (since === undefined || Date.parse(event.createdAt) >= Date.parse(since))
  );
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
