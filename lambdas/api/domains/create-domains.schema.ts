import * as z from 'zod/mini';

export const MOST_DOMAINS_AT_ONCE = 100;
const howMany = `must have 1 to ${MOST_DOMAINS_AT_ONCE} items`;

/** The body of POST /domains/bulk. Each item is the body of a creation (domain-requests.schema.ts) and is checked on its own. */
export const CreateDomainsRequest = z.strictObject({
  domains: z.array(z.unknown()).check(z.minLength(1, howMany), z.maxLength(MOST_DOMAINS_AT_ONCE, howMany)),
});

/** What is rolled and counted once for a bulk creation: a repeat after a crash finds by it what it has done already. */
export const CreationPlan = z.object({
  /** Of the domains, by their place in the request. */
  ids: z.array(z.int()),
  used: z.object({ domains: z.int(), unvalidatedDomains: z.int(), servers: z.int() }),
  /** Servers that come into being, in the order in which they are first named. */
  newServers: z.array(z.object({ id: z.int(), label: z.string() })),
});
export type CreationPlan = z.infer<typeof CreationPlan>;
