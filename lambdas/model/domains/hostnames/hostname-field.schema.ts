import * as z from 'zod/mini';
import { isTestTenant } from '../../accounts/tenant.ts';
import { type HostnameRules, normalizeHostname } from './normalize-hostname.ts';

const DESCRIPTION =
  'A hostname without scheme: a subdomain, no apex domain. Upper case and one trailing dot are taken away, and an internationalized name is answered as punycode. Where the deployment allows wildcards, `*.shop.customer.com` stands for every name one label below; it needs `validation` `dns`.';

/** For the API reference: the names that a deployment refuses are not part of the schema. */
export const ANY_HOSTNAME: HostnameRules = { ownNames: [], allowedSpecialSuffixes: [] };

/** A hostname in a request body: the result is canonical, or lists everything that is wrong with it. */
export function hostnameField(rules: HostnameRules) {
  return z.pipe(
    z.string().check(z.meta({ description: DESCRIPTION, examples: ['shop.customer.com'] })),
    z.transform((url, context) => {
      const parsed = normalizeHostname(url, rules);
      if ('hostname' in parsed) return parsed.hostname;
      context.issues.push(...parsed.problems.map((message) => ({ code: 'custom' as const, message, input: url })));
      return z.NEVER;
    }),
  );
}

/** A request body with a hostname, per tenant: test mode has other names. */
export function bodyByTenant<Schema, Rules extends HostnameRules>(bodyOf: (rules: Rules) => Schema, rules: Rules) {
  const live = bodyOf({ ...rules, mode: 'live' });
  const test = bodyOf({ ...rules, mode: 'test' });
  return ({ organizationId }: { organizationId: string }): Schema => (isTestTenant(organizationId) ? test : live);
}
