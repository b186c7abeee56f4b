import type { DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import { deliveryTimeline } from '../model/webhooks/delivery.ts';
import { queueMessage } from '../model/webhooks/delivery-message.ts';
import type { QueueMessage } from '../shared/aws/queue.gateway.ts';
import { retryRefused } from './deliver-message.ts';
import { requeueDelaySeconds } from './retry-policy.ts';
import type { DeliverPorts, Entry, SenderPorts } from './sender-ports.ts';

type Work = (message: DeliveryMessage) => Promise<unknown>;

/** Runs `work` for each message. Returns the ids that failed; a failure does not stop the others. */
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

/** Requeues messages with a delay and parks those requeued too often. Returns the ids that failed. */
export async function requeue(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  const exhausted = entries.filter(({ message }) => requeueDelaySeconds(message, 0) === undefined);
  const again = entries.filter((entry) => !exhausted.includes(entry));
  const failed = await Promise.all([
    enqueueAgain(again, ports, (message) => {
      const deferred = { ...message, deferrals: message.deferrals + 1 };
      return queueMessage(deferred, requeueDelaySeconds(message, ports.jitter()));
    }),
    park(exhausted, ports),
  ]);
  return failed.flat();
}

/** Moves messages to the slow lane: they were queued before their receiver proved slow. */
export function changeLane(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  return enqueueAgain(entries, ports, (message) => queueMessage({ ...message, slow: true }));
}

async function enqueueAgain(
  entries: readonly Entry[],
  { deliveryQueue, log }: DeliverPorts,
  changed: (message: DeliveryMessage) => QueueMessage,
): Promise<string[]> {
  if (entries.length === 0) return [];
  try {
    const refused = await deliveryQueue.send(entries.map(({ message }) => changed(message)));
    return refused.flatMap((position) => entries[position]?.id ?? []);
  } catch (cause) {
    log('error', 'deliveries could not be put back', { count: entries.length, cause });
    return entries.map(({ id }) => id);
  }
}

/**
 * Parks one webhook's messages until it accepts deliveries. Writes the rows before the note that schedules the mover.
 * `isMoverScheduled`: the mover is already scheduled.
 */
export async function park(entries: readonly Entry[], ports: DeliverPorts, isMoverScheduled = false): Promise<string[]> {
  const [first] = entries;
  if (!first) return [];
  const { organizationId, webhookId } = first.message;
  const failed = await forEachMessage(entries, ports, async (message) => {
    await retryRefused(message, await ports.deliveries.park(message, ports.clock()), ports);
  });
  if (isMoverScheduled) return failed;
  try {
    await ports.circuitBreakers.noteParked(organizationId, webhookId, ports.clock());
    return failed;
  } catch (cause) {
    ports.log('error', 'parked deliveries could not be noted', { webhookId, cause });
    return entries.map(({ id }) => id);
  }
}

/** Ends deliveries that waited for a webhook disabled or deleted meanwhile. */
export function endDeliveries(entries: readonly Entry[], ports: DeliverPorts): Promise<string[]> {
  return forEachMessage(entries, ports, ({ deliveryId: id, ...message }) => endDelivery({ id, ...message }, ports));
}

export interface WaitingDelivery {
  organizationId: string;
  webhookId: number;
  id: string;
  eventId: string;
  domainId?: number | undefined;
  /** Absent: it is read, for the domain's timeline. */
  body?: string | undefined;
}

/**
 * Ends a delivery whose webhook is disabled or deleted. Returns false if it has no row (it then counts as missed and can be
 * replayed), has already ended, or has an attempt in progress.
 */
export async function endDelivery(delivery: WaitingDelivery, ports: SenderPorts): Promise<boolean> {
  const now = ports.clock();
  const isTold = delivery.domainId !== undefined;
  const body = delivery.body ?? (isTold ? (await ports.eventLog.find(delivery.eventId))?.body : undefined);
  const timeline = deliveryTimeline({ id: ports.newId('tl'), at: now.toISOString(), state: 'failed', body });
  return ports.deliveries.giveUp(delivery, 'webhook_disabled', now, timeline);
}
