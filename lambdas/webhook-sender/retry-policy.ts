import { retryAfterSeconds } from '../../contract/http/retry-after.ts';
import type { Attempt, Delivery, DeliveryFailure, DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { AttemptChanges } from '../model/webhooks/delivery.store.ts';
import { REDELIVERY_SAFEGUARD_SECONDS } from '../model/webhooks/delivery-message.ts';
import type { PostResult } from '../shared/net/http-post.gateway.ts';
import { dueDeliveriesOf } from '../shared/table/keys.ts';
import { addSeconds, secondsFrom } from '../shared/time/instant.ts';

export type AttemptOutcome =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: DeliveryFailure }
  | { state: 'pending'; nextAttemptAt: string };

/**
 * Decides if and when a delivery is retried. `attemptDelaysSeconds`: the pauses before the second attempt, the third and so on;
 * none after the last. `attempt`: number in its series, from 1. `now`: the end of the attempt. `jitter`: from 0 to 1, drawn once;
 * it varies the pause by a tenth, so that deliveries that failed together are not retried in step. A refused address is retried,
 * because its DNS may be corrected.
 */
export function attemptOutcome(
  result: PostResult,
  attempt: number,
  { attemptDelaysSeconds }: { attemptDelaysSeconds: readonly number[] },
  now: Date,
  jitter: number,
): AttemptOutcome {
  const final = result.kind === 'answer' ? finalOutcome(result.status) : undefined;
  if (final) return final;
  const pauseSeconds = attemptDelaysSeconds[attempt - 1];
  if (pauseSeconds === undefined) return { state: 'failed', failure: 'attempts_exhausted' };
  const isOverloaded = result.kind === 'answer' && result.status === 503;
  const wantedSeconds = isOverloaded ? retryAfterSeconds(result.retryAfter, now.getTime()) : undefined;
  const seconds = Math.max(pauseSeconds * (0.9 + 0.2 * jitter), wantedSeconds ?? 0);
  return { state: 'pending', nextAttemptAt: addSeconds(now, seconds) };
}

/** 429 is final like every 4xx (specification, section 6). Redirects are never followed, because they could lead anywhere. */
function finalOutcome(status: number): AttemptOutcome | undefined {
  if (status >= 200 && status < 300) return { state: 'succeeded' };
  if (status >= 100 && status < 400) return { state: 'failed', failure: 'redirected' };
  if (status === 410) return { state: 'failed', failure: 'gone' };
  if (status >= 400 && status < 500) return { state: 'failed', failure: 'refused' };
  return undefined;
}

/** Three series of eight. */
const LOGGED_ATTEMPTS = 24;

/**
 * The row after an attempt. `endedAt`: if the next attempt is due later than `longestQueueDelaySeconds` after it, the row itself
 * becomes due. A sooner one waits in the queue, and its row is due in case the message is lost.
 */
export function attemptChanges(
  { attempts, attemptsMade, webhookId }: Delivery,
  attempt: Attempt,
  outcome: AttemptOutcome,
  endedAt: Date,
  { longestQueueDelaySeconds }: { longestQueueDelaySeconds: number },
): AttemptChanges {
  const made = { ...outcome, attemptsMade: attemptsMade + 1, attempts: [...attempts, attempt].slice(-LOGGED_ATTEMPTS) };
  if (outcome.state !== 'pending') return made;
  const { nextAttemptAt } = outcome;
  const isSoon = secondsFrom(endedAt, nextAttemptAt) <= longestQueueDelaySeconds;
  const stepDueAt = isSoon ? addSeconds(new Date(nextAttemptAt), REDELIVERY_SAFEGUARD_SECONDS) : nextAttemptAt;
  return { ...made, duePk: dueDeliveriesOf(webhookId), stepDueAt };
}

/** True when the next attempt needs a queue message; otherwise the mover finds the row when it is due. */
export function needsQueueMessage({
  state,
  nextAttemptAt,
  stepDueAt,
}: Pick<AttemptChanges, 'state' | 'nextAttemptAt' | 'stepDueAt'>): boolean {
  return state === 'pending' && nextAttemptAt !== undefined && stepDueAt !== nextAttemptAt;
}

/** The reaction to a message whose claim the delivery's row refuses. */
export type RefusedClaimRetry =
  /** The attempt was made, or waits elsewhere. */
  | { kind: 'drop' }
  /** Queue the attempt again for this time, in case it is still open then. */
  | { kind: 'queue'; attempt: number; dueAt: string };

/**
 * The queue delivers at least once, and a sender may die at any point. A claimed attempt is checked again when its claim expires,
 * as the holder may be dead. A recorded attempt without a waiting next one has lost its message.
 */
export function refusedClaimRetry(message: DeliveryMessage, found: Delivery, now: Date): RefusedClaimRetry {
  if (found.state !== 'pending' || found.series !== message.series) return { kind: 'drop' };
  const next = found.attemptsMade + 1;
  if (found.claimedUntil !== undefined && found.claimedUntil >= now.toISOString()) {
    return next === message.attempt
      ? { kind: 'queue', attempt: next, dueAt: addSeconds(new Date(found.claimedUntil), 1) }
      : { kind: 'drop' };
  }
  if (found.duePk !== undefined && !needsQueueMessage(found)) return { kind: 'drop' };
  return { kind: 'queue', attempt: next, dueAt: found.nextAttemptAt ?? now.toISOString() };
}

/**
 * 1, 2, 4, 8, 16 and 32 s: in a minute a host accepts 3,000. Messages still without room are parked, so that the queue holds only
 * moving ones.
 */
const MAX_DEFERRALS = 6;

/** The wait of a message whose webhook or host is busy; undefined after too many. `jitter` from 0 to 1. */
export function requeueDelaySeconds({ deferrals }: DeliveryMessage, jitter: number): number | undefined {
  if (deferrals >= MAX_DEFERRALS) return undefined;
  return Math.max(1, Math.round(2 ** deferrals * (0.75 + jitter / 2)));
}
