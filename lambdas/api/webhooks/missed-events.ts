import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import type { LoggedEvent } from '../../model/events/event-log.schema.ts';
import { deliveryId, isSubscribed } from '../../model/webhooks/delivery.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { type OutboxEvent, oldestKept } from '../../shared/outbox/outbox.schema.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { ON_ITS_WAY_SECONDS } from './delivery-resource.schema.ts';

/** Events that were made at `since` or later, and at `until` at the latest. */
export interface Period {
  since: Date;
  until: Date;
}
export interface MissedEvents {
  missed: LoggedEvent[];
  /** The place in the event log up to which was looked; absent at its end. */
  next?: number;
}

/** So many events are looked through with one Query of the log. */
export const EVENTS_AT_ONCE = 100;
/** The part of a period in which a webhook can have missed something; without a period, of all that is kept. */
export function missablePeriod({ createdAt }: Webhook, now: Date, { since, until }: Partial<Period> = {}): Period {
  return {
    since: new Date(Math.max(new Date(createdAt).getTime(), oldestKept(now).getTime(), since?.getTime() ?? 0)),
    until: until ?? now,
  };
}

/**
 * Whether an event is for a webhook, by its present subscription and whatever its status. A delivery of it is missed if it has no
 * row.
 */
export function isForWebhook(event: OutboxEvent, webhook: Webhook, period: Period): boolean {
  const isWithin = event.createdAt >= period.since.toISOString() && event.createdAt <= period.until.toISOString();
  return isWithin && isSubscribed(webhook, event);
}

/**
 * Whether an event that has no delivery may be about to get its first: to call it missed would be wrong, to send it once more is
 * harmless. What is made while the webhook is disabled is sent nowhere.
 */
export function mayBeOnItsWay({ createdAt }: OutboxEvent, { disabled }: Webhook, now: Date): boolean {
  const isDisabledSince = disabled !== undefined && disabled.at <= createdAt;
  return !isDisabledSince && createdAt > addSeconds(now, -ON_ITS_WAY_SECONDS);
}

/** Looks through the next events of the log, oldest first. `behind`: where the last search ended. */
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

/** What waited in the queue when the webhook was disabled was made up to so long before. */
const QUEUED_MS = AWS_LIMITS.queueDelaySeconds.value * 1000;

/**
 * From when on a webhook that is enabled again may lack events: while it was disabled, and while it failed before. Rather too
 * early than too late, because a replay leaves alone what has arrived.
 */
export function missedSince({ disabled, failingSince }: Webhook, now: Date): string | undefined {
  if (!disabled) return undefined;
  const first = failingSince !== undefined && failingSince < disabled.at ? failingSince : disabled.at;
  const since = Math.max(Date.parse(first) - QUEUED_MS, oldestKept(now).getTime());
  return new Date(since).toISOString();
}
