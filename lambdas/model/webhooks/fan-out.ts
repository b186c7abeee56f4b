import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Webhook } from './webhook.schema.ts';

/** The webhooks that are told about an event: none where its domain asks for silence, and none that is disabled or was when it happened. */
export function subscribers(webhooks: readonly Webhook[], event: OutboxEvent): Webhook[] {
  return webhooks.filter(
    (webhook) =>
      webhook.status === 'active' && isSubscribed(webhook, event) && isSince(webhook, event) && !isMissed(webhook, event),
  );
}

/** The clocks of two Lambdas differ by less; and a call commits at most 28 s after the instant that its event bears. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * The relay may come to an event when the webhook that missed it is enabled again. What bears an instant just before that may have been
 * committed after it, when a replay has looked already: it is sent, and a replay sends the same delivery.
 */
function isMissed({ lastPause }: Webhook, { createdAt }: OutboxEvent): boolean {
  if (lastPause === undefined) return false;
  const { from, until } = lastPause;
  return createdAt >= from && createdAt < addSeconds(new Date(until), -CLOCK_SKEW_SECONDS);
}

/** A redrive tells nobody of what was before them. */
function isSince({ createdAt }: Webhook, event: OutboxEvent): boolean {
  return event.createdAt >= addSeconds(new Date(createdAt), -CLOCK_SKEW_SECONDS);
}

/** Whether an event is for a webhook while that is enabled. */
export function isSubscribed({ events }: Webhook, { event, notify }: OutboxEvent): boolean {
  return notify && (events.includes(event) || events.includes('*'));
}
