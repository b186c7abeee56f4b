import * as z from 'zod/mini';
import { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { integerParameter, PAGE_PARAMETERS } from '../../shared/http/pagination/page-parameters.schema.ts';

const MOST_DAYS = 3650;

const oneOf = <const Values extends readonly string[]>(values: Values) => z.enum(values, `must be one of ${values.join(', ')}`);

/** The query of GET /domains. A domain is listed if it meets every filter. */
export const ListDomainsQuery = z.strictObject({
  ...PAGE_PARAMETERS,
  ssl_status: z.optional(oneOf(ShownDomain.shape.sslStatus.options)),
  dns_status: z.optional(oneOf(ShownDomain.shape.dnsStatus.options)),
  server_id: z.optional(integerParameter(1, Number.MAX_SAFE_INTEGER)),
  expires_within: z
    .optional(integerParameter(0, MOST_DAYS))
    .check(z.describe('Days: domains with a certificate whose `expires_at` is before now plus that, the soonest first.')),
  url: z
    .optional(z.string())
    .check(z.describe('The whole hostname, in any case, as Unicode or punycode. What is no hostname is no domain’s.')),
  url_prefix: z.optional(z.string()).check(z.describe('How the hostname begins, as `url` is answered: in punycode.')),
});
export type ListDomainsQuery = z.infer<typeof ListDomainsQuery>;
export type DomainFilters = Omit<ListDomainsQuery, keyof typeof PAGE_PARAMETERS>;

/** Where a page ended. `before`: the instant that `expires_within` meant on the first page, and means on all. */
export const DomainCursor = z.object({ id: z.int(), endsAt: z.optional(z.string()), before: z.optional(z.string()) });
export type DomainCursor = z.infer<typeof DomainCursor>;
