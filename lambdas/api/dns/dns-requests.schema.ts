import * as z from 'zod/mini';
import { hostnameField } from '../../model/domains/hostnames/hostname-field.schema.ts';
import type { HostnameRules } from '../../model/domains/hostnames/normalize-hostname.ts';
import { ServerId } from '../../model/servers/server.schema.ts';

/** The body of POST /dns/look. `url` comes out as the canonical hostname. */
export function lookAtDnsRequest(rules: HostnameRules) {
  return z.strictObject({ url: hostnameField(rules), server_id: z.optional(ServerId) });
}
