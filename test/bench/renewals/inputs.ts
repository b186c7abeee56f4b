import { newStage } from '../../../lib/stage/new-stage.ts';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Of a stage as `new-stage` writes it. */
const { timings, scan } = newStage({
  name: 'bench',
  baseTarget: 'cname.bench.net',
  contactEmail: 'bench@bench.net',
  ca: 'production',
}).settings;

/** What the year is like. Days are from its beginning; shares are of all domains. */
export interface Year {
  domains: number;
  /** Each stands for `domains / simulated` others: alone in what is decided of it, as many in what is counted. */
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
 * Days on which as many domains want a certificate at once as 3 % of ten million are, while the CA is down. Hot keys are judged
 * by them: the writes of these days depend on the orders that a minute takes and not on how many domains there are, so that a
 * simulated domain stands for few. In the year it stands for 500, whose writes all come at the same instant.
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
 * Days with the orders that a hundred million certificates of 45 days need twice over: 16 shards take all that comes of it. Such
 * a stage spreads its orders over several CA accounts, because the keys of one are hotter.
 */
export const DAYS_OF_100_MILLION: Year = {
  ...SHORT_WORST_DAYS,
  domains: 770_000,
  simulated: 4_000,
  lifetimeDays: 45,
  ordersPerMinute: 4_630,
};

/** The same year with fewer domains, of which some lead elsewhere while they are renewed. */
export const SHORT_YEAR: Year = { ...YEAR, domains: 50_000, simulated: 250, ordersPerMinute: 3, brokenDns: 0.03, seed: 5 };

export const BEGIN = Date.parse('2026-12-01T00:00:00.000Z');

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
