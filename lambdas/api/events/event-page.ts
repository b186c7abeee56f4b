import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { isShown } from '../../model/events/event-resource.ts';
import { MOST_BYTES, MOST_READ, MOST_READ_AT_ONCE, upToBytes } from '../../shared/http/pagination/page-limits.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { EventCursor, EventFilters } from './list-events.schema.ts';

export interface EventList {
  organizationId: string;
  filters: EventFilters;
  limit: number;
  now: Date;
}

export interface EventPage {
  data: LoggedEvent[];
  next: EventCursor;
}

/** Oldest first, from the event behind number `begin` on. */
export async function readPage(list: EventList, begin: number, events: EventLogStore): Promise<EventPage> {
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

/** How far the clocks of two Lambdas may differ. */
const CLOCK_SKEW_SECONDS = 60;

/** Newest first, of those below number `before`; absent: from the last one on. `next`: below which number the list goes on. */
export async function readNewest(
  list: EventList,
  before: number | undefined,
  events: EventLogStore,
): Promise<{ data: LoggedEvent[]; next: number }> {
  const { organizationId, limit, filters } = list;
  const data: LoggedEvent[] = [];
  const earliest = filters.since === undefined ? '' : addSeconds(new Date(filters.since), -CLOCK_SKEW_SECONDS);
  let next = before ?? (await events.lastNumber(organizationId)) + 1;
  let bytes = 0;
  for (let read = 0; read < MOST_READ; ) {
    const most = read === 0 ? limit : Math.min(MOST_READ_AT_ONCE, MOST_READ - read);
    const found = await events.pageBefore(organizationId, next, most);
    const shown = upTo(limit - data.length, MOST_BYTES - bytes, found, list);
    data.push(...shown.events);
    next = shown.last?.number ?? next;
    // An event is logged after it was made.
    if (shown.isFull || found.length < most || (shown.last && shown.last.loggedAt < earliest)) break;
    read += found.length;
    bytes += shown.events.reduce((sum, event) => sum + bytesOf(event), 0);
  }
  return { data, next };
}

/** The first listed ones of those found, as many as there is room for, and the last that was looked at for them. */
function upTo(limit: number, bytes: number, found: readonly LoggedEvent[], list: EventList) {
  const listed = found.filter((event) => isListed(event, list));
  const events = upToBytes(listed.slice(0, limit), bytes, bytesOf);
  const isFull = events.length === limit || events.length < listed.length;
  return { events, last: (isFull ? events : found).at(-1), isFull };
}

function bytesOf({ body }: LoggedEvent): number {
  return Buffer.byteLength(body);
}

function isListed(event: LoggedEvent, { organizationId, filters, now }: EventList): boolean {
  const { event: name, domain_id, since } = filters;
  return (
    isShown(event, organizationId, now) &&
    (name === undefined || event.event === name) &&
    (domain_id === undefined || event.domainId === domain_id) &&
    (since === undefined || Date.parse(event.createdAt) >= Date.parse(since))
  );
}
