/** @module-tag slow */

import { expect, it } from 'vitest';
import type { Measurement } from '../driver/measurement.ts';
import { DAYS_OF_100_MILLION, SHORT_WORST_DAYS, SHORT_YEAR } from './inputs.ts';
import { promises, promisesOfShards, promisesOfWorstDays, report, reportOfWorstDays } from './report.ts';
import { simulate } from './simulation.ts';
import { bunched, evenly, promisesOfZone, writeProofs } from './zone-writes.ts';

/** A year takes 20 to 40 seconds of CPU time. */
const YEAR_TIMEOUT_MS = 240_000;

const missed = (measurements: Measurement[]) => measurements.filter(({ isHeld }) => isHeld === false);

it(
  'a year of renewals with outages, a mass revocation and broken names lets nothing expire, and keeps to the budget',
  async () => {
    const world = await simulate(SHORT_YEAR);
    expect(missed(promises(world))).toEqual([]);
    const { expiries, counted, happened } = world.tally;
    expect(expiries.customer).toBeGreaterThan(0);
    expect(counted.renewals).toBeGreaterThan(6 * SHORT_YEAR.domains);
    for (const what of ['certificate.revoked', 'certificate.renewal_paused', 'domain.dns_restored', 'certificate.renewal_failed'])
      expect(happened[what], what).toBeGreaterThan(0);
    expect(report(world)).toContain('Orders a minute (--orders-per-minute): 3.');
  },
  YEAR_TIMEOUT_MS,
);

it('a mass revocation during an outage of the CA writes to no key of the table 1,000 times a second', async () => {
  const world = await simulate(SHORT_WORST_DAYS);
  expect(missed(promisesOfWorstDays(world))).toEqual([]);
  expect(reportOfWorstDays(world)).toContain('list of one organization');
  // Some domains wait for the CA and get a slot from the dispatcher.
  expect(world.tally.happened['certificate.slot_granted']).toBeGreaterThan(SHORT_WORST_DAYS.domains / 2);
});

it('a mass revocation at the pace of a hundred million domains leaves room in each of the 16 shards', async () => {
  const world = await simulate(DAYS_OF_100_MILLION);
  expect(missed(promisesOfShards(world))).toEqual([]);
  expect(world.tally.happened['certificate.slot_granted']).toBeGreaterThan(DAYS_OF_100_MILLION.domains / 2);
});

it(
  'a year of renewals with too few orders a minute is seen to let certificates expire',
  async () => {
    const tooMany = { domains: 1_000_000, simulated: 200, ordersPerMinute: 1, days: 45, scan: { everyMinutes: 60 } };
    const { tally } = await simulate({ ...SHORT_YEAR, ...tooMany });
    expect(tally.expiries.service).toBeGreaterThan(0);
  },
  YEAR_TIMEOUT_MS,
);

it('a million renewals by dns-01 in lives of 45 days stay within the requests to Route 53, spread evenly or all at once', async () => {
  for (const orderedAt of [evenly(0.25), bunched(0.2)]) {
    const work = await writeProofs(orderedAt);
    expect(missed(promisesOfZone('', work))).toEqual([]);
    expect(work).toMatchObject({ orders: orderedAt.length, writes: 2 * orderedAt.length });
  }
});
