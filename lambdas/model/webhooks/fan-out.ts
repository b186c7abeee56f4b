import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Webhook } from './webhook.schema.ts';

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
