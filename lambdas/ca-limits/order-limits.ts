import type { Ca } from '../../contract/stack/settings.schema.ts';
import type { Limit, LimitedResource } from '../lifecycle/spend.ts';
import type { Cname, Domain } from '../model/domains/domain-row.schema.ts';
import type { QueueClass } from './fair-queue.ts';
import { intervalMs, stricter } from './gcra.ts';

/** The rate limits that a CA publishes. */
interface PublishedLimits {
  /** Where they are published, and when that page was last read. */
  source: string;
  readOn: string;
  ordersPerAccount: Limit;
  certificatesPerRegisteredDomain: Limit;
  /** Over all accounts. Each of our certificates has one name. */
  certificatesPerName: Limit;
  failedValidationsPerName: Limit;
  accountsPerAddress: Limit;
  /** An order that names the certificate it replaces (RFC 9773, section 5) counts for none of them. */
  exemptsReplacements: boolean;
}

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

/** By directory URL. A CA that is not listed has only the stage's own limit. */
export const PUBLISHED_LIMITS: Readonly<Record<string, PublishedLimits>> = {
  'https://acme-v02.api.letsencrypt.org/directory': {
    source: 'https://letsencrypt.org/docs/rate-limits/',
    readOn: '2026-11-22',
    ordersPerAccount: { count: 300, windowSeconds: 3 * HOUR },
    certificatesPerRegisteredDomain: { count: 50, windowSeconds: WEEK },
    certificatesPerName: { count: 5, windowSeconds: WEEK },
    failedValidationsPerName: { count: 5, windowSeconds: HOUR },
    accountsPerAddress: { count: 10, windowSeconds: 3 * HOUR },
    exemptsReplacements: true,
  },
  'https://acme-staging-v02.api.letsencrypt.org/directory': {
    source: 'https://letsencrypt.org/docs/staging-environment/',
    readOn: '2026-11-22',
    ordersPerAccount: { count: 1_500, windowSeconds: 3 * HOUR },
    certificatesPerRegisteredDomain: { count: 30_000, windowSeconds: WEEK },
    certificatesPerName: { count: 30_000, windowSeconds: WEEK },
    failedValidationsPerName: { count: 60, windowSeconds: HOUR },
    accountsPerAddress: { count: 50, windowSeconds: 3 * HOUR },
    exemptsReplacements: true,
  },
};

export type Acme = Pick<Ca, 'directoryUrl' | 'ordersPerMinute' | 'limits' | 'ordersPerOrganizationPerDay'>;

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 3_600;

/** There is one account per CA so far, so its budgets and its queue are stored under the directory. */
export function caAccount({ directoryUrl }: Acme): string {
  return directoryUrl;
}

/** The published limits, overridden by those of the stage. */
function limitsOf({ directoryUrl, limits = {} }: Acme): Partial<PublishedLimits> {
  const known = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...PUBLISHED_LIMITS[directoryUrl], ...Object.fromEntries(known) };
}

/** Orders per account: the lower of the CA's limit and the stage's own. */
export function accountLimit(acme: Acme): LimitedResource {
  const { ordersPerAccount } = limitsOf(acme);
  const own = { count: acme.ordersPerMinute, windowSeconds: MINUTE_SECONDS };
  return { key: 'orders', isKept: true, limit: ordersPerAccount ? stricter(own, ordersPerAccount) : own };
}

/** The largest share of the account's daily orders that one organization gets, even if nobody else wants any. */
const LARGEST_SHARE = 1 / 2;

/** Renewals do not count: they only preserve what an organization has. */
export function organizationLimit(acme: Acme, organizationId: string): LimitedResource {
  const inADay = (DAY_SECONDS * 1000) / intervalMs(accountLimit(acme).limit);
  const count = acme.ordersPerOrganizationPerDay ?? Math.max(1, Math.floor(inADay * LARGEST_SHARE));
  return { key: `org:${organizationId}`, limit: { count, windowSeconds: DAY_SECONDS } };
}

type Requesting = Pick<Domain, 'url' | 'served'> & { cname: Pick<Cname, 'host'> } & {
  issuance: { issuanceDeadlineAt?: string | undefined };
};

/** A request whose issuance window has begun had a slot before. */
export function queueClassOf({ served, issuance }: Requesting): QueueClass {
  if (served) return 'renewal';
  return issuance.issuanceDeadlineAt === undefined ? 'first' : 'repeat';
}

/** True when the CA exempts an order that names the certificate it replaces. Such an order skips every limit and the queue. */
export function exemptsReplacements(acme: Acme): boolean {
  return limitsOf(acme).exemptsReplacements === true;
}

/** The CA's limits per hostname, counted per certificate. Renewals do not count for the registered domain. */
export function hostnameLimits(domain: Pick<Requesting, 'url' | 'cname' | 'served'>, acme: Acme): LimitedResource[] {
  const { certificatesPerRegisteredDomain: perRegisteredDomain, certificatesPerName: perName } = limitsOf(acme);
  const name = perName ? [{ key: `name:${domain.url}`, limit: perName }] : [];
  if (domain.served || !perRegisteredDomain) return name;
  return [{ key: `domain:${registeredDomain(domain)}`, limit: perRegisteredDomain }, ...name];
}

function registeredDomain({ url, cname: { host } }: Pick<Requesting, 'url' | 'cname'>): string {
  return url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url;
}
