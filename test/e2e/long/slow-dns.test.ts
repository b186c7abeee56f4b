import { expect, it } from 'vitest';
import { validateBesideSilence } from '../../bench/slow-dns/slow-dns-load.ts';
import { connection, dns, stateDir } from '../cloud.ts';

/** Without fairness these would block the DNS checks for more than two minutes; the bench uses 200. */
const NAMES = 80;
/** Tolerance for a validation on a busy machine. */
const NOISE_MS = 20_000;

it('an organization whose names are all in a silent zone does not delay the first validation of another’s name', async () => {
  const { alone, first, beside, judged } = await validateBesideSilence({
    baseUrl: connection.base_url,
    stateDir,
    dns,
    names: NAMES,
    rounds: 3,
  });
  expect(first).toBeLessThan(2 * NOISE_MS);
  expect(Math.max(...beside)).toBeLessThan(Math.max(2 * Math.max(...alone), NOISE_MS));
  expect(judged).toBe(0);
});
