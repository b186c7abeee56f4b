import { Delivery } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { deliveryPartition, dueDeliveriesOf, EVENTS_IN_PARTITION, type Key, keys } from '../../../lambdas/shared/table/keys.ts';
import { wonRace } from '../../../lambdas/shared/table/lost-race.ts';
import { everyItem } from '../../../lambdas/shared/table/queries.ts';
import { type Condition, type Item, notThereYet, type Table } from '../../../lambdas/shared/table/table.store.ts';
import { monthsBetween } from '../../../lambdas/shared/time/instant.ts';
import { webhooksOf } from '../organizations/organization-belongings.ts';
import { rowKeyOf } from './row-key.ts';

/** The former table, and the table restored from it. */
export interface Tables {
  former: Table;
  restored: Table;
}

/** What the former table has and the restored one lacks. */
export interface CopiedCounts {
  event_numbers: number;
  /** Deliveries created or attempted since. */
  deliveries: number;
  /** Rows of the restored table with a concurrent write. They are left unchanged, and the next run decides again. */
  changed: number;
}

/** `unreadable`: keys of deliveries that no schema can read. They remain as restored. */
interface Copied extends CopiedCounts {
  unreadable: string[];
}

/** A delivery is attempted for a day and a half, and waits up to five days for a receiver that hangs. */
const DELIVERY_DAYS = 7;
export const BATCH_GET_LIMIT = 100;

/**
 * Copies an organization's numbered events and its deliveries into the restored table, so that no number is reused and no event
 * is delivered twice. Deliveries come first: when the relay sees an event, it may queue deliveries of it. Writes nothing unless
 * `apply`.
 */
export async function copyEvents(
  tables: Tables,
  organizationId: string,
  { restoredTo, now, apply }: { restoredTo: Date; now: Date; apply: boolean },
): Promise<Copied> {
  const copied: Copied = { event_numbers: 0, deliveries: 0, changed: 0, unreadable: [] };
  const since = new Date(restoredTo.getTime() - DELIVERY_DAYS * 86_400_000);
  for await (const { ahead, before, isUnreadable } of deliveriesAhead(tables, organizationId, since, now)) {
    if (isUnreadable) {
      copied.unreadable.push(rowKeyOf(rowOf(ahead)));
      continue;
    }
    copied.deliveries += 1;
    const write = tables.restored.putWrite(toMoved(rowOf(ahead), now), before ? deliveryAsRead(before) : notThereYet);
    if (apply && !(await wonRace(tables.restored.transact([write])))) copied.changed += 1;
  }
  const last = await lastNumber(tables.former, organizationId);
  const known = await lastKnown(tables.restored, organizationId, last);
  if (last <= known) return copied;
  if (apply) await copyNumberedEvents(tables, organizationId, { known, last });
  return { ...copied, event_numbers: last - known };
}

/**
 * Unparks the delivery: the restored webhook may not know of parked deliveries, so nobody would look for them. The sender may
 * park it again.
 */
function toMoved(delivery: Item & Key, now: Date): Item & Key {
  const [kind, , webhookId] = String(delivery.duePk).split('#');
  return kind === 'PARKED' ? { ...delivery, duePk: dueDeliveriesOf(Number(webhookId)), stepDueAt: now.toISOString() } : delivery;
}

interface AheadDelivery {
  ahead: Item;
  before: Delivery | undefined;
  isUnreadable?: boolean;
}

/** Deliveries that progressed further in the former table, for all webhooks of the restored table. */
async function* deliveriesAhead(tables: Tables, organizationId: string, since: Date, now: Date): AsyncGenerator<AheadDelivery> {
  for await (const { id } of webhooksOf(organizationId, { webhooks: webhookStore(tables.restored) }))
    for (const month of monthsBetween(since, now))
      yield* deliveriesAheadIn(tables, deliveryPartition(organizationId, id, month), since);
}

async function* deliveriesAheadIn({ former, restored }: Tables, pk: string, since: Date): AsyncGenerator<AheadDelivery> {
  const query = { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } };
  for await (const page of inGroups(everyItem(former, query), BATCH_GET_LIMIT)) {
    const recent = page.filter(({ createdAt }) => String(createdAt) >= since.toISOString());
    const known = await restored.getMany(recent.map(rowOf));
    const bySk = new Map(known.map((item) => [item.sk, item]));
    for (const ahead of recent) {
      const stale = bySk.get(ahead.sk);
      const [now, before] = [Delivery.safeParse(ahead).data, stale && Delivery.safeParse(stale).data];
      if (!now || (stale && !before)) yield { ahead, before, isUnreadable: true };
      else if (isAhead(now, before)) yield { ahead, before };
    }
  }
}

async function* inGroups(items: AsyncIterable<Item>, size: number): AsyncGenerator<Item[]> {
  let some: Item[] = [];
  for await (const item of items) {
    some.push(item);
    if (some.length < size) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

/** True when the former table has more attempts than the restored row, or the end. Parking and claims do not count. */
function isAhead(now: Delivery, before: Delivery | undefined): boolean {
  if (!before) return true;
  if (now.series !== before.series) return now.series > before.series;
  if (now.attemptsMade !== before.attemptsMade) return now.attemptsMade > before.attemptsMade;
  return before.state === 'pending' && now.state !== 'pending';
}

function deliveryAsRead({ series, attemptsMade, state }: Delivery): Condition {
  return {
    expression: '#series = :series AND #attemptsMade = :made AND #state = :state',
    names: { '#series': 'series', '#attemptsMade': 'attemptsMade', '#state': 'state' },
    values: { ':series': series, ':made': attemptsMade, ':state': state },
  };
}

async function lastNumber(table: Table, organizationId: string): Promise<number> {
  const counter = await table.get(keys.eventCounter(organizationId));
  return Number(counter?.last ?? 0);
}

/** The highest event number up to `last` in the restored table, whose counter may already be in a later epoch. */
async function lastKnown(restored: Table, organizationId: string, last: number): Promise<number> {
  const own = await lastNumber(restored, organizationId);
  if (own <= last) return own;
  for (let first = last - (last % EVENTS_IN_PARTITION); first >= 0; first -= EVENTS_IN_PARTITION) {
    const { items } = await restored.query({
      KeyConditionExpression: 'pk = :pk AND sk <= :last',
      ConsistentRead: true,
      ScanIndexForward: false,
      Limit: 1,
      values: { ':pk': keys.event(organizationId, first).pk, ':last': keys.event(organizationId, last).sk },
    });
    if (items[0]) return Number(items[0].number);
  }
  return 0;
}

const nobodyNumberedIt: Condition = { expression: 'attribute_not_exists(#number)', names: { '#number': 'number' } };

const AT_ONCE = 10;

/** Writes the counter last, so the next run continues where this one was interrupted. */
async function copyNumberedEvents(
  { former, restored }: Tables,
  organizationId: string,
  { known, last }: { known: number; last: number },
): Promise<void> {
  // An interrupted run may have missed some of its last ten concurrent writes.
  for (let first = Math.max(1, known - AT_ONCE + 1); first <= last; first = endOfPartition(first) + 1) {
    const events = everyItem(former, {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ConsistentRead: true,
      values: {
        ':pk': keys.event(organizationId, first).pk,
        ':first': keys.event(organizationId, first).sk,
        ':last': keys.event(organizationId, last).sk,
      },
    });
    // Writes the highest number of each group last: once the service counts in a later epoch, it implies that all lower ones
    // exist.
    for await (const some of inGroups(events, AT_ONCE))
      for (const part of [some.slice(0, -1), some.slice(-1)])
        await Promise.all(part.map((event) => copyEvent({ former, restored }, event)));
  }
  await raiseCounter({ former, restored }, organizationId, last);
}

function endOfPartition(number: number): number {
  return number - (number % EVENTS_IN_PARTITION) + EVENTS_IN_PARTITION - 1;
}

/** Copies an event and its outbox entry as the relay left them: numbered and no longer due. Existing rows are not overwritten. */
async function copyEvent({ former, restored }: Tables, event: Item): Promise<void> {
  const entry = await former.get(keys.outbox(String(event.id)));
  if (entry) await wonRace(restored.transact([restored.putWrite(rowOf(entry), nobodyNumberedIt)]));
  await wonRace(restored.transact([restored.putWrite(rowOf(event), notThereYet)]));
}

const isLower = 'attribute_not_exists(#last) OR #last < :last';

/** Includes the hourly rows with which a cursor finds its position. */
async function raiseCounter({ former, restored }: Tables, organizationId: string, last: number): Promise<void> {
  const hours = { KeyConditionExpression: 'pk = :pk', values: { ':pk': keys.eventHour(organizationId, '').pk } };
  for await (const hour of everyItem(former, hours)) await wonRace(restored.put(rowOf(hour), notThereYet));
  const counter = await former.get(keys.eventCounter(organizationId));
  await wonRace(
    restored.update(keys.eventCounter(organizationId), {
      expression: 'SET #last = :last, #hour = :hour',
      condition: isLower,
      names: { '#last': 'last', '#hour': 'hour' },
      values: { ':last': last, ':hour': counter?.hour ?? '' },
    }),
  );
}

const rowOf = (item: Item): Item & Key => ({ ...item, pk: String(item.pk), sk: String(item.sk) });
