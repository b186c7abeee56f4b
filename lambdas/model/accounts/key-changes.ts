import type { Permission } from '../../../contract/api/operations.ts';
import type { AuditedChange } from '../../shared/audit/audit.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ApiKey } from './account.schema.ts';
import { composeKey, hashSecret, newSecretFor } from './api-key.ts';
import { modeOf } from './tenant.ts';

// Changes of a key, the same for people, keys and administrators.

export interface KeyPorts {
  serviceSecret: ServiceSecret;
  base62: (length: number) => string;
}

export interface NewKey {
  /** The organization or its test tenant: it sets the key's mode. */
  organizationId: string;
  name: string;
  permissions: Permission[];
  expiresAt?: string | undefined;
  allowedAddresses?: readonly string[] | undefined;
  allowedServers?: readonly number[] | undefined;
  /** The key's own limit; absent: the default. */
  requestsPerMinute?: number | undefined;
}

/** The key to store, and its secret, which is stored nowhere. */
export function newApiKey(wanted: NewKey, now: Date, ports: KeyPorts): { key: ApiKey; secret: string } {
  const { expiresAt, allowedAddresses, allowedServers, requestsPerMinute, ...rest } = wanted;
  const { keyId, secret } = composeKey(modeOf(wanted.organizationId), ports.base62(22), ports.base62(43), ports.serviceSecret);
  const key = {
    keyId,
    ...rest,
    secretSha256: hashSecret(secret),
    createdAt: now.toISOString(),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(allowedAddresses && { allowedAddresses: [...allowedAddresses] }),
    ...(allowedServers && { allowedServers: [...allowedServers] }),
    ...(requestsPerMinute !== undefined && { requestsPerMinute }),
  };
  return { key, secret };
}

/** Draws another secret for a key, and the end of the previous one. Only the last two secrets of a key ever work. */
export function drawNextSecret(key: ApiKey, overlapHours: number, now: Date, { serviceSecret, base62 }: KeyPorts) {
  const secret = newSecretFor(key.keyId, base62(43), serviceSecret);
  return { secret, secretSha256: hashSecret(secret), formerEndsAt: addSeconds(now, overlapHours * 3600) };
}

export function keyCreatedAudit(key: ApiKey): AuditedChange {
  return keyChangeAudit('api_key.created', key.keyId, { after: { ...keySettings(key), permissions: key.permissions } });
}

/** The fields of a key that a PATCH can change, as the API shows them. */
export function keySettings({ name, expiresAt, allowedAddresses, allowedServers }: ApiKey) {
  return {
    name,
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(allowedAddresses && { allowed_addresses: allowedAddresses }),
    ...(allowedServers && { allowed_server_ids: allowedServers }),
  };
}

export function keyRevokedAudit({ keyId, name, permissions }: ApiKey, at: Date): AuditedChange {
  return keyChangeAudit('api_key.revoked', keyId, { before: { name, permissions }, after: { revoked_at: at.toISOString() } });
}

export function keyLeakedAudit({ keyId, name, permissions }: ApiKey, report: Record<string, unknown>): AuditedChange {
  return keyChangeAudit('api_key.leak_reported', keyId, { before: { name, permissions }, after: report });
}

export function keyRotatedAudit({ keyId }: ApiKey, formerEndsAt: string): AuditedChange {
  return keyChangeAudit('api_key.rotated', keyId, { after: { previous_secret_ends_at: formerEndsAt } });
}

export function keyChangeAudit(action: string, keyId: string, change: Pick<AuditedChange, 'before' | 'after'>): AuditedChange {
  return { action, resource: { type: 'api_key', id: keyId }, ...change };
}
