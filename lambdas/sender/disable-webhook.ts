import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { webhookResource } from '../model/webhooks/webhook-resource.ts';
import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { eventBody } from '../shared/outbox/event-body.ts';
import type { OutboxEvent } from '../shared/outbox/outbox.schema.ts';
import { decideAndWrite } from '../shared/table/decide-and-write.ts';
import { outboxId } from '../shared/table/keys.ts';
import type { DeliverPorts } from './sender-ports.ts';

/** The catalogue's test makes the event with these alone. */
export type DisableWebhookPorts = Pick<DeliverPorts, 'webhooks' | 'newId' | 'clock' | 'pause'>;
type Because = 'gone' | 'failing';

/**
 * Gives a webhook up, tells it and records it. False if it was disabled, deleted or changed by somebody so that it is not to
 * be given up any more. Throws LostRace where others write all the time.
 */
export function disableWebhook(
  webhook: Webhook,
  because: Because,
  isStillSo: (latest: Webhook) => boolean,
  ports: DisableWebhookPorts,
): Promise<boolean> {
  return decideAndWrite<Webhook | undefined, boolean>(
    webhook,
    () => ports.webhooks.get(webhook.organizationId, webhook.id),
    async (before) => {
      if (before?.status !== 'active' || !isStillSo(before)) return false;
      const at = ports.clock().toISOString();
      const after: Webhook = { ...before, status: 'disabled', disabled: { at, because }, updatedAt: at };
      await ports.webhooks.disable(before, after, disabledEvent(after, at, ports), disabledEntry(after, at, because, ports));
      return true;
    },
    ports.pause,
  );
}

function disabledEvent(after: Webhook, createdAt: string, { newId }: DisableWebhookPorts): OutboxEvent {
  const id = outboxId(newId('evt'), after.id);
  const event = 'webhook.disabled';
  const body = eventBody({ id, event, createdAt, data: { webhook: webhookResource(after, new Date(createdAt)) } });
  return { kind: 'event', id, createdAt, organizationId: after.organizationId, event, notify: true, body };
}

function disabledEntry(
  { organizationId, id }: Webhook,
  at: string,
  because: Because,
  { newId }: DisableWebhookPorts,
): AuditEntry {
  return {
    id: newId('aud'),
    at,
    organizationId,
    action: 'webhook.disabled',
    resource: { type: 'webhook', id: String(id) },
    actor: { type: 'service' },
    before: { status: 'active' },
    after: { status: 'disabled', because },
  };
}
