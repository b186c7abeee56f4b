import type { Settings } from '../../contract/stack/settings.schema.ts';
import { settings as usual } from '../lambdas/settings.ts';
import { Chance } from './chance.ts';
import { timesOf } from './faults.ts';

/** How a world differs from others. Most have one scarce resource, so that functions compete for it. */
export interface Traits {
  /** The record type for DNS validation, with which some names are created then. */
  validation: 'http' | 'acme-challenge' | 'validation-persist';
  settings: Settings;
  /** Undefined: nothing. */
  scarce?: ScarceName | undefined;
  /** Longest duration of a call, so that invocations overlap that would otherwise end before. */
  callSeconds: number;
  startMs: number;
  /** Integrators begin at the same time. */
  isCrowded: boolean;
  /** All integrators begin within this time. */
  beginSeconds: number;
  /** Quota of an organization. */
  domains: number;
  /** Names in addition to those of the play. */
  moreNames: number;
  /** Webhooks per organization: 0 in some worlds, because their deliveries make up more than half of the calls. */
  webhooks: number;
  /** The table is restored to an earlier state once. */
  isRestored: boolean;
  /** Most invocations are killed, or many are killed and messages are duplicated. */
  isDeadly: boolean;
  /** The clocks of some processes are wrong by minutes. */
  hasWrongClocks: boolean;
  /** The world begins with the last release and is updated to this one. */
  isUpdated: boolean;
  /** When an organization's program registers its first list of names; 'none' in most worlds. */
  bulk: 'none' | 'some time' | 'before the night';
  /** The owners of the hostnames get portal links. */
  hasPortals: boolean;
  /** The first organization also has test keys, with which another program registers domains with stories. */
  hasTestMode: boolean;
}

const ENOUGH = 1_000;
/** So that several names wait for an order at the same time. */
const MORE_NAMES = 3;
export const MAX_WEBHOOKS = 2;
const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 5, 1);
/** Shortly before the nightly count of places. */
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
const SCARCE: Record<ScarceName, [Scarce, ...Scarce[]]> = {
  orders: [orders(2, 1_800), orders(3, 9), orders(4, 60)],
  checks: [{ settings: { dnsChecks: { processesPerOrganization: 1 } } }],
  requests: [{ settings: { rateLimits: { requestsPerMinute: 4, requestsPerHour: 8 } } }],
  domains: [{ settings: {}, domains: 2 }],
};
const NAMES = ['orders', 'checks', 'requests', 'domains', undefined] as const;
const BULKS = ['none', 'none', 'none', 'none', 'none', 'none', 'some time', 'before the night'] as const;

export function traitsOf(seed: number): Traits {
  const chance = new Chance(seed, 'traits');
  const scarce = chance.pick(NAMES);
  const { settings: fewer, domains = ENOUGH }: Scarce = scarce ? chance.pick(SCARCE[scarce]) : { settings: {} };
  const validation = new Chance(seed, 'validation').pick(VALIDATIONS);
  const settings: Settings = {
    ...usual,
    // Polls rarely to save calls: news wakes the agent.
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
  // Spread out so that some names overtake others that already wait for an order.
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
    webhooks: chance.pick([0, 0, 0, 1, MAX_WEBHOOKS + 1]),
    isRestored: new Chance(seed, 'restore').is(0.1),
    isDeadly: killed >= 16 || (killed >= 5 && timesOf(seed, 'message comes twice') >= 16),
    hasWrongClocks: new Chance(seed, 'wrong clocks').is(0.1),
    isUpdated,
    bulk: new Chance(seed, 'bulk').pick(BULKS),
    hasPortals: new Chance(seed, 'portals').is(0.5),
    hasTestMode: new Chance(seed, 'test mode').is(0.2),
  };
}
