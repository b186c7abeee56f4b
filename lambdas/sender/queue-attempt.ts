import type { Claim } from '../model/webhooks/delivery.store.ts';
import type { DeliveryMessage } from '../model/webhooks/delivery-message.schema.ts';
import { queueMessage } from '../model/webhooks/delivery-message.ts';
import { secondsFrom } from './after-attempt.ts';
import { refusedClaim } from './refused-claim.ts';
import type { DeliverPorts } from './sender-ports.ts';

/** SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const LONGEST_DELAY_SECONDS = 900;

type QueuePorts = Pick<DeliverPorts, 'queue' | 'clock'>;

/** Queues what a refused claim asks for. Throws if the queue does not take it: then the message itself comes again. */
export async function settleRefused(message: DeliveryMessage, claim: Claim, ports: QueuePorts): Promise<void> {
  if (claim.kind === 'claimed') return;
  const next = refusedClaim(message, claim.found, ports.clock());
  if (next.kind === 'queue') await queueAttempt({ ...message, attempt: next.attempt }, next.dueAt, ports);
}

/** Queues an attempt for its time, at most 15 minutes ahead. Throws if the queue does not take it. */
export async function queueAttempt(message: DeliveryMessage, dueAt: string, { queue, clock }: QueuePorts): Promise<void> {
  const delaySeconds = Math.min(secondsFrom(clock(), dueAt), LONGEST_DELAY_SECONDS);
  const refused = await queue.send([queueMessage({ ...message, deferrals: 0 }, delaySeconds)]);
  if (refused.length > 0) throw new Error('the queue did not take the next attempt');
}
