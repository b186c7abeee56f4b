import type { QueueMessage } from '../../shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import type { Delivery, DeliveryMessage } from './delivery.schema.ts';
import { deliveryId, isTest } from './delivery.ts';

/**
 * A pending delivery whose message or sender is on its way is due in the table so long after its time: what is lost is made good
 * for then. So no delivery waits for something that never comes.
 */
export const REDELIVERY_SAFEGUARD_SECONDS = 600;

/** The first attempt of an event's delivery to a webhook: the same message however often it is made. */
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
 * The attempt that a delivery waits for. Its body is read when it is made. A test asks whether its webhook answers: it is a
 * probe.
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

/** An attempt as the queue takes it. Each webhook is a group of its own: one with many messages does not hold up the others. */
export function queueMessage(message: DeliveryMessage, delaySeconds?: number): QueueMessage {
  return {
    body: JSON.stringify(message).replace(NOT_FOR_QUEUES, escapeCharacter),
    group: `${message.organizationId}#${message.webhookId}`,
    ...(delaySeconds !== undefined && { delaySeconds }),
    ...(message.slow && { lane: 'slow' as const }),
  };
}

/**
 * SQS refuses what XML 1.0 cannot hold; JSON has escaped all of it but these.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
const NOT_FOR_QUEUES = /[\uFFFE\uFFFF]/g;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
