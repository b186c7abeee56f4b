import type { Attempt, Delivery } from '../model/webhooks/delivery.schema.ts';
import type { AfterAttempt } from '../model/webhooks/delivery.store.ts';
import { INSURANCE_SECONDS } from '../model/webhooks/delivery-insurance.ts';
import type { PostResult } from '../shared/net/http-post.gateway.ts';
import { replyText } from '../shared/net/reply-text.ts';
import { dueDeliveriesOf } from '../shared/table/keys.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { AttemptOutcome } from './retry-policy.ts';

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
    ...(reply !== '' && { reply: replyText(Buffer.from(reply), MAX_REPLY_BYTES) }),
  };
}

/**
 * `endedAt`: a next attempt that is due later than `longestQueueDelaySeconds` from then is a due row, a sooner one waits in the queue, and
 * its row is due in case its message is lost.
 */
export function afterAttempt(
  { attempts, attemptsMade, webhookId }: Delivery,
  attempt: Attempt,
  outcome: AttemptOutcome,
  endedAt: Date,
  { longestQueueDelaySeconds }: { longestQueueDelaySeconds: number },
): AfterAttempt {
  const made = { ...outcome, attemptsMade: attemptsMade + 1, attempts: [...attempts, attempt].slice(-KEPT_ATTEMPTS) };
  if (outcome.state !== 'pending') return made;
  const { nextAttemptAt } = outcome;
  const isSoon = secondsFrom(endedAt, nextAttemptAt) <= longestQueueDelaySeconds;
  const stepDueAt = isSoon ? addSeconds(new Date(nextAttemptAt), INSURANCE_SECONDS) : nextAttemptAt;
  return { ...made, duePk: dueDeliveriesOf(webhookId), stepDueAt };
}

/** Whether a message has to be in the queue for the next attempt; else the mover finds the row when its time has come. */
export function needsMessage({
  state,
  nextAttemptAt,
  stepDueAt,
}: Pick<AfterAttempt, 'state' | 'nextAttemptAt' | 'stepDueAt'>): boolean {
  return state === 'pending' && nextAttemptAt !== undefined && stepDueAt !== nextAttemptAt;
}

/** Whole seconds, at least 0, as the queue takes them. */
export function secondsFrom(now: Date, instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}
