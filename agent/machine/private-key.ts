import { compactDecrypt, importJWK } from 'jose';
import type { PrivateJwk } from './identity.schema.ts';

/** Decrypts what the service encrypted to this machine. Only the agreed algorithms: a JWE does not choose its own. */
export async function decryptPrivateKey(jwe: string, encryptionJwk: PrivateJwk): Promise<string> {
  const { plaintext } = await compactDecrypt(jwe, await importJWK(encryptionJwk, 'ECDH-ES+A256KW'), {
    keyManagementAlgorithms: ['ECDH-ES+A256KW'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return new TextDecoder().decode(plaintext);
}
