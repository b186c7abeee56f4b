import { hostOfUrl } from '../../../contract/domain-name.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { omit } from '../../shared/rows/omit.ts';
import { keys } from '../../shared/table/keys.ts';
import { idsBelow } from '../../shared/table/queries.ts';
import { type Condition, type Item, notThereYet, type Table, type Update, type Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import type { QuotaRoom } from '../accounts/organization-limits.ts';
import { deleteAndReleaseQuota, takeQuotaWrite } from '../accounts/resource-counts.store.ts';
import { initialSenderState, type ReceiverMemory, reenabledSenderState } from './receiver-memory.ts';
import { Webhook } from './webhook.schema.ts';

/** An organization's webhooks. Every write is in one transaction with its audit entry. */
export function webhookStore(table: Table) {
  const keyOf = ({ organizationId, id }: Webhook) => keys.webhook(organizationId, id);

  return {
    async get(organizationId: string, id: number): Promise<Webhook | undefined> {
      const item = await table.get(keys.webhook(organizationId, id));
      return item && webhookOf(item);
    },

    /** Newest first, strongly consistent, one Query. */
    async page(organizationId: string, { before, limit }: PagePlace<number>): Promise<{ items: Webhook[]; hasMore: boolean }> {
      const { items, next } = await table.query({ ...idsBelow(keys.webhook, organizationId, before), Limit: limit + 1 });
      return { items: items.map(webhookOf), hasMore: next !== undefined };
    },

    /** One Query, and one more per megabyte of webhooks. */
    async count(organizationId: string): Promise<number> {
      let count = 0;
      let startAt: Item | undefined;
      do {
        const page = await table.count({ ...idsBelow(keys.webhook, organizationId), ...(startAt && { startAt }) });
        count += page.count;
        startAt = page.next;
      } while (startAt);
      return count;
    },

    /** Throws LostRace if the id is taken, or there is no room. */
    async create(webhook: Webhook, audit: AuditEntry, room: QuotaRoom, alongside: Write[] = []): Promise<void> {
      await table.transact([
        table.putWrite({ ...keyOf(webhook), ...webhook }, notThereYet),
        auditWrite(table, audit),
        takeQuotaWrite(table, webhook.organizationId, 'webhooks', room),
        ...alongside,
      ]);
    },

    /**
     * Replaces the settings. The sender's state on the row (slots and breaker) is kept, unless the webhook is enabled again or
     * gets another host: `known` is that host's state. Throws LostRace if the settings were changed since `before`.
     */
    async replace(
      before: Webhook,
      after: Webhook,
      audit: AuditEntry,
      alongside: Write[] = [],
      known?: ReceiverMemory,
    ): Promise<void> {
      await table.transact([
        table.updateWrite(keyOf(after), settingsUpdate(before, after, known)),
        auditWrite(table, audit),
        ...alongside,
      ]);
    },

    /** The same when the service disables the webhook, with its event. */
    async disable(before: Webhook, after: Webhook, event: OutboxEvent, audit: AuditEntry): Promise<void> {
      await table.transact([
        table.updateWrite(keyOf(after), settingsUpdate(before, after)),
        outboxWrite(table, event),
        auditWrite(table, audit),
      ]);
    },

    /** Throws LostRace if the webhook has changed since. */
    async remove(webhook: Webhook, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const removal = [table.deleteWrite(keyOf(webhook), nobodyWroteSince(webhook)), auditWrite(table, audit), ...alongside];
      await deleteAndReleaseQuota(table, webhook.organizationId, 'webhooks', removal);
    },
  };
}
export type WebhookStore = ReturnType<typeof webhookStore>;

/** Attributes of newer code survive on the row that is written back; its keys come from the webhook itself. */
function webhookOf(item: Item): Webhook {
  return Webhook.parse(omit(item, 'pk', 'sk'));
}

const noBreaker = { timeoutsInRow: undefined, probeAt: undefined, probes: undefined };
const noFailures = { failingSince: undefined, failedEvents: undefined };

/** The sender's new state of the receiver, if it changes. Parked deliveries are handled soon. */
function senderState(before: Webhook, after: Webhook, known: ReceiverMemory | undefined): Item {
  const isEnabledAgain = before.status === 'disabled' && after.status === 'active';
  const isElsewhere = hostOfUrl(before.url) !== hostOfUrl(after.url);
  if (!isEnabledAgain && !isElsewhere) return {};
  return {
    ...(isEnabledAgain && noFailures),
    ...noBreaker,
    ...(isElsewhere ? initialSenderState(known) : reenabledSenderState(before)),
    ...(before.duePk !== undefined && { stepDueAt: after.updatedAt }),
  };
}

function settingsUpdate(before: Webhook, after: Webhook, known?: ReceiverMemory): Update {
  const { url, events, status, description, secret, previousSecret, updatedAt } = after;
  const settings = { url, events, status, description, secret, previousSecret, updatedAt, version: before.version + 1 };
  const { expression: condition, values: readVersion } = nobodyWroteSince(before);
  const { expression, names, values } = assignments({
    ...settings,
    disabled: status === 'disabled' ? after.disabled : undefined,
    ...senderState(before, after, known),
  });
  return { expression, condition, names, values: { ...values, ...readVersion } };
}

function nobodyWroteSince({ version }: Webhook): Condition {
  return { expression: 'version = :seen', values: { ':seen': version } };
}
