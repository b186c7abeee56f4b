import type { DeliveryMessage } from '../model/webhooks/delivery-message.schema.ts';
import { queueMessage } from '../model/webhooks/delivery-message.ts';
import type { QueueMessage } from '../shared/aws/queue.gateway.ts';
import { giveUp } from './give-up.ts';
import { settleRefused } from './queue-attempt.ts';
import type { DeliverPorts, Entry } from './sender-ports.ts';

/** 1, 2, 4, 8, 16 and 32 s: in a minute a host takes 3,000. What finds no room then is parked, so that the queue holds only what moves. */
const MOST_DEFERRALS = 6;

type Work = (message: DeliveryMessage) => Promise<unknown>;

/** Does the same with each. Answers the ids of those that it failed for: none keeps it from the others. */
async function forEachMessage(entries: readonly Entry[], { log }: Pick<DeliverPorts, 'log'>, work: Work): Promise<string[]> {
  const failed = await Promise.all(
    entries.map(async ({ id, message }) => {
      try {
        await work(message);
        return [];
      } catch (cause) {
        log('error', 'a delivery could not be worked on', { messageId: id, deliveryId: message.deliveryId, cause });
        return [id];
      }
    }),
  );
  return failed.flat();
}

/** Has messages come again in a moment; parks those that have come often enough. Answers the ids of those that it failed for. */
export async function putBack(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  const isTired = ({ message }: Entry) => message.deferrals >= MOST_DEFERRALS;
  const [again, parked] = await Promise.all([
    queueLater(
      entries.filter((entry) => !isTired(entry)),
      ports,
    ),
    park(entries.filter(isTired), ports),
  ]);
  return [...again, ...parked];
}

function queueLater(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  return queueAgain(entries, ports, (message) => {
    const { deferrals } = message;
    const delaySeconds = Math.max(1, Math.round(2 ** deferrals * (0.75 + ports.jitter() / 2)));
    return queueMessage({ ...message, deferrals: deferrals + 1 }, delaySeconds);
  });
}

/** They were queued before their receiver was seen to take long. */
export function changeLane(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  return queueAgain(entries, ports, (message) => queueMessage({ ...message, slow: true }));
}

async function queueAgain(
  entries: readonly Entry[],
  { queue, log }: DeliverPorts,
  changed: (message: DeliveryMessage) => QueueMessage,
): Promise<string[]> {
  if (entries.length === 0) return [];
  try {
    const refused = await queue.send(entries.map(({ message }) => changed(message)));
    return refused.flatMap((position) => entries[position]?.id ?? []);
  } catch (cause) {
    log('error', 'deliveries could not be put back', { count: entries.length, cause });
    return entries.map(({ id }) => id);
  }
}

/**
 * Lays messages of one webhook down until it takes deliveries. The rows are written before the note that has them looked at; `isNoted`: somebody
 * will look already.
 */
export async function park(entries: readonly Entry[], ports: DeliverPorts, isNoted = false): Promise<string[]> {
  const [first] = entries;
  if (!first) return [];
  const { organizationId, webhookId } = first.message;
  const failed = await forEachMessage(entries, ports, async (message) => {
    await settleRefused(message, await ports.deliveries.park(message, ports.clock()), ports);
  });
  if (isNoted) return failed;
  try {
    await ports.flow.noteParked(organizationId, webhookId, ports.clock());
    return failed;
  } catch (cause) {
    ports.log('error', 'parked deliveries could not be noted', { webhookId, cause });
    return entries.map(({ id }) => id);
  }
}

/** What was waiting for a webhook that was disabled or deleted meanwhile. */
export function giveUpAll(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  return forEachMessage(entries, ports, ({ deliveryId: id, ...message }) => giveUp({ id, ...message }, ports));
}
