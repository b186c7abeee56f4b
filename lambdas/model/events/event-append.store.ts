import type { Settings } from '../../shared/contract/settings.schema.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { OUTBOX_KEPT_DAYS } from '../../shared/outbox/outbox-retention.ts';
import { allItems } from '../../shared/table/every-item.ts';
import { keys, organizationPartition, WEBHOOK_PREFIX } from '../../shared/table/keys.ts';
import { type Item, notThereYet, type Table, type Update, type Write } from '../../shared/table/table.store.ts';
import { hourOf } from '../../shared/time/calendar.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { EMPTY_LOG, EventCounter } from './event-log.schema.ts';
import { numberAfter } from './event-number.ts';

/** A day longer than events are shown: whatever follows a place in the log that may be asked for is still there as a whole. */
const LOG_RETENTION_SECONDS = (OUTBOX_KEPT_DAYS + 1) * 86_400;

/** An event and the webhooks that are told of it. */
export type AddressedEvent = OutboxEvent & { recipients: number[] };

export interface LogEnd {
  counter: EventCounter;
  /** Rows of the organization's webhooks. */
  webhooks: Item[];
}

/** Writes at the end of an organization's event log. */
export function eventAppendStore(table: Table, { restoreEpoch = 0 }: Pick<Settings, 'restoreEpoch'>) {
  return {
    /** Strongly consistent: one Query, and one more for each megabyte of webhooks. */
    async end(organizationId: string): Promise<LogEnd> {
      const items = await allItems(table, webhooksAndCounter(organizationId));
      const isCounter = ({ sk }: Item) => sk === keys.eventCounter(organizationId).sk;
      const counter = items.find(isCounter);
      return { counter: counter ? EventCounter.parse(counter) : EMPTY_LOG, webhooks: items.filter((item) => !isCounter(item)) };
    },

    /**
     * Gives events, at most 49, the numbers that follow `before`, and keeps who is told of them: one transaction. Answers the end after them. Throws LostRace if somebody
     * else moved the counter or numbered one of them; `found` then has their outbox entries, one place behind `events`.
     */
    async append(
      organizationId: string,
      before: EventCounter,
      events: readonly AddressedEvent[],
      now: Date,
    ): Promise<EventCounter> {
      const isNewHour = hourOf(now) > before.hour;
      const hour = isNewHour ? hourOf(now) : before.hour;
      const first = numberAfter(before.last, restoreEpoch);
      const counter = { last: first + events.length - 1, hour };
      await table.transact([
        table.putWrite({ ...keys.eventCounter(organizationId), ...counter }, isStill(before)),
        ...events.map(({ id, recipients }, index) => table.updateWrite(keys.outbox(id), numbered(first + index, recipients))),
        ...events.map(({ recipients: _, ...event }, index) => logWrite(table, event, first + index, now)),
        ...(isNewHour ? [hourWrite(table, organizationId, hour, first, now)] : []),
      ]);
      return counter;
    },
  };
}
export type EventAppendStore = ReturnType<typeof eventAppendStore>;

function webhooksAndCounter(organizationId: string) {
  return {
    KeyConditionExpression: 'pk = :organization AND sk BETWEEN :webhooks AND :counter',
    values: {
      ':organization': organizationPartition(organizationId),
      ':webhooks': WEBHOOK_PREFIX,
      ':counter': keys.eventCounter(organizationId).sk,
    },
    ConsistentRead: true,
  };
}

function isStill({ last }: EventCounter) {
  if (last === 0) return notThereYet;
  return { expression: '#last = :seen', names: { '#last': 'last' }, values: { ':seen': last } };
}

const entryIsThere = 'attribute_exists(pk)';
const nobodyNumberedIt = 'attribute_not_exists(#number)';

function numbered(number: number, recipients: readonly number[]): Update {
  return {
    expression: 'SET #number = :number, recipients = :recipients REMOVE duePk, stepDueAt, copies',
    condition: `${entryIsThere} AND ${nobodyNumberedIt}`,
    names: { '#number': 'number' },
    values: { ':number': number, ':recipients': recipients },
  };
}

function logWrite(table: Table, event: OutboxEvent, number: number, now: Date): Write {
  const expiresAtSeconds = expirySeconds(now, LOG_RETENTION_SECONDS);
  const item = { ...event, number, loggedAt: now.toISOString(), expiresAtSeconds };
  return table.putWrite({ ...keys.event(event.organizationId, number), ...item }, notThereYet);
}

function hourWrite(table: Table, organizationId: string, hour: string, first: number, now: Date): Write {
  return table.putWrite({
    ...keys.eventHour(organizationId, hour),
    first,
    expiresAtSeconds: expirySeconds(now, LOG_RETENTION_SECONDS),
  });
}
