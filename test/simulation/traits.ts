import type { Settings } from '../../contract/stack/settings.schema.ts';
import { settings as usual } from '../lambdas/settings.ts';
import { Chance } from './chance.ts';
import { timesOf } from './faults.ts';

/** How a world differs from others. In most of them one thing is scarce, so that those who want it meet. */
export interface Traits {
  /** By DNS: some names of such a world are, by the record that its stage tells. */
  validation: 'http' | 'acme-challenge' | 'validation-persist';
  settings: Settings;
  /** Undefined: nothing. */
  scarce?: ScarceName | undefined;
  /** A call takes up to so long, so that invocations meet which would be over otherwise. */
  callSeconds: number;
  startMs: number;
  /** They do it at the same time. */
  isCrowded: boolean;
  /** All begin within so long. */
  beginSeconds: number;
  /** That an organization may have. */
  domains: number;
  /** Beside those that a play has. */
  moreNames: number;
  /** That an organization wants: in some worlds none, because their deliveries take more than half of the calls. */
  webhooks: number;
  /** Its table is restored to an earlier state once. */
  isRestored: boolean;
  /** Most invocations are killed, or many while messages come twice. */
  isDeadly: boolean;
  /** The clocks of some processes are wrong by minutes. */
  hasWrongClocks: boolean;
  /** It begins with the last release, which is updated to this one. */
  isUpdated: boolean;
  /** When an organization's program registers its first list of names: in most worlds there is none. */
  bulk: 'none' | 'some time' | 'before the night';
  /** The owners of the hostnames are sent links to the portal. */
  hasPortals: boolean;
  /** The first organization has test keys, too: another program of it registers domains with stories. */
  hasTestMode: boolean;
}

const ENOUGH = 1_000;
/** So that some wait for an order at the same time. */
const MORE_NAMES = 3;
/** That an organization may have. */
export const MOST_WEBHOOKS = 2;
const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 5, 1);
/** A little before the service counts again what organizations have. */
export const BEFORE_NIGHT_MS = DAY + 25.9 * HOUR_MS;

interface Scarce {
  settings: Partial<Settings>;
  domains?: number;
}
const orders = (count: number, windowSeconds: number): Scarce => ({
  settings: { acme: { ...usual.acme, ordersPerMinute: 60, limits: { ordersPerAccount: { count, windowSeconds } } } },
});
const VALIDATIONS = ['http', 'http', 'http', 'acme-challenge', 'acme-challenge', 'validation-persist'] as const;
export type ScarceName = 'orders' | 'checks' | 'requests' | 'domains';
/** What may be scarce, and how. */
const SCARCE: Record<ScarceName, [Scarce, ...Scarce[]]> = {
  orders: [orders(2, 1_800), orders(3, 9), orders(4, 60)],
  checks: [{ settings: { dnsChecks: { processesPerOrganization: 1 } } }],
  requests: [{ settings: { rateLimits: { requestsPerMinute: 4, requestsPerHour: 8 } } }],
  domains: [{ settings: {}, domains: 2 }],
};
const NAMES = ['orders', 'checks', 'requests', 'domains', undefined] as const;
const BULKS = ['none', 'none', 'none', 'none', 'none', 'none', 'some time', 'before the night'] as const;

/** Decides it by the seed. */
export function traitsOf(seed: number): Traits {
  const chance = new Chance(seed, 'traits');
  const scarce = chance.pick(NAMES);
  const { settings: fewer, domains = ENOUGH }: Scarce = scarce ? chance.pick(SCARCE[scarce]) : { settings: {} };
  const validation = new Chance(seed, 'validation').pick(VALIDATIONS);
  const settings: Settings = {
    ...usual,
    // An agent that asks once in six hours and at each news is as good as one that asks each minute and hears nothing.
    agent: { ...usual.agent, idlePollSeconds: 21_600, silentAfterSeconds: 86_400 },
    timings: { ...usual.timings, installPollSeconds: 15, orderPollSeconds: 5 },
    ...fewer,
    ...(validation !== 'http' && { validationZone: 'validation.test', validationRecord: validation, wildcards: true }),
  };
  const isCrowded = chance.is(0.6);
  const startMs = chance.is(0.3) ? BEFORE_NIGHT_MS : DAY + Math.floor(chance.between(0, 24 * HOUR_MS));
  const killed = timesOf(seed, 'killed before a call') + timesOf(seed, 'killed after a call');
  const isUpdated = new Chance(seed, 'update').is(0.15);
  const callSeconds = chance.is(0.25) ? 1.5 : 0;
  // Some come in front of those who wait for an order already.
  const crowdSeconds = scarce === 'orders' && callSeconds > 0 ? 180 : 1;
  const beginSeconds = isCrowded ? crowdSeconds : 6 * 3_600;
  return {
    settings,
    validation,
    scarce,
    callSeconds,
    startMs,
    isCrowded,
    beginSeconds,
    domains,
    moreNames: scarce === 'orders' ? MORE_NAMES : 0,
    webhooks: chance.pick([0, 0, 0, 1, MOST_WEBHOOKS + 1]),
    isRestored: new Chance(seed, 'restore').is(0.1),
    isDeadly: killed >= 16 || (killed >= 5 && timesOf(seed, 'message comes twice') >= 16),
    hasWrongClocks: new Chance(seed, 'wrong clocks').is(0.1),
    isUpdated,
    bulk: new Chance(seed, 'bulk').pick(BULKS),
    hasPortals: new Chance(seed, 'portals').is(0.5),
    hasTestMode: new Chance(seed, 'test mode').is(0.2),
  };
}
