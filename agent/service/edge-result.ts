/** Result of a request to the service. Only `answered` contains an answer to act on. */
export type EdgeResult<T> =
  | { kind: 'answered'; body: T }
  /** The signature or token was refused: revoked, used up, or a clock more than a minute off. */
  | { kind: 'refused'; serviceTime?: string }
  | { kind: 'unavailable'; reason: string; retryAfterSeconds?: number; isFinal?: true };

export type Contact = 'none' | 'ok' | 'refused' | 'unavailable';

const FIRST_WAIT_SECONDS = 2;
const MAX_WAIT_SECONDS = 60;
/** A longer Retry-After is treated as a mistake. */
const MAX_RETRY_AFTER_SECONDS = 3600;
/** A refused machine keeps polling, in case its clock or a mistake is corrected. */
const REFUSED_WAIT_SECONDS = 300;
const REFUSED_SPREAD_SECONDS = 120;

/** Wait after `failures` in a row (from 1): 2, 4, 8 … 60 s, scaled by half to one and a half. `jitter` is from 0 to 1. */
export function waitAfterFailure(failures: number, retryAfterSeconds: number | undefined, jitter: number): number {
  const backOff = Math.min(MAX_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** Math.min(failures - 1, 10));
  const retryAfter = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS);
  return Math.max(retryAfter, backOff * (0.5 + jitter));
}

export function waitAfterRefusal(jitter: number): number {
  return REFUSED_WAIT_SECONDS + (jitter - 0.5) * REFUSED_SPREAD_SECONDS;
}
