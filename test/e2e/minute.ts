import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const minute = () => Math.floor(Date.now() / MINUTE_MS);

/** Does what the limits count within one minute of the clock: again, from the beginning of the next, where the minute ended meanwhile. */
export async function withinAMinute<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; tries < 3; tries += 1) {
    const begun = minute();
    const result = await work();
    if (minute() === begun) return result;
    await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  }
  throw new Error('it takes longer than a minute');
}
