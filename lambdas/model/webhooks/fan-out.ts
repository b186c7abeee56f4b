import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds as later } from '../../shared/time/instant.ts';
import { deliveryId } from './delivery-id.ts';
import type { DeliveryMessage } from './delivery-message.schema.ts';
import type { Webhook } from './webhook.schema.ts';

/** The webhooks that are told about an event: none where its domain asks for silence, and none that is disabled. */
export function subscribers(webhooks: readonly Webhook[], event: OutboxEvent): Webhook[] {
  return webhooks.filter((webhook) => webhook.status === 'active' && isSubscribed(webhook, event) && isSince(webhook, event));
}

/** The clocks of two Lambdas differ by less. */
const CLOCK_SKEW_SECONDS = 60;

/** A redrive tells nobody of what was before them. */
function isSince({ createdAt }: Webhook, event: OutboxEvent): boolean {
  return event.createdAt >= later(new Date(createdAt), -CLOCK_SKEW_SECONDS);
}

/** Whether an event is for a webhook while that is enabled. */
export function isSubscribed({ events }: Webhook, { event, notify }: OutboxEvent): boolean {
  return notify && (events.includes(event) || events.includes('*'));
}

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
