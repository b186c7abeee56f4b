import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);

/**
 * Runs `work`, which rate limits count, within one minute of the clock. Repeats it in a later minute if the minute ended
 * meanwhile.
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
