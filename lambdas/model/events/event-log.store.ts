import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { OutboxEntry, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { EVENTS_IN_PARTITION, keys } from '../../shared/table/keys.ts';
import type { Item, Table, TableQuery } from '../../shared/table/table.store.ts';
import { addSeconds, CLOCK_SKEW_SECONDS, hourOf } from '../../shared/time/instant.ts';
import { EMPTY_LOG, EventCounter, EventHour, endOfEpoch, LoggedEvent } from './event-log.schema.ts';

/** A transaction's items may become visible one after another to a Query; a minute later all of them are. */
const FRESH_SECONDS = 60;

/** Reads organizations' event logs, strongly consistent throughout. */
export function eventLogStore(table: Table, { restoreEpoch = 0 }: Pick<Settings, 'restoreEpoch'>) {
  return {
    /** One GetItem. Also finds an event that is not numbered yet and, for some days, one past its retention. */
    async find(eventId: string): Promise<OutboxEvent | undefined> {
      const item = await table.get(keys.outbox(eventId));
      const entry = item && OutboxEntry.parse(item);
      return entry?.kind === 'event' ? entry : undefined;
    },

    /**
     * The events after number `after`, by number, without gaps except after a restore of the table; fewer than `limit` only at
     * the end of the log. One Query, one more per megabyte, and one more where a partition or an epoch ends.
     */
    async page(organizationId: string, after: number, limit: number, now: Date): Promise<LoggedEvent[]> {
      const events: LoggedEvent[] = [];
      for (let from: number | undefined = after; from !== undefined && events.length < limit; ) {
        const found = await pageInPartition(table, organizationId, from, limit - events.length);
        events.push(...found);
        const last: number = found.at(-1)?.number ?? from;
        const goesOn = found.length > 0 && endsPartition(organizationId, last);
        from = goesOn ? last : endOfEpoch(last, restoreEpoch);
      }
      return withoutFreshGap(events, after, now);
    },

    async lastNumber(organizationId: string): Promise<number> {
      return EventCounter.parse({ ...EMPTY_LOG, ...(await table.get(keys.eventCounter(organizationId))) }).last;
    },

    /**
     * The events below a number, the highest first; fewer than `limit` only at the beginning of the log, or of the log since the
     * last restore. One Query, one more per megabyte, and one more where a partition begins.
     */
    async pageBefore(organizationId: string, before: number, limit: number): Promise<LoggedEvent[]> {
      const events = await pageInPartitionBefore(table, organizationId, before, limit);
      const first = firstInPartition(before - 1);
      if (events.length === limit || first === 0) return events;
      return [...events, ...(await pageInPartitionBefore(table, organizationId, first, limit - events.length))];
    },

    /** A number below every retained event that was created at `since` or later. Two parallel requests. */
    async numberBefore(organizationId: string, since: Date): Promise<number> {
      const hour = hourOf(new Date(addSeconds(since, -CLOCK_SKEW_SECONDS)));
      const readFirst = () => firstSince(table, organizationId, hour);
      const [counter, first] = await Promise.all([table.get(keys.eventCounter(organizationId)), readFirst()]);
      if (first !== undefined) return first - 1;
      const { last, hour: lastHour } = EventCounter.parse({ ...EMPTY_LOG, ...counter });
      if (lastHour < hour) return last;
      // That hour began between the two requests, or its item and its events have expired.
      return ((await readFirst()) ?? last + 1) - 1;
    },
  };
}
export type EventLogStore = ReturnType<typeof eventLogStore>;

/** From the partition of the preceding number, the highest first. */
function pageInPartitionBefore(table: Table, organizationId: string, before: number, limit: number): Promise<LoggedEvent[]> {
  const { pk, sk } = keys.event(organizationId, before - 1);
  const toLast = { KeyConditionExpression: 'pk = :pk AND sk <= :last', values: { ':pk': pk, ':last': sk } };
  return firstOf(table, { ...toLast, ScanIndexForward: false }, limit);
}

function firstInPartition(number: number): number {
  return number - (number % EVENTS_IN_PARTITION);
}

/** From the partition of the following number. */
function pageInPartition(table: Table, organizationId: string, after: number, limit: number): Promise<LoggedEvent[]> {
  const { pk, sk } = keys.event(organizationId, after + 1);
  const fromNext = { KeyConditionExpression: 'pk = :pk AND sk >= :next', values: { ':pk': pk, ':next': sk } };
  return firstOf(table, fromNext, limit);
}

async function firstOf(table: Table, query: TableQuery, limit: number): Promise<LoggedEvent[]> {
  const items: Item[] = [];
  let startAt: Item | undefined;
  do {
    const page = await table.query({
      ...query,
      Limit: limit - items.length,
      ConsistentRead: true,
      ...(startAt && { startAt }),
    });
    items.push(...page.items);
    startAt = page.next;
  } while (startAt && items.length < limit);
  return items.map((item) => LoggedEvent.parse(item));
}

function endsPartition(organizationId: string, number: number): boolean {
  return keys.event(organizationId, number).pk !== keys.event(organizationId, number + 1).pk;
}

/** Stops before a gap that is about to be filled. An older gap will never be filled and is skipped. */
function withoutFreshGap(events: readonly LoggedEvent[], after: number, now: Date): LoggedEvent[] {
  const freshFrom = addSeconds(now, -FRESH_SECONDS);
  const gap = events.findIndex(
    ({ number, loggedAt }, index) => number !== (events[index - 1]?.number ?? after) + 1 && loggedAt > freshFrom,
  );
  return gap === -1 ? [...events] : events.slice(0, gap);
}

/** The number of the first event that was logged in this hour or later. */
async function firstSince(table: Table, organizationId: string, hour: string): Promise<number | undefined> {
  const { pk, sk } = keys.eventHour(organizationId, hour);
  const { items } = await table.query({
    KeyConditionExpression: 'pk = :pk AND sk >= :hour',
    values: { ':pk': pk, ':hour': sk },
    Limit: 1,
    ConsistentRead: true,
  });
  return items[0] && EventHour.parse(items[0]).first;
}
