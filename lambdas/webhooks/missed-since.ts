import { oldestKept } from '../shared/outbox/outbox-retention.ts';
import type { Webhook } from './webhook.schema.ts';

/** What waited in the queue when the webhook was disabled was made up to so long before (SQS: the longest delay). */
const QUEUED_MS = 900_000;
/** In which somebody reads the answer and asks for a replay: events that are older than what is kept are refused there. */
const TIME_TO_ASK_MS = 3_600_000;

/**
 * From when on a webhook that is enabled again may lack events: while it was disabled, and while it failed before. Rather too early
 * than too late, because a replay leaves alone what has arrived.
 */
export function missedSince({ disabled, failingSince }: Webhook, now: Date): string | undefined {
  if (!disabled) return undefined;
  const first = failingSince !== undefined && failingSince < disabled.at ? failingSince : disabled.at;
  const since = Math.max(Date.parse(first) - QUEUED_MS, oldestKept(now).getTime() + TIME_TO_ASK_MS);
  return new Date(since).toISOString();
}
