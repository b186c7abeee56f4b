import { DeliveryMessage } from '../model/webhooks/delivery-message.schema.ts';
import { LONGEST_ATTEMPT_SECONDS, SENDER_SECONDS } from '../shared/contract/sender-times.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { deliverGroup } from './deliver-group.ts';
import type { DeliverPorts, Entry } from './sender-ports.ts';

/** Of the sender's 60 s an attempt takes at most 30, and 10 are left for what is written before and after it: it begins in the first 20. */
const WRITING_SECONDS = 10;
const LAST_START_SECONDS = SENDER_SECONDS - LONGEST_ATTEMPT_SECONDS - WRITING_SECONDS;
/** Slots and claims outlive us: nobody takes them while we are alive. */
const HELD_SECONDS = SENDER_SECONDS + 5;

export interface QueuedMessage {
  id: string;
  body: string;
}

/**
 * Makes the attempts that messages of the queue ask for. Answers the ids of those that are to come again because something is
 * broken; whatever is the receiver's matter is settled, and its message done with. Webhooks do not wait for each other.
 */
export async function deliver(messages: readonly QueuedMessage[], ports: DeliverPorts, startedAt: Date): Promise<string[]> {
  const invocation = {
    startBefore: new Date(addSeconds(startedAt, LAST_START_SECONDS)),
    heldUntil: addSeconds(startedAt, HELD_SECONDS),
  };
  const read = messages.map(({ id, body }) => ({ id, message: parsed(id, body, ports.log) }));
  const poisoned = read.flatMap(({ id, message }) => (message ? [] : [id]));
  const entries = read.flatMap(({ id, message }) => (message ? [{ id, message }] : []));
  const failed = await Promise.all(groups(entries).map((group) => deliverGroup(group, ports, invocation)));
  return [...poisoned, ...failed.flat()];
}

/** By webhook; what passes an open breaker is apart. */
function groups(entries: readonly Entry[]): Entry[][] {
  const nameOf = ({ message: { organizationId, webhookId, probe } }: Entry) => `${organizationId} ${webhookId} ${probe}`;
  return [...Map.groupBy(entries, nameOf).values()];
}

/** A message that nobody can read ends among the dead letters. */
function parsed(id: string, body: string, log: Log): DeliveryMessage | undefined {
  try {
    return DeliveryMessage.parse(JSON.parse(body));
  } catch (cause) {
    log('error', 'poisoned delivery message', { messageId: id, cause });
    return undefined;
  }
}
