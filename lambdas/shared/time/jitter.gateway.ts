import { randomInt } from 'node:crypto';

const STEPS = 1_000_000;

/** From 0 to 1, new each time: spreads what would happen at once. Ids and secrets have dice of their own (ids.gateway.ts). */
export function jitter(): number {
  return randomInt(STEPS) / STEPS;
}
