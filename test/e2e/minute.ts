import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);

/**
 * Does what the limits count within one minute of the clock: again, where the minute ended meanwhile, as soon as another has room
 * for it.
 */
export async function withinAMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < 3; tries += 1) {
    const [begun, startedAt] = [minute(), performance.now()];
    const result = await work();
    if (minute() === begun) return result;
    const left = MINUTE_MS - (Date.now() % MINUTE_MS);
    if (left < performance.now() - startedAt) await sleep(left);
  }
  throw new Error('it takes longer than a minute');
}
