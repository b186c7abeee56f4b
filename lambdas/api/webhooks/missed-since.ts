import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { AWS_LIMITS } from '../../shared/contract/aws-limits.ts';
import { oldestKept } from '../../shared/outbox/outbox-retention.ts';

/** What waited in the queue when the webhook was disabled was made up to so long before. */
const QUEUED_MS = AWS_LIMITS.queueDelaySeconds.value * 1000;

/**
 * From when on a webhook that is enabled again may lack events: while it was disabled, and while it failed before. Rather too early
 * than too late, because a replay leaves alone what has arrived.
 */
export function missedSince({ disabled, failingSince }: Webhook, now: Date): string | undefined {
  if (!disabled) return undefined;
  const first = failingSince !== undefined && failingSince < disabled.at ? failingSince : disabled.at;
  const since = Math.max(Date.parse(first) - QUEUED_MS, oldestKept(now).getTime());
  return new Date(since).toISOString();
}
