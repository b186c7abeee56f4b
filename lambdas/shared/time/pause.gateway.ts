import { setTimeout as sleep } from 'node:timers/promises';
import { jitter } from './jitter.gateway.ts';

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
  await sleep((20 + 80 * jitter()) * 2 ** (lost - 1));
}
