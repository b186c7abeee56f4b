import type { PostResult } from '../shared/net/post.gateway.ts';
import { DUE_SHARDS, dueDeliveriesPartition, shardOf } from '../shared/table/keys.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { Attempt, Delivery } from './delivery.schema.ts';
import type { AfterAttempt } from './delivery.store.ts';

/** Three series of eight. */
const KEPT_ATTEMPTS = 24;
export const MAX_REPLY_BYTES = 1_024;

/** An attempt as the log of deliveries has it: the first KiB of the answer, or why there was none. */
export function attemptOf(result: PostResult, at: Date): Attempt {
  const milliseconds = Math.round(result.milliseconds);
  const reply = result.kind === 'answer' ? result.reply : result.reason;
  return {
    at: at.toISOString(),
    milliseconds,
    ...(result.kind === 'answer' ? { status: result.status } : { error: result.error }),
    ...(reply !== '' && { reply: firstBytes(reply, MAX_REPLY_BYTES) }),
  };
}

/** `endedAt`: a next attempt that is due later than `longestQueueDelaySeconds` from then is a due row, a sooner one waits in the queue. */
export function afterAttempt(
  { attempts, attemptsMade, webhookId }: Delivery,
  attempt: Attempt,
  outcome: AttemptOutcome,
  endedAt: Date,
  { longestQueueDelaySeconds }: { longestQueueDelaySeconds: number },
): AfterAttempt {
  const made = { ...outcome, attemptsMade: attemptsMade + 1, attempts: [...attempts, attempt].slice(-KEPT_ATTEMPTS) };
  if (outcome.state !== 'pending' || secondsFrom(endedAt, outcome.nextAttemptAt) <= longestQueueDelaySeconds) return made;
  const duePk = dueDeliveriesPartition(shardOf(webhookId, DUE_SHARDS));
  return { ...made, duePk, stepDueAt: outcome.nextAttemptAt };
}

/** Whole seconds, at least 0, as the queue takes them. */
export function secondsFrom(now: Date, instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/** Never half a character. */
function firstBytes(text: string, most: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= most) return text;
  return new TextDecoder().decode(bytes.subarray(0, most)).replace(/\uFFFD$/u, '');
}
