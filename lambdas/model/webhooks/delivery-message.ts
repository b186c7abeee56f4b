import type { QueueMessage } from '../../shared/aws/queue.gateway.ts';
import type { DeliveryMessage } from './delivery-message.schema.ts';

/** An attempt as the queue takes it. Each webhook is a group of its own: one with many messages does not hold up the others. */
export function queueMessage(message: DeliveryMessage, delaySeconds?: number): QueueMessage {
  return {
    body: JSON.stringify(message).replace(NOT_FOR_QUEUES, escaped),
    group: `${message.organizationId}#${message.webhookId}`,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(message.slow && { lane: 'slow' as const }),
  };
}

/** SQS refuses what XML 1.0 cannot hold; JSON has escaped all of it but these. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const NOT_FOR_QUEUES = /[\uFFFE\uFFFF]/g;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
