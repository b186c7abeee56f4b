import type { ApiKey } from '../../model/accounts/account.schema.ts';
import { isInOverlap } from '../../model/accounts/api-key.ts';
import { livemodeOf } from '../../model/accounts/tenant.ts';

export function keyResource(key: ApiKey, now: Date) {
  const { allowedAddresses, allowedServers } = key;
  const { keyId, organizationId, name, permissions, createdAt, lastUsedAt, lastUsedFrom, expiresAt, previousSecretEndsAt } = key;
  return {
    id: keyId,
    livemode: livemodeOf(organizationId),
    name,
    permissions,
    created_at: createdAt,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(lastUsedFrom !== undefined && { last_used_from: lastUsedFrom }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(allowedAddresses && { allowed_addresses: allowedAddresses }),
    ...(allowedServers && { allowed_server_ids: allowedServers }),
    ...(isInOverlap(key, now) && { previous_secret_ends_at: previousSecretEndsAt }),
  };
}
