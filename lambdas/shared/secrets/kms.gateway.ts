import type { KMSClient } from '@aws-sdk/client-kms';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';

type Kms = typeof import('@aws-sdk/client-kms') & { client: KMSClient };

/**
 * For as long as the process lives: the client keeps its connections. It is read and made by the first call: most runs need none,
 * and 29 kB would lengthen every cold start.
 */
export function lazyKms(): () => Promise<Kms> {
  let opened: Promise<Kms> | undefined;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-kms');
    return { ...sdk, client: new sdk.KMSClient(SDK_LIMITS) };
  };
  return () => {
    opened ??= open();
    return opened;
  };
}

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
