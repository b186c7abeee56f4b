import { isSlow, type Slot, tallied } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { isNoted } from './open-breakers.ts';
import { releaseSlots } from './release-slots.ts';
import { changeLane, giveUpAll, park, putBack } from './requeue.ts';
import { sendAll } from './send-all.ts';
import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';
import { type Taken, takeSlots } from './webhook-slots.ts';

/** Sends what is due for one webhook, as far as it takes it now. Answers the ids of messages that have to come again. */
export async function deliverGroup(entries: readonly Entry[], ports: DeliverPorts, invocation: Invocation): Promise<string[]> {
  try {
    if (isKnownOpen(entries, ports)) return await park(entries, ports, true);
    const taken = await slotsFor(entries, ports, invocation);
    switch (taken.kind) {
      case 'deleted':
      case 'disabled':
        return await giveUpAll(entries, ports);
      case 'open':
        return await parkAll(entries, taken.webhook, ports);
      case 'full':
        return await putBack(entries, ports);
      case 'taken':
        return isMisplaced(entries, taken.webhook)
          ? await leave(entries, taken, ports)
          : await sendAll(entries, taken, ports, invocation);
    }
  } catch (cause) {
    ports.log('error', 'the deliveries of a webhook could not be begun', { webhookId: entries[0]?.message.webhookId, cause });
    return entries.map(({ id }) => id);
  }
}

function isKnownOpen([first]: readonly Entry[], { openBreakers, clock }: DeliverPorts): boolean {
  return first !== undefined && !first.message.probe && openBreakers.isKnown(first.message, clock());
}

async function parkAll(entries: readonly Entry[], webhook: Webhook, ports: DeliverPorts): Promise<string[]> {
  const now = ports.clock();
  const failed = await park(entries, ports, isNoted(webhook, now));
  // What is parked without a look at the row from here on has a note, unless this one could not be written.
  if (failed.length === 0) ports.openBreakers.learn({ organizationId: webhook.organizationId, webhookId: webhook.id }, now);
  return failed;
}

async function slotsFor(entries: readonly Entry[], ports: DeliverPorts, invocation: Invocation): Promise<Taken> {
  const [first] = entries;
  if (!first) return { kind: 'deleted' };
  const { organizationId, webhookId, probe: isProbe } = first.message;
  return takeSlots({ organizationId, webhookId, count: entries.length, isProbe }, ports, invocation);
}

function isMisplaced(entries: readonly Entry[], webhook: Webhook): boolean {
  return isSlow(webhook) && entries.some(({ message }) => !message.slow && !message.probe);
}

/** Gives back what was taken for another lane's work. */
async function leave(
  entries: readonly Entry[],
  { webhook, slots }: { webhook: Webhook; slots: readonly Slot[] },
  ports: DeliverPorts,
): Promise<string[]> {
  await releaseSlots(webhook, slots, tallied([]), ports);
  return changeLane(entries, ports);
}
