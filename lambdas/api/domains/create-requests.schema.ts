import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { isWildcard } from '../../../contract/domain-name.ts';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { DOMAIN_WORDS } from '../../model/domains/domain-words.ts';
import { hostnameField } from '../../model/domains/hostnames/hostname-field.schema.ts';
import type { HostnameRules } from '../../model/domains/hostnames/normalize-hostname.ts';
import { ServerId, UsedQuota } from '../../model/servers/server.schema.ts';
import { Metadata, ValidationMethod } from './domain-requests.schema.ts';

interface DomainRules extends HostnameRules {
  /** Absent: hostnames cannot be validated by DNS. */
  validationZone?: string | undefined;
}

/** The body of POST /domains. `url` comes out as the canonical hostname. */
export function createDomainRequest({ validationZone, ...rules }: DomainRules) {
  const isOffered = (method: string) => method === 'http' || validationZone !== undefined;
  const body = z.strictObject({
    url: hostnameField(rules),
    server_id: ServerId.check(
      int64(`${DOMAIN_WORDS.server} One that does not exist yet comes into being where the deployment allows it.`),
    ),
    send_notifications: z._default(z.boolean().check(z.describe(DOMAIN_WORDS.sendNotifications)), true),
    metadata: z._default(Metadata, {}),
    validation: z._default(ValidationMethod.check(z.refine(isOffered, FIELD_PROBLEMS.noValidationZone)), 'http'),
  });
  const isProvable = ({ url, validation }: z.infer<typeof body>) => !isWildcard(url) || validation === 'dns';
  return body.check(z.refine(isProvable, { error: FIELD_PROBLEMS.wildcardByDns, path: ['validation'] }));
}
export type CreateDomainRequest = z.infer<ReturnType<typeof createDomainRequest>>;

export const MOST_DOMAINS_AT_ONCE = 100;
const howMany = `must have 1 to ${MOST_DOMAINS_AT_ONCE} items`;

/** The body of POST /domains/bulk. Each item is the body of a creation (above) and is checked on its own. */
export const CreateDomainsRequest = z.strictObject({
  domains: z.array(z.unknown()).check(minLength(1, howMany), maxLength(MOST_DOMAINS_AT_ONCE, howMany)),
});

/** What is drawn and counted once for a bulk creation: a repeat after a crash finds by it what it has done already. */
export const CreationPlan = z.object({
  /** Of the domains, by their place in the request. */
  ids: z.array(z.int()),
  /** Of domains nothing is planned (domain-places.ts). */
  used: z.object({ servers: z.int() }),
  /** Servers that come into being, in the order in which they are first named. */
  newServers: z.array(z.object({ id: z.int(), label: z.string() })),
  /** Of servers in AWS accounts: the quota with the least room. */
  accounts: z.array(z.extend(UsedQuota, { serverId: z.int() })),
});
export type CreationPlan = z.infer<typeof CreationPlan>;
