import { randomInt } from 'node:crypto';

const STEPS = 1_000_000;

/** From 0 to 1, new each time: spreads what would happen at once. Ids and secrets have dice of their own (ids.gateway.ts). */
export function jitter(): number {
  return randomInt(STEPS) / STEPS;
}

/** Whole seconds below the spread: rolled once, and waited for by the state machine. */
export function jitterSeconds(spreadSeconds: number): number {
  return randomInt(spreadSeconds);
}
