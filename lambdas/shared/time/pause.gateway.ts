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
