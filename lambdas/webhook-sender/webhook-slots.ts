import { hostOfUrl } from '../../contract/domain-name.ts';
import { breakerChange, isFailing, probePauseSeconds, type Tally } from '../model/webhooks/circuit-breaker.ts';
import { receiverMemoryOf } from '../model/webhooks/receiver-memory.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { webhookResource } from '../model/webhooks/webhook-resource.ts';
import { availability, firstSlots, leaseOf, SLOTS, type Slot } from '../model/webhooks/webhook-slots.ts';
import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { eventBody, type OutboxEvent } from '../shared/outbox/outbox.schema.ts';
import { outboxId } from '../shared/table/keys.ts';
import { decideAndWrite } from '../shared/table/lost-race.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { DeliverPorts, Invocation } from './sender-ports.ts';

/** The test of the event catalogue creates the event with these alone. */
export type DisableWebhookPorts = Pick<DeliverPorts, 'webhooks' | 'newId' | 'clock' | 'pause'>;
type Because = 'gone' | 'failing';

/**
 * Disables a webhook, with its event and audit entry. False if it was disabled, deleted or changed meanwhile so that it should
 * stay enabled. Throws LostRace under constant concurrent writes.
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
  const webhook = webhookResource(after, new Date(createdAt));
  const body = eventBody({ id, event, livemode: webhook.livemode, createdAt, data: { webhook } });
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

export type TakenSlots =
  | { kind: 'taken'; webhook: Webhook; slots: Slot[] }
  | { kind: 'open'; webhook: Webhook }
  | { kind: 'deleted' | 'disabled' | 'full' };

/** The first try may meet a taken slot, and the second a faster process. */
const TRIES = 3;

export interface WantedSlots {
  organizationId: string;
  webhookId: number;
  count: number;
  isProbe: boolean;
}

/** Takes as many slots of a webhook as there are attempts and free slots; one request if nobody else sends to it. */
export async function takeSlots(
  { organizationId, webhookId, count, isProbe }: WantedSlots,
  { webhookSlots: store, newId, clock, jitter }: DeliverPorts,
  { heldUntil: until }: Invocation,
): Promise<TakenSlots> {
  const holder = newId('lease');
  const most = Math.min(count, SLOTS.length);
  let slots = firstSlots(most, jitter());
  for (let tried = 0; tried < TRIES; tried += 1) {
    const answer = await store.take(organizationId, webhookId, { slots, holder, until, isProbe }, clock());
    if (answer.kind === 'taken') return { kind: 'taken', webhook: answer.webhook, slots };
    const found = availability(answer.found, isProbe, clock());
    if (found.kind !== 'free') return found;
    slots = found.slots.slice(0, most);
  }
  return { kind: 'full' };
}

/**
 * Frees the slots, counts the results, and updates the webhook accordingly. A failure is only logged: the attempts are recorded,
 * slots expire, and the next attempts decide again.
 */
export async function releaseSlots(webhook: Webhook, slots: readonly Slot[], tally: Tally, ports: DeliverPorts): Promise<void> {
  try {
    const row = await ports.webhookSlots.release(webhook, slots, tally);
    await remember(webhook, leaseOf(webhook, slots), row, tally, ports);
    if (row && tally.last) await settle(row, webhook.url, tally.gone, ports);
  } catch (cause) {
    ports.log('error', 'what was seen of a webhook could not be written', { webhookId: webhook.id, cause });
  }
}

/** Remembers what the webhook's row cannot hold: a host that hung while the webhook was deleted, and a host that recovered. */
async function remember(
  taken: Webhook,
  lease: string | undefined,
  row: Webhook | undefined,
  { timeouts }: Tally,
  ports: DeliverPorts,
): Promise<void> {
  const { organizationId, url, timeoutsInRow: before = 0 } = taken;
  const host = hostOfUrl(url);
  if (!row && timeouts.count > 0 && lease !== undefined)
    await ports.receivers.count(organizationId, host, timeouts.count, lease, ports.clock());
  if (row && before > 0 && timeouts.anew && timeouts.count === 0) await ports.receivers.forget(organizationId, host);
}

async function settle(row: Webhook, sentTo: string, gone: boolean, ports: DeliverPorts): Promise<void> {
  const now = ports.clock();
  const next = breakerChange(row, gone && row.url === sentTo, now, ports.settings.webhooks);
  const { id: webhookId } = row;
  switch (next.kind) {
    case 'none':
      return;
    case 'open':
      await openBreaker(row, now, ports);
      return;
    case 'close':
      if (await ports.circuitBreakers.close(row, now)) ports.log('info', 'a webhook answers again', { webhookId });
      return;
    case 'disable': {
      const isStillSo = (latest: Webhook) =>
        next.because === 'gone' ? latest.url === sentTo : isFailing(latest, now, ports.settings.webhooks);
      if (await disableWebhook(row, next.because, isStillSo, ports)) {
        ports.log('warn', 'a webhook was disabled', { webhookId, because: next.because });
      }
    }
  }
}

/** Remembered for the host, so that the next webhook there also begins with an open circuit breaker. */
async function openBreaker(row: Webhook, now: Date, { circuitBreakers, receivers, settings, log }: DeliverPorts): Promise<void> {
  const probeAt = addSeconds(now, probePauseSeconds(0, settings.webhooks));
  if (!(await circuitBreakers.open(row, probeAt))) return;
  log('warn', 'a webhook has stopped answering', { webhookId: row.id });
  const memory = receiverMemoryOf({ ...row, probeAt, probes: 0 }, undefined, now);
  if (memory) await receivers.remember(memory);
}
