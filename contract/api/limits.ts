/** Apply to every request, unless the stage overrides them (`settings.rateLimits`). */
export const STANDARD_RATES = {
  /** Per API key and clock minute. */
  requestsPerMinute: 100,
  /** Per organization, all keys together, and clock hour. */
  requestsPerHour: 1_000,
} as const;

/** Per organization. GET /organization does not show them, because no API key sends invitations. */
export const STANDARD_INVITATIONS = {
  /** Open at the same time. */
  openInvitations: 50,
  /** Per clock hour. Withdrawn invitations count too. */
  newInvitationsPerHour: 20,
} as const;

/** Rates and quotas of an organization (specification, section 8), unless an administrator overrides one with `set-limits`. */
export const STANDARD_LIMITS = {
  ...STANDARD_RATES,
  domains: 10_000,
  /** Domains that were never validated. */
  unvalidatedDomains: 1_000,
  servers: 100,
  webhooks: 20,
  /** Per clock hour: new webhooks, and webhook URLs changed to another host. */
  newReceiversPerHour: 60,
  ...STANDARD_INVITATIONS,
} as const;

/** An administrator's override: a number, or `standard` to remove the override. */
export type LimitChanges = Partial<Record<keyof typeof STANDARD_LIMITS, number | 'standard'>>;
export type Limits = Record<keyof typeof STANDARD_LIMITS, number>;
export type InvitationLimits = Pick<Limits, keyof typeof STANDARD_INVITATIONS>;
export type RateLimits = Pick<Limits, keyof typeof STANDARD_RATES>;
/**
 * Upper bounds of the settings. Each request writes to its key's item and its organization's item, and DynamoDB takes 1,000
 * writes a second per item (decision 9). API Gateway allows the same rate on one route (lib/api/public-api.ts).
 */
export const MAX_RATE_LIMITS: RateLimits = { requestsPerMinute: 60 * 250, requestsPerHour: 3_600 * 250 };
export const LIMIT_NAMES = Object.keys(STANDARD_LIMITS) as (keyof Limits)[];

/** API keys of an organization that are valid at the same time. */
export const MAX_KEYS = 100;

/** Per domain, or per webhook for `test`, in a window of `perSeconds`. A day is a UTC day. */
export const ACTION_LIMITS = {
  check: { limit: 1, perSeconds: 10 },
  retry: { limit: 5, perSeconds: 86_400 },
  renew: { limit: 1, perSeconds: 86_400 },
  /** Each revocation causes a renewal, and Let's Encrypt allows so many for one name in a week. */
  revoke: { limit: 5, perSeconds: 86_400 },
  test: { limit: 1, perSeconds: 10 },
} as const;
/** Per organization and clock minute. A check sends up to 25 queries to other people's name servers. */
export const DNS_CHECKS = { limit: 20, perSeconds: 60 } as const;
/** Per organization and clock minute, for all its people together; API keys count apart. Allows a pasted list of hostnames. */
export const DNS_CHECKS_OF_PEOPLE = { limit: 200, perSeconds: 60 } as const;

/** Leaked-key reports per client address and clock minute. GitHub signs its reports, so they do not count. */
export const LEAK_REPORTS = { limit: 30, perSeconds: 60 } as const;

/**
 * Completed sign-ins per client address and clock minute. A whole office can share an address; each sign-in calls the identity
 * provider.
 */
export const SIGN_INS = { limit: 30, perSeconds: 60 } as const;

/** Hostnames that a visitor can type into an organization's portal, per clock minute. */
export const PORTAL_VISITS = { limit: 10, perSeconds: 60 } as const;
/** "Check now" in the portal, per clock minute: per visitor, and per organization. */
export const PORTAL_CHECKS = {
  ofVisitor: { limit: 10, perSeconds: 60 },
  /** A check takes 3 s, so that is three at a time. */
  ofOrganization: { limit: 60, perSeconds: 60 },
} as const;

export type LimitedAction = keyof typeof ACTION_LIMITS;

/**
 * AWS quotas that stop an installation: certificates per load balancer, distribution tenants per account, certificates per
 * account and region (Service Quotas; CloudFront Developer Guide, "Quotas on multi-tenant distributions").
 */
export const AWS_QUOTAS = [
  'certificates_per_load_balancer',
  'distribution_tenants',
  'certificates_in_acm',
  'imports_per_year',
] as const;
export type AwsQuota = (typeof AWS_QUOTAS)[number];
