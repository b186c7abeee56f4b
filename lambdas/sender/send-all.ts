import { type AttemptSeen, endsSending, type Slot, tallied } from '../model/webhooks/circuit-breaker.ts';
import type { Webhook } from '../model/webhooks/webhook.schema.ts';
import { receiverTarget } from '../shared/net/receiver-target.ts';
import { deliverMessage, type Sending } from './deliver-message.ts';
import { releaseSlots } from './release-slots.ts';
import { putBack } from './requeue.ts';
import type { DeliverPorts, Entry, Invocation } from './sender-ports.ts';

/** What the messages of a webhook have come to so far. */
interface Progress {
  waiting: Entry[];
  seen: AttemptSeen[];
  /** There was no time or budget for these, or their receiver hangs. */
  later: Entry[];
  failed: string[];
}

/** Sends with one worker a slot, frees the slots, and puts back what could not be sent. Answers the ids of what has to come again. */
export async function sendAll(
  entries: readonly Entry[],
  { webhook, slots }: { webhook: Webhook; slots: readonly Slot[] },
  ports: DeliverPorts,
  { startBefore, heldUntil }: Invocation,
): Promise<string[]> {
  const progress: Progress = { waiting: [...entries], seen: [], later: [], failed: [] };
  try {
    const secrets = await ports.openSecrets(webhook, ports.clock());
    await Promise.all(slots.map(() => work(progress, { webhook, secrets, heldUntil }, startBefore, ports)));
  } finally {
    await releaseSlots(webhook, slots, tallied(progress.seen), ports);
  }
  return [...progress.failed, ...(await putBack(progress.later, ports))];
}

async function work(progress: Progress, sending: Sending, startBefore: Date, ports: DeliverPorts): Promise<void> {
  const { host } = receiverTarget(sending.webhook.url);
  for (let entry = progress.waiting.shift(); entry; entry = progress.waiting.shift()) {
    const isTime = ports.clock() < startBefore && !endsSending(tallied(progress.seen));
    if (isTime && ports.hostBudget.take(host, ports.clock())) await attempt(entry, progress, sending, ports);
    else progress.later.push(entry);
  }
}

async function attempt({ id, message }: Entry, progress: Progress, sending: Sending, ports: DeliverPorts): Promise<void> {
  try {
    const seen = await deliverMessage(message, sending, ports);
    if (seen) progress.seen.push(seen);
  } catch (cause) {
    ports.log('error', 'a delivery failed within the service', { messageId: id, deliveryId: message.deliveryId, cause });
    progress.failed.push(id);
  }
}
