import type { Settings } from '../../contract/stack/settings.schema.ts';
import { settings as usual } from '../lambdas/settings.ts';
import { Chance } from './chance.ts';

/** How a world differs from others. In most of them one thing is scarce, so that those who want it meet. */
export interface Traits {
  settings: Settings;
  startMs: number;
  /** All begin within a second. */
  isCrowded: boolean;
  /** That an organization may have. */
  domains: number;
}

const ENOUGH = 1_000;
const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 5, 1);
/** A little before the service counts again what organizations have. */
const BEFORE_NIGHT_MS = DAY + 25.9 * HOUR_MS;

const NOTHING = { settings: {} };
const SCARCE: readonly [Scarce, ...Scarce[]] = [
  { settings: { acme: { ...usual.acme, limits: { ordersPerAccount: { count: 2, windowSeconds: 1_800 } } } } },
  { settings: { dnsChecks: { processesPerOrganization: 1 } } },
  { settings: { rateLimits: { requestsPerMinute: 4, requestsPerHour: 8 } } },
  { settings: {}, domains: 2 },
  NOTHING,
];
interface Scarce {
  settings: Partial<Settings>;
  domains?: number;
}

/** Decides it by the seed. */
export function traitsOf(seed: number): Traits {
  const chance = new Chance(seed, 'traits');
  const { settings: scarce, domains = ENOUGH } = chance.pick(SCARCE);
  const settings: Settings = {
    ...usual,
    // An agent that asks once in six hours and at each news is as good as one that asks each minute and hears nothing.
    agent: { ...usual.agent, idlePollSeconds: 21_600, silentAfterSeconds: 86_400 },
    timings: { ...usual.timings, installPollSeconds: 15, orderPollSeconds: 5 },
    ...scarce,
  };
  const isCrowded = chance.is(0.6);
  const startMs = chance.is(0.3) ? BEFORE_NIGHT_MS : DAY + Math.floor(chance.between(0, 24 * HOUR_MS));
  return { settings, startMs, isCrowded, domains };
}
