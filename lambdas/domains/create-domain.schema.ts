import * as z from 'zod/mini';
import { type HostnameRules, parseHostname } from './hostname.ts';

const MOST_METADATA_PAIRS = 20;

/** An integer id as callers send it: no text, no fraction, below 2^53. */
const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));

/** DynamoDB keeps UTF-8: half a surrogate pair has none. */
const isWellFormed = z.refine<string>((text) => text.isWellFormed(), 'must be well-formed Unicode');
/** An object that takes this as a key loses it silently. */
const isNoPrototype = z.refine(
  (pairs: unknown) => !(pairs instanceof Object && Object.hasOwn(pairs, '__proto__')),
  'a key must not be __proto__',
);

const Metadata = z.pipe(
  z.unknown().check(isNoPrototype),
  z
    .record(
      z
        .string()
        .check(
          z.minLength(1, 'a key needs at least one character'),
          z.maxLength(40, 'a key may have 40 characters'),
          isWellFormed,
        ),
      z.string().check(z.maxLength(500, 'a value may have 500 characters'), isWellFormed),
    )
    .check(z.refine((pairs) => Object.keys(pairs).length <= MOST_METADATA_PAIRS, `may have ${MOST_METADATA_PAIRS} keys`)),
);

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
