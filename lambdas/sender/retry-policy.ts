import type { DeliveryFailure } from '../model/webhooks/delivery.schema.ts';
import { retryAfterSeconds } from '../shared/http/retry-after.ts';
import type { PostResult } from '../shared/net/http-post.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';

/** What an attempt makes of its delivery. */
export type AttemptOutcome =
  | { state: 'succeeded' }
  | { state: 'failed'; failure: DeliveryFailure }
  | { state: 'pending'; nextAttemptAt: string };

interface RetryPolicy {
  /** Pauses before the second attempt, the third and so on; after the last there is none. */
  attemptDelaysSeconds: readonly number[];
}

/**
 * `attempt`: of its series, from 1. `now`: when it ended. `jitter`: from 0 to 1, rolled once: the pause is a tenth more or less,
 * so that what failed together does not come again together. An address that is refused is retried: DNS may be mended.
 */
export function attemptOutcome(
  result: PostResult,
  attempt: number,
  { attemptDelaysSeconds }: RetryPolicy,
  now: Date,
  jitter: number,
): AttemptOutcome {
  const final = result.kind === 'answer' ? finalOutcome(result.status) : undefined;
  if (final) return final;
  const pauseSeconds = attemptDelaysSeconds[attempt - 1];
  if (pauseSeconds === undefined) return { state: 'failed', failure: 'attempts_exhausted' };
  const askedSeconds = result.kind === 'answer' && result.status === 503 ? retryAfterSeconds(result.retryAfter, now) : undefined;
  const seconds = Math.max(pauseSeconds * (0.9 + 0.2 * jitter), askedSeconds ?? 0);
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
