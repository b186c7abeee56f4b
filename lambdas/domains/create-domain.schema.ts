import * as z from 'zod/mini';
import { type HostnameRules, parseHostname } from './hostname.ts';

const MOST_METADATA_PAIRS = 20;

/** An integer id as callers send it: no text, no fraction, below 2^53. */
const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));

export const Metadata = z
  .record(
    z.string().check(z.minLength(1, 'a key needs at least one character'), z.maxLength(40, 'a key may have 40 characters')),
    z.string().check(z.maxLength(500, 'a value may have 500 characters')),
  )
  .check(z.refine((pairs) => Object.keys(pairs).length <= MOST_METADATA_PAIRS, `may have ${MOST_METADATA_PAIRS} keys`));

/** The body of POST /domains. `url` comes out as the canonical hostname. */
export function createDomainRequest(rules: HostnameRules) {
  return z.strictObject({
    url: z.pipe(
      z.string(),
      z.transform((url, context) => {
        const parsed = parseHostname(url, rules);
        if ('hostname' in parsed) return parsed.hostname;
        context.issues.push(...parsed.problems.map((message) => ({ code: 'custom' as const, message, input: url })));
        return z.NEVER;
      }),
    ),
    server_id: ServerId,
    send_notifications: z._default(z.boolean(), true),
    metadata: z._default(Metadata, {}),
  });
}
export type CreateDomainRequest = z.infer<ReturnType<typeof createDomainRequest>>;
