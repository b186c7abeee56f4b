import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** Now. It is injected, so that a test sets the time. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

const STEPS = 1_000_000;

/** From 0 to 1, new each time: spreads simultaneous work. Ids and secrets have their own random source (ids.gateway.ts). */
export function jitter(): number {
  return randomInt(STEPS) / STEPS;
}

/** Waits for another transaction to end before a retry: `briefPause`. */
export type Pause = () => Promise<void>;

export async function pauseFor(milliseconds: number): Promise<void> {
  await sleep(milliseconds);
}

/** 20 to 100 ms: enough for another transaction to end, and different for each loser. */
export async function briefPause(): Promise<void> {
  await sleep(20 + 80 * jitter());
}

/** A brief pause after the first lost race, doubled after each further one. */
export async function pauseAfterLostRace(lost: number): Promise<void> {
  await sleep(lostRaceMs(lost, jitter()));
}

/** Milliseconds after this many lost races. `random`: from 0 to 1. */
export function lostRaceMs(lost: number, random: number): number {
  return (20 + 80 * random) * 2 ** (lost - 1);
}
