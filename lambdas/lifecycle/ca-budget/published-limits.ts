import type { Limit } from './gcra.ts';

/** What a CA says of itself: whom it refuses orders, and when. */
export interface PublishedLimits {
  /** Where it says so, and when that was last read there. */
  source: string;
  readOn: string;
  ordersPerAccount: Limit;
  certificatesPerRegisteredDomain: Limit;
  /** Of all accounts together. A certificate of ours has one name. */
  certificatesPerName: Limit;
  failedValidationsPerName: Limit;
  accountsPerAddress: Limit;
  /** An order that names the certificate which it replaces (RFC 9773, section 5) counts for none of them. */
  exemptsReplacements: boolean;
}

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;

/** By the directory of the CA. One that is not here has no limit but the stage's own. */
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
