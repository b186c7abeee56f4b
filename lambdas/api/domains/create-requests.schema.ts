import * as z from 'zod/mini';
import { int64 } from '../../../contract/api/int64.schema.ts';
import { isWildcard } from '../../../contract/domain-name.ts';
import { maxLength, minLength } from '../../../contract/text.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { DOMAIN_DESCRIPTIONS } from '../../model/domains/domain-descriptions.ts';
import { hostnameField } from '../../model/domains/hostnames/hostname-field.schema.ts';
import type { HostnameRules } from '../../model/domains/hostnames/normalize-hostname.ts';
import { ServerId, UsedQuota } from '../../model/servers/server.schema.ts';
import { Metadata, ValidationMethod } from './domain-requests.schema.ts';

interface DomainRules extends HostnameRules {
  /** Absent: the stage offers no DNS validation. */
  validationZone?: string | undefined;
}

/** The body of POST /domains. Parsing turns `url` into the canonical hostname. */
export function createDomainRequest({ validationZone, ...rules }: DomainRules) {
  const isOffered = (method: string) => method === 'http' || validationZone !== undefined;
  const body = z.strictObject({
    url: hostnameField(rules),
    server_id: ServerId.check(
      int64(`${DOMAIN_DESCRIPTIONS.server} One that does not exist yet comes into being where the deployment allows it.`),
    ),
    send_notifications: z._default(z.boolean().check(z.describe(DOMAIN_DESCRIPTIONS.sendNotifications)), true),
    metadata: z._default(Metadata, {}),
    validation: z._default(ValidationMethod.check(z.refine(isOffered, FIELD_PROBLEMS.noValidationZone)), 'http'),
  });
  const isProvable = ({ url, validation }: z.infer<typeof body>) => !isWildcard(url) || validation === 'dns';
  return body.check(z.refine(isProvable, { error: FIELD_PROBLEMS.wildcardByDns, path: ['validation'] }));
}
export type CreateDomainRequest = z.infer<ReturnType<typeof createDomainRequest>>;

export const MAX_DOMAINS_AT_ONCE = 100;
const howMany = `must have 1 to ${MAX_DOMAINS_AT_ONCE} items`;

/** Items of POST /domains/bulk are validated one by one, so that one bad item does not fail the list. */
export const CreateDomainsRequest = z.strictObject({
  domains: z.array(z.unknown()).check(minLength(1, howMany), maxLength(MAX_DOMAINS_AT_ONCE, howMany)),
});

/** Drawn and counted once per bulk creation. A repeat after a crash uses it to find what is already done. */
export const CreationPlan = z.object({
  /** Domain ids, in the order of the items. */
  ids: z.array(z.int()),
  /** Domain counts are not part of the plan (domain-places.ts). */
  used: z.object({ servers: z.int() }),
  /** Servers to create, in the order in which items first name them. */
  newServers: z.array(z.object({ id: z.int(), label: z.string() })),
  /** Per server in an AWS account: the quota with the least room. */
  accounts: z.array(z.extend(UsedQuota, { serverId: z.int() })),
});
export type CreationPlan = z.infer<typeof CreationPlan>;
