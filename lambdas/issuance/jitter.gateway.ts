import { randomInt } from 'node:crypto';

const SPREAD_SECONDS = 30;

/** For those whom one minute refused: rolled once, and waited for by the state machine. */
export function jitterSeconds(): number {
  return randomInt(SPREAD_SECONDS);
}
