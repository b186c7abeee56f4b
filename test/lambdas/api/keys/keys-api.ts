import { KEY_OPERATIONS } from '../../../../lambdas/api/keys/operations.ts';
import { getOrganization } from '../../../../lambdas/api/organization/get-organization.ts';
import type { ApiKey } from '../../../../lambdas/model/accounts/account.schema.ts';
import { composeKey, hashSecret } from '../../../../lambdas/model/accounts/api-key.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { apiCaller, keyItem, opened, organizationItem, pair, serviceSecret, tableHolds } from '../api-caller.ts';

let drawn = 0;
const base62 = (length: number) => {
  drawn += 1;
  return String(drawn).padStart(length, 'T');
};
const organization = organizationItem();

const routes = opened([...KEY_OPERATIONS, getOrganization], { base62 });
const call = apiCaller(routes);

interface Credentials {
  id: string;
  secret: string;
}

export function ask(
  method: string,
  path: string,
  body?: unknown,
  more: { by?: Credentials; once?: string; query?: string } = {},
) {
  const { by, once, query = '' } = more;
  const headers = {
    ...(by && { 'x-api-key-id': by.id, 'x-api-key': by.secret }),
    ...(once !== undefined && { 'idempotency-key': once }),
  };
  return call({ method, path: `/api${path}`, body, headers, query });
}

export function another(letter: string, changes: Partial<ApiKey> = {}) {
  const { keyId, secret } = composeKey('live', letter.repeat(22), letter.repeat(43), serviceSecret);
  const item = keyItem({ keyId, secretSha256: hashSecret(secret), name: `key ${letter}`, ...changes });
  const organizationId = changes.organizationId ?? 'org_A';
  const items = [
    { ...item, ...keys.apiKey(keyId) },
    { ...keys.keyOfOrganization(organizationId, keyId), keyId },
  ];
  return { id: keyId, secret, items };
}

/** Stores the caller's key with these changes, its organization, and other keys. */
export function holdKeys(changes: Partial<ApiKey>, ...others: { items: Record<string, unknown>[] }[]) {
  const own = { ...keys.keyOfOrganization('org_A', pair.keyId), keyId: pair.keyId };
  return tableHolds(organization, own, keyItem(changes), ...others.flatMap(({ items }) => items));
}
