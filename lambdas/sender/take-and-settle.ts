import type { Tally } from '../model/webhooks/attempt-tally.ts';
import { breakerChange, isFailing } from '../model/webhooks/circuit-breaker.ts';
import { remembered } from '../model/webhooks/receiver-memory.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { availability, firstSlots, SLOTS, type Slot } from '../model/webhooks/webhook-slots.ts';
import { receiverHost } from '../shared/net/receiver-host.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { disableWebhook } from './disable-webhook.ts';
import { probePauseSeconds } from './retry-policy.ts';
import type { DeliverPorts, Invocation } from './sender-ports.ts';

export type Taken =
  | { kind: 'taken'; webhook: Webhook; slots: Slot[] }
  | { kind: 'open'; webhook: Webhook }
  | { kind: 'deleted' | 'disabled' | 'full' };

/** The first guess may meet a slot that is taken, and the second somebody who was faster. */
const TRIES = 3;

export interface WantedSlots {
  organizationId: string;
  webhookId: number;
  /** Attempts to be made. */
  count: number;
  isProbe: boolean;
}

/** Takes as many slots of a webhook as there are attempts to be made and slots free; one request where nobody else sends to it. */
export async function takeSlots(
  { organizationId, webhookId, count, isProbe }: WantedSlots,
  { slots: store, newId, clock, jitter }: DeliverPorts,
  { heldUntil: until }: Invocation,
): Promise<Taken> {
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
 * Frees the slots, counts what the attempts came to, and does what follows from it for the webhook. Its failure is told and no more: the attempts
 * are made and recorded, slots are free again by themselves, and the next attempts decide anew.
 */
export async function releaseSlots(webhook: Webhook, slots: readonly Slot[], tally: Tally, ports: DeliverPorts): Promise<void> {
  try {
    const row = await ports.slots.release(webhook, slots, tally);
    await remember(webhook, row, tally, ports);
    if (row && tally.last) await settle(row, webhook.url, tally.gone, ports);
  } catch (cause) {
    ports.log('error', 'what was seen of a webhook could not be written', { webhookId: webhook.id, cause });
  }
}

/** What the row of the webhook does not hold, or not any more: that its host hung when the webhook was gone, and that it has come back. */
async function remember(taken: Webhook, row: Webhook | undefined, { timeouts }: Tally, ports: DeliverPorts): Promise<void> {
  const { organizationId, url, timeoutsInRow: before = 0 } = taken;
  const host = receiverHost(url);
  if (!row && timeouts.count > 0) await ports.receivers.count(organizationId, host, timeouts.count, ports.clock());
  if (row && before > 0 && timeouts.anew && timeouts.count === 0) await ports.receivers.forget(organizationId, host);
}

async function settle(row: Webhook, sentTo: string, gone: boolean, ports: DeliverPorts): Promise<void> {
  const now = ports.clock();
  const next = breakerChange(row, gone && row.url === sentTo, now, ports.settings);
  const { id: webhookId } = row;
  switch (next.kind) {
    case 'none':
      return;
    case 'open':
      await openBreaker(row, now, ports);
      return;
    case 'close':
      if (await ports.breaker.close(row, now)) ports.log('info', 'a webhook answers again', { webhookId });
      return;
    case 'disable': {
      const isStillSo = (latest: Webhook) =>
        next.because === 'gone' ? latest.url === sentTo : isFailing(latest, now, ports.settings);
      if (await disableWebhook(row, next.because, isStillSo, ports)) {
        ports.log('warn', 'a webhook was disabled', { webhookId, because: next.because });
      }
    }
  }
}

/** The next webhook at this host begins with an open breaker, too. */
async function openBreaker(row: Webhook, now: Date, { breaker, receivers, settings, log }: DeliverPorts): Promise<void> {
  const probeAt = addSeconds(now, probePauseSeconds(0, settings));
  if (!(await breaker.open(row, probeAt))) return;
  log('warn', 'a webhook has stopped answering', { webhookId: row.id });
  const memory = remembered({ ...row, probeAt, probes: 0 }, undefined, now);
  if (memory) await receivers.remember(memory);
}
