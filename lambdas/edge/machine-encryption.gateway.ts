import { CompactEncrypt, importJWK } from 'jose';
import type { Machine } from '../model/servers/server.schema.ts';

/** Encrypts to the machine's own key (RFC 7516 compact): only that machine reads it, also where TLS ends before the service. */
export async function encryptToMachine(plaintext: string, machine: Machine): Promise<string> {
  const alg = 'ECDH-ES+A256KW';
  const key = await importJWK(machine.encryptionJwk, alg);
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg, enc: 'A256GCM', kid: machine.id })
    .encrypt(key);
}
