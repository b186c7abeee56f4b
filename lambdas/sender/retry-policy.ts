import { retryAfterSeconds } from '../../contract/http/retry-after.ts';
import type { Attempt, Delivery, DeliveryFailure, DeliveryMessage } from '../model/webhooks/delivery.schema.ts';
import type { AttemptChanges } from '../model/webhooks/delivery.store.ts';
import { REDELIVERY_SAFEGUARD_SECONDS } from '../model/webhooks/delivery-message.ts';
import type { PostResult } from '../shared/net/http-post.gateway.ts';
import { dueDeliveriesOf } from '../shared/table/keys.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** What an attempt makes of its delivery. */
export type AttemptOutcome =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: DeliveryFailure }
  | { state: 'pending'; nextAttemptAt: string };

/**
 * Whether a delivery is sent again, and when. `attemptDelaysSeconds`: pauses before the second attempt, the third and so on;
 * after the last there is none. `attempt`: of its series, from 1. `now`: when it ended. `jitter`: from 0 to 1, drawn once: the
 * pause is a tenth more or less, so that what failed together does not come again together. An address that is refused is
 * retried: DNS may be mended.
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

/** 429 is final as every 4xx (specification, section 6); a redirect is never followed: it could lead anywhere. */
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
 * What the row says from then on. `endedAt`: a next attempt that is due later than `longestQueueDelaySeconds` from then is a due
 * row, a sooner one waits in the queue, and its row is due in case its message is lost.
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

/** Whether a message has to be in the queue for the next attempt; else the mover finds the row when its time has come. */
export function needsMessage({
  state,
  nextAttemptAt,
  stepDueAt,
}: Pick<AttemptChanges, 'state' | 'nextAttemptAt' | 'stepDueAt'>): boolean {
  return state === 'pending' && nextAttemptAt !== undefined && stepDueAt !== nextAttemptAt;
}

/** Whole seconds, at least 0, as the queue takes them. */
export function secondsFrom(now: Date, instant: string): number {
  return Math.max(0, Math.ceil((Date.parse(instant) - now.getTime()) / 1000));
}

/** What is done with a message whose attempt its delivery's row refuses. */
export type RefusedClaimRetry =
  /** It was done, or is waiting elsewhere. */
  | { kind: 'drop' }
  /** Its attempt is to be made then, if it was not by that time. */
  | { kind: 'queue'; attempt: number; dueAt: string };

/**
 * The queue delivers at least once, and a sender may die at any point. An attempt that is under way is looked at again when its
 * claim has ended: who holds it may be dead. One that was recorded, while the next waits nowhere: its message was lost.
 */
export function refusedClaimRetry(message: DeliveryMessage, found: Delivery, now: Date): RefusedClaimRetry {
  if (found.state !== 'pending' || found.series !== message.series) return { kind: 'drop' };
  const next = found.attemptsMade + 1;
  if (found.claimedUntil !== undefined && found.claimedUntil >= now.toISOString()) {
    return next === message.attempt
      ? { kind: 'queue', attempt: next, dueAt: addSeconds(new Date(found.claimedUntil), 1) }
      : { kind: 'drop' };
  }
  if (found.duePk !== undefined && !needsMessage(found)) return { kind: 'drop' };
  return { kind: 'queue', attempt: next, dueAt: found.nextAttemptAt ?? now.toISOString() };
}

/**
 * 1, 2, 4, 8, 16 and 32 s: in a minute a host takes 3,000. What finds no room then is parked, so that the queue holds only what
 * moves.
 */
const MOST_DEFERRALS = 6;

/** How long a message waits whose webhook or host has enough to do; undefined if it came often enough. `jitter` from 0 to 1. */
export function requeueDelaySeconds({ deferrals }: DeliveryMessage, jitter: number): number | undefined {
  if (deferrals >= MOST_DEFERRALS) return undefined;
  return Math.max(1, Math.round(2 ** deferrals * (0.75 + jitter / 2)));
}
