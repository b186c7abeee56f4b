import * as z from 'zod/mini';
import { Metadata } from '../../model/domains/metadata.schema.ts';
import { type HostnameRules, normalizeHostname } from '../../model/domains/normalize-hostname.ts';
import { ServerId } from '../../model/servers/server-id.schema.ts';

const URL_DESCRIPTION =
  'A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode.';

/** The body of POST /domains. `url` comes out as the canonical hostname. */
export function createDomainRequest(rules: HostnameRules) {
  return z.strictObject({
    url: z.pipe(
      z.string().check(z.meta({ description: URL_DESCRIPTION, examples: ['shop.customer.com'] })),
      z.transform((url, context) => {
        const parsed = normalizeHostname(url, rules);
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
