import type { QueueMessage } from '../shared/queue.gateway.ts';
import type { DeliveryMessage } from './delivery-message.schema.ts';

/** An attempt as the queue takes it. Each webhook is a group of its own: one with many messages does not hold up the others. */
export function queueMessage(message: DeliveryMessage, delaySeconds?: number): QueueMessage {
  return {
    body: JSON.stringify(message),
    group: `${message.organizationId}#${message.webhookId}`,
    ...(delaySeconds !== undefined && { delaySeconds }),
  };
}
