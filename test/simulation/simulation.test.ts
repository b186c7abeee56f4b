import { describe, expect, it } from 'vitest';
import { playWorld } from './play.ts';

/** A fixed set of small, different worlds for every test run; `npm run prove -- seeds` plays new ones. */
const SEEDS = [5, 29, 32];
const small = { names: 2, days: 2 };

describe('the service in a simulated world', () => {
  it.each(SEEDS)('violates nothing from seed %i', async (seed) => {
    const { violations, calls } = await playWorld({ ...small, seed });
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThan(300);
  });

  it('violates nothing while it is updated from the last release, goes back to it, and is updated again', async () => {
    const { violations, story } = await playWorld({ ...small, seed: 69, isTold: true });
    expect(violations).toEqual([]);
    const deployed = story.flatMap((line) => line.match(/an operator deploys (.*)/)?.[1] ?? []);
    expect(deployed).toEqual(['this release', 'the last release again', 'this release again']);
  });

  it('finds it when the version of a domain guards no write', async () => {
    let found = 0;
    for (let seed = 1; found === 0 && seed < 20; seed += 1)
      found = (await playWorld({ seed, names: 3, days: 1, withoutGuard: 'the version of a domain' })).violations.length;
    expect(found).toBeGreaterThan(0);
  });

  it('is the same from the same seed', async () => {
    const [one, other] = [
      await playWorld({ ...small, seed: 3, isTold: true }),
      await playWorld({ ...small, seed: 3, isTold: true }),
    ];
    expect(one.story).toEqual(other.story);
    expect(one.fingerprint).toBe(other.fingerprint);
    expect((await playWorld({ ...small, seed: 4 })).fingerprint).not.toBe(one.fingerprint);
  });
});
