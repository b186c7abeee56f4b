import type { Domain } from '../../model/domains/domain-row.schema.ts';
import type { FoundDomain } from '../../model/domains/find-domain.ts';
import { type MetadataChange, MOST_METADATA_PAIRS, TOO_MANY_PAIRS } from '../../model/domains/metadata.schema.ts';
import { validationError } from '../../shared/errors/named-errors.ts';
import type { UpdateDomainRequest } from './domain-requests.schema.ts';

/** The domain with what a PATCH says about it, but for its server. Throws where more metadata would be left than it may have. */
export function withUpdate<D extends FoundDomain>(domain: D, { send_notifications: notify, metadata }: UpdateDomainRequest): D {
  return {
    ...domain,
    ...(notify !== undefined && { sendNotifications: notify }),
    ...(metadata && { metadata: merged(domain.metadata, metadata) }),
  };
}

function merged(present: Record<string, string>, change: MetadataChange): Record<string, string> {
  const pairs = Object.entries({ ...present, ...change }).flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  if (pairs.length > MOST_METADATA_PAIRS) throw validationError({ metadata: [TOO_MANY_PAIRS] });
  return Object.fromEntries(pairs);
}

/** What a PATCH can change about a domain, as the API calls it. */
export function changeableFields({ serverId, sendNotifications, metadata }: Domain) {
  return { server_id: serverId, send_notifications: sendNotifications, metadata };
}
