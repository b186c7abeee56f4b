import { randomInt } from 'node:crypto';

const STEPS = 1_000_000;

/** From 0 to 1, new each time: spreads what would happen at once. */
export function roll(): number {
  return randomInt(STEPS) / STEPS;
}
