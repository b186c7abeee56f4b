import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { auditWrite } from '../shared/audit/audit.store.ts';
import { after, expirySeconds } from '../shared/instant.ts';
import { OUTBOX_KEPT_DAYS } from '../shared/outbox/outbox-retention.ts';
import { assignments } from '../shared/table/assignments.ts';
import { DUE_SHARDS, deliveryPartition, dueDeliveriesPartition, keys, monthOf, shardOf } from '../shared/table/keys.ts';
import { notThereYet, type Table, type Update, type Write } from '../shared/table/table.store.ts';
import { rolledAt } from '../shared/ulid.ts';
import { Delivery } from './delivery.schema.ts';
import { keptSpan, monthsOf, type Span, spansAround } from './delivery-span.ts';

/** An organization's webhook, as the table has it. */
export interface Owner {
  organizationId: string;
  id: number;
}
export interface DeliveryRows {
  items: Delivery[];
  /** There may be more. */
  hasMore: boolean;
}

/** The deliveries of a webhook as a log, and their new beginnings. Reads are strongly consistent. */
export function deliveryListStore(table: Table) {
  return {
    /** Newest first, those below the id `before`. One Query for each month until there are `limit`: three for 30 days at most. */
    page(owner: Owner, { before, limit }: { before?: string | undefined; limit: number }, now: Date): Promise<DeliveryRows> {
      const kept = keptSpan(now);
      const span = before === undefined ? kept : { ...kept, last: before };
      return rows(table, owner, { span, limit, isNewestFirst: true, behind: before });
    },

    /** Oldest first, those of a span above the id `behind`. */
    between(owner: Owner, span: Span, { behind, limit }: { behind?: string | undefined; limit: number }): Promise<DeliveryRows> {
      const rest = behind === undefined ? span : { ...span, first: behind };
      return rows(table, owner, { span: rest, limit, isNewestFirst: false, behind });
    },

    /** Which of these ids have a row. One Query for those whose events were made at about the same time. */
    async known(owner: Owner, ids: readonly string[]): Promise<Set<string>> {
      const found = await Promise.all(spansAround(ids).map((span) => idsIn(table, owner, span)));
      return new Set(found.flat());
    },

    /** Writes a delivery that begins. Throws LostRace if there is one. */
    async begin(delivery: Delivery, now: Date, audit?: AuditEntry, alongside: Write[] = []): Promise<void> {
      const item = { ...keyOf(delivery), ...delivery, ...waiting(delivery, now), expiresAtSeconds: expiryOf(delivery) };
      if (!audit) return table.put(item, notThereYet);
      await table.transact([table.putWrite(item, notThereYet), auditWrite(table, audit), ...alongside]);
    },

    /** Writes the next series of a delivery that had ended. Throws LostRace if somebody began one before. */
    async restart(delivery: Delivery, now: Date, audit?: AuditEntry, alongside: Write[] = []): Promise<void> {
      const update = seriesUpdate(delivery, now);
      if (!audit) return void (await table.update(keyOf(delivery), update));
      await table.transact([table.updateWrite(keyOf(delivery), update), auditWrite(table, audit), ...alongside]);
    },

    /** For what was done one by one. */
    async record(audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      await table.transact([auditWrite(table, audit), ...alongside]);
    },
  };
}
export type DeliveryListStore = ReturnType<typeof deliveryListStore>;

interface RowsQuery {
  span: Span;
  limit: number;
  isNewestFirst: boolean;
  behind: string | undefined;
}

async function rows(table: Table, owner: Owner, { span, limit, isNewestFirst, behind }: RowsQuery): Promise<DeliveryRows> {
  const months = isNewestFirst ? monthsOf(span).toReversed() : monthsOf(span);
  const items: Delivery[] = [];
  for (const [position, month] of months.entries()) {
    const pk = deliveryPartition(owner.organizationId, owner.id, month);
    const page = await table.query({
      ...within(pk, span),
      ScanIndexForward: !isNewestFirst,
      Limit: limit - items.length,
      ...(position === 0 && behind !== undefined && { startAt: { pk, sk: behind } }),
    });
    items.push(...page.items.map((item) => Delivery.parse(item)));
    if (page.next || items.length === limit) return { items, hasMore: true };
  }
  return { items, hasMore: false };
}

/** The span lies in one month. */
async function idsIn(table: Table, { organizationId, id }: Owner, span: Span): Promise<string[]> {
  const pk = deliveryPartition(organizationId, id, monthOf(rolledAt(span.first)));
  const found: string[] = [];
  let startAt: Record<string, unknown> | undefined;
  do {
    const page = await table.query({ ...within(pk, span), ProjectionExpression: 'sk', ...(startAt && { startAt }) });
    found.push(...page.items.map(({ sk }) => String(sk)));
    startAt = page.next;
  } while (startAt);
  return found;
}

function within(pk: string, { first, last }: Span) {
  return {
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    values: { ':pk': pk, ':first': first, ':last': last },
    ConsistentRead: true,
  };
}

function keyOf({ organizationId, webhookId, id }: Delivery) {
  return keys.delivery(organizationId, webhookId, id);
}

function expiryOf({ createdAt }: Delivery): number {
  return expirySeconds(new Date(createdAt), OUTBOX_KEPT_DAYS * 86_400);
}

/** Its message goes to the queue right after the write. The mover makes good for one that is lost. */
const INSURANCE_SECONDS = 600;

function waiting({ webhookId }: Delivery, now: Date) {
  return { duePk: dueDeliveriesPartition(shardOf(webhookId, DUE_SHARDS)), stepDueAt: after(now, INSURANCE_SECONDS) };
}

/** A delivery that has ended changes by a new series only. */
const nobodyBeganAnother = '#series = :former';

function seriesUpdate(delivery: Delivery, now: Date): Update {
  const { state, series, attemptsMade } = delivery;
  const ended = { failure: undefined, nextAttemptAt: undefined, claimedUntil: undefined };
  const { expression, names, values } = assignments({ state, series, attemptsMade, ...waiting(delivery, now), ...ended });
  return { expression, condition: nobodyBeganAnother, names, values: { ...values, ':former': series - 1 } };
}
