import { composeKey, hashSecret } from '../../../lambdas/model/accounts/api-key.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { keyItem, limitsItem, serviceSecret } from './api-caller.ts';

/** A test key of an organization: the headers to send, and the items of the key and of its limits. */
export function aTestKey(organizationId = 'org_A', letter = 'e') {
  const tenant = testTenantOf(organizationId);
  const { keyId, secret } = composeKey('test', letter.repeat(22), letter.repeat(43), serviceSecret);
  const key = keyItem({ keyId, organizationId: tenant, secretSha256: hashSecret(secret) });
  return {
    tenant,
    keyId,
    headers: { 'x-api-key-id': keyId, 'x-api-key': secret },
    items: [
      { ...key, ...keys.apiKey(keyId) },
      { ...limitsItem(), ...keys.limits(tenant) },
    ],
  };
}
