import { describe, expect, it } from 'vitest';
import { playWorld } from './play.ts';

/** A fixed set, for every run of the tests; `npm run simulate` plays new ones. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];
const small = { names: 2, days: 2 };

describe('the service in a simulated world', () => {
  it.each(SEEDS)('violates nothing from seed %i', async (seed) => {
    const { violations, calls } = await playWorld({ ...small, seed });
    expect(violations).toEqual([]);
    expect(calls).toBeGreaterThan(300);
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
