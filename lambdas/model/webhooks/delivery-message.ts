import type { QueueMessage } from '../../shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import type { Delivery, DeliveryMessage } from './delivery.schema.ts';
import { deliveryId, isTest } from './delivery.ts';

/**
 * A pending delivery with a message or a sender is due in the table this long after its time, in case either is lost. So no
 * delivery waits forever.
 */
export const REDELIVERY_SAFEGUARD_SECONDS = 600;

/** The first attempt to deliver an event to a webhook: the same message however often it is created. */
export function firstAttempt(event: OutboxEvent, webhookId: number): DeliveryMessage {
  const { organizationId, id: eventId, event: name, domainId, createdAt, body } = event;
  return {
    organizationId,
    webhookId,
    deliveryId: deliveryId(eventId, webhookId),
    eventId,
    event: name,
    ...(domainId !== undefined && { domainId }),
    createdAt,
    series: 1,
    attempt: 1,
    body,
    slow: false,
    deferrals: 0,
    probe: false,
  };
}

/**
 * The attempt that a delivery waits for. Its body is read when it is sent. A test is a probe, because it checks if its webhook
 * answers.
 */
export function nextAttempt(delivery: Delivery): DeliveryMessage {
  const { id, organizationId, webhookId, eventId, event, domainId, createdAt, series, attemptsMade } = delivery;
  return {
    organizationId,
    webhookId,
    deliveryId: id,
    eventId,
    event,
    createdAt,
    series,
    ...(domainId !== undefined && { domainId }),
    attempt: attemptsMade + 1,
    slow: false,
    deferrals: 0,
    probe: isTest(delivery),
  };
}

/** An attempt as an SQS message. Each webhook is a group of its own: one with many messages does not delay the others. */
export function queueMessage(message: DeliveryMessage, delaySeconds?: number): QueueMessage {
  return {
    body: JSON.stringify(message).replace(NOT_FOR_QUEUES, escapeCharacter),
    group: `${message.organizationId}#${message.webhookId}`,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(message.slow && { lane: 'slow' as const }),
  };
}

/**
 * SQS refuses characters that XML 1.0 cannot hold; JSON has escaped all of them but these.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const NOT_FOR_QUEUES = /[\uFFFE\uFFFF]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
