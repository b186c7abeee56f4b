import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import { deliveryId, isSubscribed } from '../../model/webhooks/delivery.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { FIRST_DELIVERY_SECONDS } from './delivery-resource.schema.ts';

/** Events created from `since` through `until`, inclusive. */
export interface Period {
  since: Date;
  until: Date;
}
export interface MissedEvents {
  missed: LoggedEvent[];
  /** The log position up to which events were searched; absent at the end. */
  next?: number;
}

/** Events per Query of the log. */
export const EVENTS_AT_ONCE = 100;
/** The part of a period in which the webhook may have missed events. Without a period: the log's whole retention. */
export function missedPeriod({ createdAt }: Webhook, now: Date, { since, until }: Partial<Period> = {}): Period {
  return {
    since: new Date(Math.max(new Date(createdAt).getTime(), oldestKept(now).getTime(), since?.getTime() ?? 0)),
    until: until ?? now,
  };
}

/**
 * True when the webhook's current subscription covers the event, whatever its status. It is missed if the webhook has no delivery
 * row for it.
 */
export function isForWebhook(event: OutboxEvent, webhook: Webhook, period: Period): boolean {
  const isWithin = event.createdAt >= period.since.toISOString() && event.createdAt <= period.until.toISOString();
  return isWithin && isSubscribed(webhook, event);
}

/**
 * True when an event without a delivery may be about to get one. Calling it missed would be wrong, while sending it twice is
 * harmless. Events created while the webhook is disabled are not sent.
 */
export function mayStillBeDelivered({ createdAt }: OutboxEvent, { disabled }: Webhook, now: Date): boolean {
  const isDisabledSince = disabled !== undefined && disabled.at <= createdAt;
  return !isDisabledSince && createdAt > addSeconds(now, -FIRST_DELIVERY_SECONDS);
}

/** Searches the next events of the log, oldest first. `behind`: where the last search ended. */
export async function missedEvents(
  webhook: Webhook,
  period: Period,
  behind: number | undefined,
  now: Date,
  { eventLog, deliveryLists }: Pick<Rows, 'eventLog' | 'deliveryLists'>,
): Promise<MissedEvents> {
  if (period.since > period.until) return { missed: [] };
  const from = behind ?? (await eventLog.numberBefore(webhook.organizationId, period.since));
  const page = await eventLog.page(webhook.organizationId, from, EVENTS_AT_ONCE, now);
  const candidates = page.filter((event) => isForWebhook(event, webhook, period));
  const ids = candidates.map(({ id }) => deliveryId(id, webhook.id));
  const known = await deliveryLists.known(webhook, ids);
  const missed = candidates.filter(({ id }) => !known.has(deliveryId(id, webhook.id)));
  const last = page.at(-1);
  return { missed, ...(last && page.length === EVENTS_AT_ONCE && { next: last.number }) };
}

/** Events that waited in the queue when the webhook was disabled are up to this much older. */
const QUEUED_MS = AWS_LIMITS.queueDelaySeconds.value * 1000;

/**
 * The start of the period in which a re-enabled webhook may lack events: while it was disabled, and while it failed before. Too
 * early is harmless, because a replay skips delivered events.
 */
export function missedSince({ disabled, failingSince }: Webhook, now: Date): string | undefined {
  if (!disabled) return undefined;
  const first = failingSince !== undefined && failingSince < disabled.at ? failingSince : disabled.at;
  const since = Math.max(Date.parse(first) - QUEUED_MS, oldestKept(now).getTime());
  return new Date(since).toISOString();
}
