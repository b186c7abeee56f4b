import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { DNS_CHECKS } from '../../../contract/api/limits.ts';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { DOMAIN_DESCRIPTIONS } from '../../model/domains/domain-descriptions.ts';
import { hostnameField } from '../../model/domains/hostnames/hostname-field.schema.ts';
import type { HostnameRules } from '../../model/domains/hostnames/normalize-hostname.ts';
import { ServerId } from '../../model/servers/server.schema.ts';

/** The body of POST /dns/look. Parsing turns `url` into the canonical hostname. */
export function lookAtDnsRequest(rules: HostnameRules) {
  return z.strictObject({ url: hostnameField(rules), server_id: z.optional(ServerId.check(int64(DOMAIN_DESCRIPTIONS.server))) });
}

/** A key's checks per minute: a longer list would always be refused. */
export const MAX_BULK_HOSTNAMES = DNS_CHECKS.limit;
const howMany = `must have 1 to ${MAX_BULK_HOSTNAMES} hostnames`;

/** Items of POST /dns/look/bulk are validated one by one, so that one bad hostname does not fail the list. */
export const LookAtManyRequest = z.strictObject({
  urls: z.array(z.unknown()).check(minLength(1, howMany), maxLength(MAX_BULK_HOSTNAMES, howMany)),
  server_id: z.optional(ServerId.check(int64(DOMAIN_DESCRIPTIONS.server))),
});
