/** Those of every request, unless the stage has others (`settings.rateLimits`). */
export const STANDARD_RATES = {
  /** Of each API key, in a minute of the clock. */
  requestsPerMinute: 100,
  /** Of all keys of an organization together, in an hour of the clock. */
  requestsPerHour: 1_000,
} as const;

/** Of an organization's people. No key invites anybody, so that GET /organization does not show them. */
export const STANDARD_INVITATIONS = {
  /** In force at the same time. */
  openInvitations: 50,
  /** In an hour of the clock, also those that were withdrawn in it. */
  newInvitationsPerHour: 20,
} as const;

/**
 * What an organization may ask and have (specification, section 8, and the quotas), unless an administrator (`set-limits`) has
 * set another number.
 */
export const STANDARD_LIMITS = {
  ...STANDARD_RATES,
  domains: 10_000,
  /** Domains that were never validated. */
  unvalidatedDomains: 1_000,
  servers: 100,
  webhooks: 20,
  /** Webhooks made, and addresses of webhooks changed to another host, in an hour of the clock. */
  newReceiversPerHour: 60,
  ...STANDARD_INVITATIONS,
} as const;

/** What an administrator sets: a number, or that the standard holds again. */
export type LimitChanges = Partial<Record<keyof typeof STANDARD_LIMITS, number | 'standard'>>;
export type Limits = Record<keyof typeof STANDARD_LIMITS, number>;
export type InvitationLimits = Pick<Limits, keyof typeof STANDARD_INVITATIONS>;
export type RateLimits = Pick<Limits, keyof typeof STANDARD_RATES>;
/**
 * Neither is set higher: each request is a write to its key's item and one to its organization's, and DynamoDB takes 1,000 a
 * second of an item (decision 9). API Gateway lets as many through on one route (lib/api/public-api.ts).
 */
export const MOST_REQUESTS: RateLimits = { requestsPerMinute: 60 * 250, requestsPerHour: 3_600 * 250 };
export const LIMIT_NAMES = Object.keys(STANDARD_LIMITS) as (keyof Limits)[];

/** Of an organization, in force at the same time. */
export const MOST_KEYS = 100;

/** Of one domain or (`test`) one webhook, in the time that `perSeconds` says; a day is one of the clock (UTC). */
export const ACTION_LIMITS = {
  check: { limit: 1, perSeconds: 10 },
  retry: { limit: 5, perSeconds: 86_400 },
  renew: { limit: 1, perSeconds: 86_400 },
  /** Each makes a renewal: as many of one name as Let's Encrypt allows in a week. */
  revoke: { limit: 5, perSeconds: 86_400 },
  test: { limit: 1, perSeconds: 10 },
} as const;
/** Of one organization, in a minute of the clock. Each asks strangers' name servers up to 25 questions. */
export const DNS_CHECKS = { limit: 20, perSeconds: 60 } as const;
/** The same of its people together, beside those of its keys: a list that one of them pastes. */
export const DNS_CHECKS_OF_PEOPLE = { limit: 200, perSeconds: 60 } as const;

/** Reports of leaked keys from one address, in a minute of the clock; GitHub's, which it signs, are not counted. */
export const LEAK_REPORTS = { limit: 30, perSeconds: 60 } as const;

/** Ends of a sign-in from one address, in a minute of the clock: an office has one. Each asks the identity provider. */
export const SIGN_INS = { limit: 30, perSeconds: 60 } as const;

/** Hostnames that one visitor can type in the portal of an organization, in a minute of the clock. */
export const PORTAL_VISITS = { limit: 10, perSeconds: 60 } as const;
/** *Check now* in the portal of an organization, in a minute of the clock: of one visitor, and of all together. */
export const PORTAL_CHECKS = {
  ofVisitor: { limit: 10, perSeconds: 60 },
  /** At 3 s for a check these are three at once. */
  ofOrganization: { limit: 60, perSeconds: 60 },
} as const;

export type LimitedAction = keyof typeof ACTION_LIMITS;

/**
 * What AWS limits: certificates at a load balancer, distribution tenants of an account, and certificates of an account in a
 * region (Service Quotas; CloudFront Developer Guide, "Quotas on multi-tenant distributions").
 */
export const AWS_QUOTAS = [
  'certificates_per_load_balancer',
  'distribution_tenants',
  'certificates_in_acm',
  'imports_per_year',
] as const;
export type AwsQuota = (typeof AWS_QUOTAS)[number];
