import { newStage } from '../../../lib/stage/new-stage.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The defaults of `new-stage`. */
const { timings, scan } = newStage({
  name: 'bench',
  baseTarget: 'cname.bench.net',
  contactEmail: 'bench@bench.net',
  ca: 'production',
}).settings;

/** Parameters of a simulated year. Days count from its beginning; shares are of all domains. */
export interface Year {
  domains: number;
  /** Number of simulated domains. Each decides as one domain, and is counted as `domains / simulated`. */
  simulated: number;
  days: number;
  ordersPerMinute: number;
  lifetimeDays: number;
  outages: { day: number; hours: number }[];
  revocation: { day: number; share: number };
  brokenDns: number;
  seed: number;
  timings: typeof timings;
  scan: typeof scan;
}

export const YEAR: Year = {
  domains: 10_000_000,
  simulated: 20_000,
  days: 400,
  ordersPerMinute: 600,
  lifetimeDays: 90,
  outages: [
    { day: 100, hours: 6 },
    { day: 200, hours: 48 },
  ],
  revocation: { day: 300, share: 0.03 },
  brokenDns: 0.02,
  seed: 1,
  timings,
  scan,
};

/**
 * Days on which 3 % of ten million domains want a certificate at once while the CA is down, to judge hot keys. Writes on these
 * days depend on the orders per minute, not on the number of domains, so that a simulated domain stands for few. In the year it
 * stands for 500, which all write at the same time.
 */
export const WORST_DAYS: Year = {
  ...YEAR,
  domains: 400_000,
  simulated: 8_000,
  days: 4,
  outages: [{ day: 1, hours: 24 }],
  revocation: { day: 1, share: 0.75 },
};
export const SHORT_WORST_DAYS: Year = {
  ...WORST_DAYS,
  domains: 100_000,
  simulated: 2_000,
  outages: [{ day: 1, hours: 6 }],
  days: 2,
};

/**
 * Days with twice the orders that a hundred million 45-day certificates need, to judge the 16 shards. Such a stage uses several
 * CA accounts, because the keys of one would be too hot.
 */
export const DAYS_OF_100_MILLION: Year = {
  ...SHORT_WORST_DAYS,
  domains: 770_000,
  simulated: 4_000,
  lifetimeDays: 45,
  ordersPerMinute: 4_630,
};

/** A year with fewer domains, some of which point elsewhere during their renewal. */
export const SHORT_YEAR: Year = { ...YEAR, domains: 50_000, simulated: 250, ordersPerMinute: 3, brokenDns: 0.03, seed: 5 };

export const BEGIN = Date.parse('2026-12-01T00:00:00.000Z');

/** Seeded random numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
