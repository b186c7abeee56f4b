import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.gateway.ts';
import type { Permission } from '../shared/contract/codes.ts';
import { after } from '../shared/instant.ts';
import type { ServiceSecret } from '../shared/service-secret.ts';
import type { ApiKey, Organization } from './account.schema.ts';
import type { AccountStore } from './account.store.ts';
import { composeKey, hashSecret, type KeyMode } from './api-key.ts';

export interface AdministrationPorts {
  accounts: AccountStore;
  serviceSecret: ServiceSecret;
  keyMode: KeyMode;
  clock: Clock;
  newId: (prefix: 'org') => string;
  base62: (length: number) => string;
}

export async function createOrganization(name: string, ports: AdministrationPorts): Promise<Organization> {
  const organization = { id: ports.newId('org'), name, createdAt: ports.clock().toISOString() };
  await ports.accounts.createOrganization(organization);
  return organization;
}

export interface NewKey {
  organizationId: string;
  name: string;
  permissions: Permission[];
  expiresInDays?: number;
}

/** Makes a key; its secret is in this answer and nowhere else. */
export async function createKey(asked: NewKey, ports: AdministrationPorts): Promise<{ key: ApiKey; secret: string }> {
  if (!(await ports.accounts.getOrganization(asked.organizationId))) {
    throw new AppError('resource_not_found', `There is no organization ${asked.organizationId}.`);
  }
  const now = ports.clock();
  const { keyId, secret } = composeKey(ports.keyMode, ports.base62(22), ports.base62(43), ports.serviceSecret);
  const key: ApiKey = {
    keyId,
    organizationId: asked.organizationId,
    name: asked.name,
    permissions: asked.permissions,
    secretSha256: hashSecret(secret),
    createdAt: now.toISOString(),
    ...(asked.expiresInDays !== undefined && { expiresAt: after(now, asked.expiresInDays * 86_400) }),
  };
  await ports.accounts.createKey(key);
  return { key, secret };
}
