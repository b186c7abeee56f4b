import { accountLimit, organizationLimit } from '../../../lambdas/ca-limits/order-limits.ts';
import { HOUR, MINUTE, randomFrom } from '../renewals/inputs.ts';
import type { Arrival, Served, World } from './simulation.ts';
import { TokenBucket } from './token-bucket.ts';

export interface Shape {
  names: number;
  organizations: number;
  seed: number;
}

export const MILLION: Shape = { names: 1_000_000, organizations: 2_000, seed: 16 };

export const BULK = 0;
export const HOSTILE = 1;
const LETS_ENCRYPT = {
  directoryUrl: 'https://acme-v02.api.letsencrypt.org/directory',
  ordersPerMinute: 300,
};
const DAY = 24 * HOUR;
/**
 * Shares of all names. The bulk organization registers all its names in the first hour; the hostile one registers a thousand at a
 * time, whenever it wants.
 */
const SHARES = { bulk: 0.3, hostile: 0.1 };
const HOSTILE_BURST = 1_000;
const LARGEST_BURST = 50;
/** Shares of the others' names: renewals that count at the CA, and repeated orders. */
const RENEWALS = 0.1;
const REPEATS = 0.05;

/** The number of names that Let's Encrypt issues to one account in the time span, some 400 days. */
export function arrivalsOf({ names, organizations, seed }: Shape): { arrivals: Arrival[]; days: number } {
  const random = randomFrom(seed);
  const { limit } = accountLimit(LETS_ENCRYPT);
  const spanMs = (names * limit.windowSeconds * 1000) / limit.count;
  const arrivals: Arrival[] = [];
  const add = (atMs: number, organization: number, queueClass: Arrival['queueClass'] = 'first') => {
    arrivals.push({ atMs, organization, queueClass });
  };
  const bulk = Math.floor(names * SHARES.bulk);
  for (let name = 0; name < bulk; name += 1) add(random() * HOUR, BULK);
  const hostile = Math.floor(names * SHARES.hostile);
  const bursts = Array.from({ length: Math.ceil(hostile / HOSTILE_BURST) }, () => random() * spanMs);
  for (let name = 0; name < hostile; name += 1)
    add((bursts[Math.floor(name / HOSTILE_BURST)] ?? 0) + (name % HOSTILE_BURST), HOSTILE);
  while (arrivals.length < names) {
    const organization = 2 + Math.floor(random() * (organizations - 2));
    const burst = random() < 0.02 ? Math.min(LARGEST_BURST, names - arrivals.length) : 1;
    const atMs = random() * spanMs;
    for (let of = 0; of < burst; of += 1) add(atMs + of * 100, organization, classBy(random()));
  }
  return { arrivals: arrivals.sort((one, other) => one.atMs - other.atMs), days: spanMs / DAY };
}

function classBy(drawn: number): Arrival['queueClass'] {
  if (drawn < RENEWALS) return 'renewal';
  return drawn < RENEWALS + REPEATS ? 'repeat' : 'first';
}

/** The CA and the expected counts, computed independently of the service's own arithmetic. */
export function aWorld(shape: Shape) {
  const account = accountLimit(LETS_ENCRYPT).limit;
  const organization = organizationLimit(LETS_ENCRYPT, 'org_A').limit;
  const ca = new TokenBucket(account);
  const ofDay = Array.from({ length: shape.organizations }, () => new TokenBucket(organization));
  const refused = { account: 0, organization: 0 };
  const served: Served[] = [];
  const world: World = {
    account,
    organization,
    dispatchEveryMs: MINUTE,
    onOrder: (atMs, of, queueClass) => {
      if (!ca.take(atMs)) refused.account += 1;
      if (queueClass !== 'renewal' && !ofDay[of]?.take(atMs)) refused.organization += 1;
    },
    onServed: (name) => void served.push(name),
  };
  return { world, refused, served };
}
