import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Now. Handed to whoever needs it, so that a test says what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

const STEPS = 1_000_000;

/**
 * From 0 to 1, new each time: spreads what would happen at once. Ids and secrets have a random source of their own
 * (ids.gateway.ts).
 */
export function jitter(): number {
  return randomInt(STEPS) / STEPS;
}

/** Lets another's transaction end, before one's own is tried again: `briefPause`. */
export type Pause = () => Promise<void>;

/** So many milliseconds. */
export async function pauseFor(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

/** 20 to 100 ms: the time in which another's transaction ends, different for each who lost to it. */
export async function briefPause(): Promise<void> {
  await sleep(20 + 80 * jitter());
}

/** A brief pause after the first lost race, and twice as long after each further one. */
export async function pauseAfterLostRace(lost: number): Promise<void> {
  await sleep(lostRaceMs(lost, jitter()));
}

/** Milliseconds after so many lost races. `random`: from 0 to 1. */
export function lostRaceMs(lost: number, random: number): number {
  return (20 + 80 * random) * 2 ** (lost - 1);
}
