import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

/** Who holds a hostname. */
export const Claim = storedObject({
  organizationId: z.string(),
  domainId: z.int(),
  /** `quarantined`: its domain was validated once and is deleted. */
  state: z.enum(['held', 'quarantined']),
  /** The end of the DNS window, while the domain was never validated. */
  holdsUntil: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  /** In quarantine: since when the CNAME was seen to lead to the former holder no more. */
  goneSince: z.optional(z.string()),
});
export type Claim = z.infer<typeof Claim>;
