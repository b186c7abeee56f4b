import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import { isVisibleTo } from '../../model/events/event-resource.ts';
import { MAX_BYTES, MAX_READ, MAX_READ_AT_ONCE, upToBytes } from '../../shared/http/pagination/page-limits.ts';
import { addSeconds, CLOCK_SKEW_SECONDS } from '../../shared/time/instant.ts';
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

/** Oldest first, beginning after number `begin`. */
export async function readPage(list: EventList, begin: number, events: EventLogStore): Promise<EventPage> {
  const { organizationId, now } = list;
  const read = (after: number, most: number) => events.page(organizationId, after, most, now);
  const { data, last, isEnd } = await fillPage(list, begin, read);
  const next = { after: last?.number ?? begin, at: last && !isEnd ? last.loggedAt : now.toISOString() };
  return { data, next };
}

/**
 * Newest first, below number `before`, or from the newest event if absent. `next`: the number below which the next page begins;
 * unchanged if no events remain.
 */
export async function readPageBefore(
  list: EventList,
  before: number | undefined,
  events: EventLogStore,
): Promise<{ data: LoggedEvent[]; next: number }> {
  const { organizationId, filters } = list;
  const begin = before ?? (await events.lastNumber(organizationId)) + 1;
  const earliest = filters.since === undefined ? '' : addSeconds(new Date(filters.since), -CLOCK_SKEW_SECONDS);
  const read = (below: number, most: number) => events.pageBefore(organizationId, below, most);
  // `loggedAt` is never before `createdAt`, so events logged too early end the list.
  const { data, last, isEnd } = await fillPage(list, begin, read, ({ loggedAt }) => loggedAt < earliest);
  const isPastEnd = isEnd && data.length === 0;
  return { data, next: isPastEnd ? begin : (last?.number ?? begin) };
}

/**
 * Fills a page from `read`, in its order. `last`: the last event looked at, where the next page begins. `isEnd`: no events remain
 * for now.
 */
async function fillPage(
  list: EventList,
  begin: number,
  read: (from: number, most: number) => Promise<LoggedEvent[]>,
  endsWith: (last: LoggedEvent) => boolean = () => false,
): Promise<{ data: LoggedEvent[]; last: LoggedEvent | undefined; isEnd: boolean }> {
  const data: LoggedEvent[] = [];
  let last: LoggedEvent | undefined;
  let bytes = 0;
  for (let seen = 0; seen < MAX_READ; ) {
    const most = seen === 0 ? list.limit : Math.min(MAX_READ_AT_ONCE, MAX_READ - seen);
    const found = await read(last?.number ?? begin, most);
    const shown = upTo(list.limit - data.length, MAX_BYTES - bytes, found, list);
    data.push(...shown.events);
    last = shown.last ?? last;
    if (shown.isFull) break;
    if (found.length < most) return { data, last, isEnd: true };
    if (last && endsWith(last)) return { data, last, isEnd: true };
    seen += found.length;
    bytes += shown.events.reduce((sum, event) => sum + bytesOf(event), 0);
  }
  return { data, last, isEnd: false };
}

/** The first listed events that fit the page, and the last one looked at. */
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
    isVisibleTo(event, organizationId, now) &&
    (name === undefined || event.event === name) &&
    (domain_id === undefined || event.domainId === domain_id) &&
    (since === undefined || Date.parse(event.createdAt) >= Date.parse(since))
  );
}
