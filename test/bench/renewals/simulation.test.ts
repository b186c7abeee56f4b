/** @module-tag slow */

import { expect, it } from 'vitest';
import { YEAR } from './inputs.ts';
import { promises, report } from './report.ts';
import { simulate } from './simulation.ts';

/** As the whole year, with fewer domains: each stands for 100. */
const SMALL = { ...YEAR, domains: 100_000, simulated: 1_000, ordersPerMinute: 6 };

/** Some ten seconds of computing: a busy machine takes several times that. */
const COMPUTING_MS = 180_000;

it(
  'a year of renewals with outages, a mass revocation and broken names lets nothing expire, and keeps to the budget',
  async () => {
    const world = await simulate(SMALL);
    expect(promises(world, 0).filter(([, isHeld]) => !isHeld)).toEqual([]);
    const { expiries, counted, happened } = world.tally;
    expect(expiries.customer).toBeGreaterThan(0);
    expect(counted.renewals).toBeGreaterThan(6 * SMALL.domains);
    for (const what of ['certificate.revoked', 'certificate.renewal_paused', 'domain.dns_restored', 'certificate.renewal_failed'])
      expect(happened[what], what).toBeGreaterThan(0);
    expect(report(world)).toContain('Orders a minute (--orders-per-minute): 6.');
  },
  COMPUTING_MS,
);

it(
  'a year of renewals with too few orders a minute is seen to let certificates expire',
  async () => {
    const tooMany = { domains: 1_000_000, simulated: 200, ordersPerMinute: 1, days: 45, scan: { everyMinutes: 60 } };
    const { tally } = await simulate({ ...SMALL, ...tooMany });
    expect(tally.expiries.service).toBeGreaterThan(0);
  },
  COMPUTING_MS,
);
