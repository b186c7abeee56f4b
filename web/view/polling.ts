import type { PublicView } from '../../lambdas/shared/contract/public/public-view.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** What a look takes before its result can be read. */
const LOOK_MS = 3 * SECOND;
/** How often the service looks where it does not say when. */
const UNKNOWN_MS = 5 * MINUTE;
/** While a certificate is made, every ten seconds, and after five minutes every minute. */
const ISSUING_MS = 10 * SECOND;
const ISSUING_BRIEFLY_MS = 5 * MINUTE;
const ISSUING_LONG_MS = MINUTE;
/** A look that is late is waited for in growing pauses. */
const LATE_MS = 30 * SECOND;
/** A timer that is set for days is set anew. */
const LONGEST_MS = 6 * HOUR;
const LONGEST_RETRY_MS = 5 * MINUTE;

/** Instants in milliseconds, by a server's clock: that of the browser may be wrong. */
export interface Moment {
  now: number;
  /** When DNS was seen to be right. */
  issuingSince: number;
}

/**
 * In how many milliseconds the page asks again; undefined: not by itself. All pages that show the same domain ask at the same moments,
 * so that the proxy, which keeps an answer for some seconds, asks once for all of them.
 */
export function nextAskIn({ dns_status, ssl_status, diagnosis }: PublicView, { now, issuingSince }: Moment): number | undefined {
  if (diagnosis.code === 'ok') return undefined;
  if (dns_status === 'validated' && ssl_status === 'pending') {
    return untilMultiple(now, now - issuingSince < ISSUING_BRIEFLY_MS ? ISSUING_MS : ISSUING_LONG_MS);
  }
  const lookAt = Date.parse(diagnosis.next_check_at ?? '');
  if (Number.isNaN(lookAt)) return untilMultiple(now, UNKNOWN_MS);
  const due = lookAt + LOOK_MS;
  return Math.min(due > now ? due - now : untilLate(now - due), LONGEST_MS);
}

/** In how many milliseconds it asks again after `failures` questions without an answer. */
export function retryIn(failures: number, retryAfterSeconds = 0): number {
  const backoff = Math.min(ISSUING_MS * 2 ** Math.max(failures - 1, 0), LONGEST_RETRY_MS);
  return Math.max(backoff, retryAfterSeconds * SECOND);
}

function untilMultiple(now: number, step: number): number {
  return step - (now % step);
}

/** At 30, 60, 120 and 240 seconds after it was due, then every five minutes. */
function untilLate(lateBy: number): number {
  let step = LATE_MS;
  while (step <= lateBy && step < UNKNOWN_MS) step *= 2;
  return step < UNKNOWN_MS ? step - lateBy : untilMultiple(lateBy, UNKNOWN_MS);
}
