import { lazyKms } from './lazy-kms.gateway.ts';

/** RSASSA-PKCS1-v1_5 with SHA-256 by a key that never leaves KMS, over at most 4,096 bytes. */
export function kmsSigner(keyId: string): (bytes: Uint8Array) => Promise<Uint8Array> {
  const kms = lazyKms();
  return async (bytes) => {
    const { client, SignCommand } = await kms();
    const signing = { SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256', MessageType: 'RAW' } as const;
    const { Signature } = await client.send(new SignCommand({ KeyId: keyId, Message: bytes, ...signing }));
    if (!Signature) throw new Error('KMS answered without a signature');
    return Signature;
  };
}
