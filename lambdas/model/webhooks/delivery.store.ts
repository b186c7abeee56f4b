import { OUTBOX_KEPT_DAYS } from '../../shared/outbox/outbox.schema.ts';
import { dueDeliveriesOf, keys, parkedPartition } from '../../shared/table/keys.ts';
import { LostRace, wonRace } from '../../shared/table/lost-race.ts';
import type { Item, Table, Update } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { addSeconds, expirySeconds } from '../../shared/time/instant.ts';
import { type TimelineEntry, timelineWrite } from '../domains/timeline.store.ts';
import { Delivery, type DeliveryFailure, type DeliveryMessage } from './delivery.schema.ts';
import { REDELIVERY_SAFEGUARD_SECONDS } from './delivery-message.ts';

const isNew = 'attribute_not_exists(pk)';
const itemExists = 'attribute_exists(pk)';
const isPending = '#state = :pending';
const inThisSeries = '#series = :series';
const thisAttemptIsNext = '#attemptsMade = :attemptsMade';
const claimedByNobodyAlive = '(attribute_not_exists(claimedUntil) OR claimedUntil < :now)';
const mayBeAttempted = `${isNew} OR (${isPending} AND ${inThisSeries} AND ${thisAttemptIsNext} AND ${claimedByNobodyAlive})`;
const stillClaimedByUs = '#claimedUntil = :ours';

/** An attempt's changes to its delivery; absent fields are removed. */
export type AttemptChanges = Pick<Delivery, 'state' | 'attemptsMade' | 'attempts'> &
  Partial<Pick<Delivery, 'failure' | 'nextAttemptAt' | 'duePk' | 'stepDueAt'>>;

/** `refused`: the row found does not allow this attempt now. */
export type Claim = { kind: 'claimed'; delivery: Delivery } | { kind: 'refused'; found: Delivery };

/** The sender's writes on deliveries, one request each. */
export function deliveryStore(table: Table) {
  return {
    async get(organizationId: string, webhookId: number, deliveryId: string): Promise<Delivery | undefined> {
      const item = await table.get(keys.delivery(organizationId, webhookId, deliveryId));
      return item && Delivery.parse(item);
    },

    /**
     * Leases an attempt until an instant; the first attempt creates the delivery's row. If this process dies, the attempt is due
     * again.
     */
    async claim(
      message: DeliveryMessage,
      { claimedUntil, claimedBy }: { claimedUntil: string; claimedBy: string },
      now: Date,
    ): Promise<Claim> {
      const stepDueAt = addSeconds(new Date(claimedUntil), REDELIVERY_SAFEGUARD_SECONDS);
      const due = { duePk: dueDeliveriesOf(message.webhookId), stepDueAt };
      const claim = await upsert(table, message, { claimedUntil, claimedBy, ...due, nextAttemptAt: undefined }, now);
      if (claim.kind === 'claimed' || claim.found.claimedBy !== claimedBy) return claim;
      return { kind: 'claimed', delivery: claim.found };
    },

    /** Parks the delivery until its webhook accepts deliveries again, the oldest first. */
    park(message: DeliveryMessage, now: Date): Promise<Claim> {
      const { organizationId, webhookId, createdAt } = message;
      const duePk = parkedPartition(organizationId, webhookId);
      const parked = { claimedUntil: undefined, claimedBy: undefined, duePk, stepDueAt: createdAt, nextAttemptAt: undefined };
      return upsert(table, message, parked, now);
    },

    /** Writes the result of a claimed attempt. Throws LostRace if the lease was lost. */
    async finish(claimed: Delivery, changes: AttemptChanges, timeline?: TimelineEntry): Promise<void> {
      const { failure, nextAttemptAt, duePk, stepDueAt } = changes;
      const optional = { failure, nextAttemptAt, duePk, stepDueAt, claimedUntil: undefined, claimedBy: undefined };
      const { expression, names, values } = assignments({ ...changes, ...optional });
      const update: Update = {
        expression,
        names,
        condition: stillClaimedByUs,
        values: { ...values, ':ours': claimed.claimedUntil },
      };
      await writeEnd(table, claimed, update, timeline);
    },

    /** Ends a pending delivery without another attempt. False if there is none, or its attempt is in progress. */
    async giveUp(message: EndedDelivery, failure: DeliveryFailure, now: Date, timeline?: TimelineEntry): Promise<boolean> {
      const ended = { state: 'failed', failure, nextAttemptAt: undefined, duePk: undefined, stepDueAt: undefined };
      const { expression, names, values } = assignments(ended);
      const condition = `${itemExists} AND ${isPending} AND ${claimedByNobodyAlive}`;
      const update = { expression, names, condition, values: { ...values, ':pending': 'pending', ':now': now.toISOString() } };
      return wonRace(writeEnd(table, message, update, timeline));
    },
  };
}

/** A delivery, and the domain whose timeline records its end. */
export interface EndedDelivery {
  organizationId: string;
  webhookId: number;
  id: string;
  domainId?: number | undefined;
}

async function upsert(table: Table, message: DeliveryMessage, changes: Item, now: Date): Promise<Claim> {
  const { organizationId, webhookId, deliveryId: id, eventId, event, domainId, createdAt, series, attempt } = message;
  const { expression, names, values } = assignments(
    {
      id,
      organizationId,
      webhookId,
      eventId,
      event,
      createdAt,
      series,
      ...(domainId !== undefined && { domainId }),
      state: 'pending',
      attemptsMade: attempt - 1,
      expiresAtSeconds: expirySeconds(new Date(createdAt), OUTBOX_KEPT_DAYS * 86_400),
      ...changes,
    },
    ['attempts = if_not_exists(attempts, :noAttempts)'],
  );
  const conditionValues = { ':noAttempts': [], ':pending': 'pending', ':now': now.toISOString() };
  try {
    const item = await table.update(keys.delivery(organizationId, webhookId, id), {
      expression,
      names,
      condition: mayBeAttempted,
      values: { ...values, ...conditionValues },
    });
    return { kind: 'claimed', delivery: Delivery.parse(item) };
  } catch (error) {
    const found = error instanceof LostRace ? error.found[0] : undefined;
    if (!found) throw error;
    return { kind: 'refused', found: Delivery.parse(found) };
  }
}

/** Writes the end together with the entry in its domain's timeline, if any. */
async function writeEnd(table: Table, of: EndedDelivery, update: Update, timeline?: TimelineEntry): Promise<void> {
  const key = keys.delivery(of.organizationId, of.webhookId, of.id);
  if (!timeline || of.domainId === undefined) {
    await table.update(key, update);
    return;
  }
  await table.transact([table.updateWrite(key, update), timelineWrite(table, of.domainId, timeline)]);
}
