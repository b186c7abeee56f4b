import { randomInt } from 'node:crypto';

/** Whole seconds below the spread: rolled once, and waited for by the state machine. */
export function jitterSeconds(spreadSeconds: number): number {
  return randomInt(spreadSeconds);
}
