import { DIAGNOSIS_CODES, type DiagnosisCode } from '../../../contract/api/error-codes.ts';
import type { QueueMessage } from '../../shared/aws/queue.gateway.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { TimelineEntry } from '../domains/timeline.store.ts';
import type { Delivery, DeliveryMessage } from './delivery.schema.ts';
import { deliveryId, isTest } from './delivery.ts';
import type { Webhook } from './webhook.schema.ts';

/**
 * A pending delivery whose message or sender is on its way is due in the table so long after its time: what is lost is made good for
 * then. So no delivery waits for something that never comes.
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

/** The attempt that a delivery waits for. Its body is read when it is made. A test asks whether its webhook answers: it is a probe. */
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

/** The webhooks that are told about an event: none where its domain asks for silence, and none that is disabled. */
export function subscribers(webhooks: readonly Webhook[], event: OutboxEvent): Webhook[] {
  return webhooks.filter((webhook) => webhook.status === 'active' && isSubscribed(webhook, event) && isSince(webhook, event));
}

/** The clocks of two Lambdas differ by less. */
const CLOCK_SKEW_SECONDS = 60;

/** A redrive tells nobody of what was before them. */
function isSince({ createdAt }: Webhook, event: OutboxEvent): boolean {
  return event.createdAt >= addSeconds(new Date(createdAt), -CLOCK_SKEW_SECONDS);
}

/** Whether an event is for a webhook while that is enabled. */
export function isSubscribed({ events }: Webhook, { event, notify }: OutboxEvent): boolean {
  return notify && (events.includes(event) || events.includes('*'));
}

interface End {
  id: string;
  at: string;
  state: 'succeeded' | 'failed';
  /** What was delivered, or was to be. */
  body: string | undefined;
}

/** The end of a delivery, for the timeline of the domain that its event is about. */
export function deliveryTimeline({ id, at, state, body }: End): TimelineEntry {
  return { id, at, what: `delivery.${state}`, code: diagnosisIn(body), actor: { type: 'service' } };
}

/** The diagnosis in the event itself: the domain may have moved on, and is not read for this. */
function diagnosisIn(body: string | undefined): DiagnosisCode {
  const code = parsed(body)?.data?.domain?.diagnosis?.code;
  return DIAGNOSIS_CODES.find((known) => known === code) ?? 'in_progress';
}

function parsed(body: string | undefined): { data?: { domain?: { diagnosis?: { code?: unknown } } } } | undefined {
  try {
    return JSON.parse(body ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
