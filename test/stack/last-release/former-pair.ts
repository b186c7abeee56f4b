import type { KeyPair } from '../../../lambdas/model/accounts/api-key.ts';
import type { Mode } from '../../../lambdas/model/accounts/tenant.ts';
import { BASE62_DIGITS } from '../../../lambdas/shared/ids/id-formats.ts';
import type { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';

/** A key as it was made until 0.4: its secret names no key, and has no checksum. Of 22 and 43 base62 characters. */
export function formerPair(mode: Mode, idPart: string, secretPart: string, serviceSecret: ServiceSecret): KeyPair {
  const keyId = `cps_pk_${mode}_${idPart}`;
  const unsigned = `sk_${mode}_${secretPart}`;
  const tag = serviceSecret.sign('api-key-pepper', `${keyId}.${unsigned}`).subarray(0, 6);
  return { keyId, secret: unsigned + Array.from(tag, (byte) => BASE62_DIGITS[byte % BASE62_DIGITS.length]).join('') };
}
