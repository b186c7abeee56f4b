import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { OUTBOX_KEPT_DAYS } from '../../shared/outbox/outbox.schema.ts';
import { dueDeliveriesOf, keys } from '../../shared/table/keys.ts';
import { notThereYet, type Table, type Update, type Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { addSeconds, expirySeconds } from '../../shared/time/instant.ts';
import type { Delivery } from './delivery.schema.ts';
import { REDELIVERY_SAFEGUARD_SECONDS } from './delivery-message.ts';

/** Requested series of attempts. Each begins pending, and has a due time in the table in case its message is lost. */
export function deliverySeriesStore(table: Table) {
  return {
    /** Writes a new delivery. Throws LostRace if there is one. */
    async begin(delivery: Delivery, now: Date, audit?: AuditEntry, alongside: Write[] = []): Promise<void> {
      const item = {
        ...keyOf(delivery),
        ...delivery,
        ...dueIfMessageIsLost(delivery, now),
        expiresAtSeconds: expiryOf(delivery),
      };
      if (!audit) return table.put(item, notThereYet);
      await table.transact([table.putWrite(item, notThereYet), auditWrite(table, audit), ...alongside]);
    },

    /** Starts the next series of a delivery that had ended. Throws LostRace if another request started one before. */
    async restart(delivery: Delivery, now: Date, audit?: AuditEntry, alongside: Write[] = []): Promise<void> {
      const update = seriesUpdate(delivery, now);
      if (!audit) return void (await table.update(keyOf(delivery), update));
      await table.transact([table.updateWrite(keyOf(delivery), update), auditWrite(table, audit), ...alongside]);
    },

    /** The audit entry of series that were started one by one. */
    async record(audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      await table.transact([auditWrite(table, audit), ...alongside]);
    },
  };
}

function keyOf({ organizationId, webhookId, id }: Delivery) {
  return keys.delivery(organizationId, webhookId, id);
}

function expiryOf({ createdAt }: Delivery): number {
  return expirySeconds(new Date(createdAt), OUTBOX_KEPT_DAYS * 86_400);
}

/** Due again if the message, which is sent right after the write, is lost. */
function dueIfMessageIsLost({ webhookId }: Delivery, now: Date) {
  return { duePk: dueDeliveriesOf(webhookId), stepDueAt: addSeconds(now, REDELIVERY_SAFEGUARD_SECONDS) };
}

/** An ended delivery changes only by a new series. */
const nobodyBeganAnother = '#series = :former';

function seriesUpdate(delivery: Delivery, now: Date): Update {
  const { state, series, attemptsMade } = delivery;
  const ended = { failure: undefined, nextAttemptAt: undefined, claimedUntil: undefined, claimedBy: undefined };
  const { expression, names, values } = assignments({
    state,
    series,
    attemptsMade,
    ...dueIfMessageIsLost(delivery, now),
    ...ended,
  });
  return { expression, condition: nobodyBeganAnother, names, values: { ...values, ':former': series - 1 } };
}
