import { SDK_LIMITS } from '../aws/sdk-limits.ts';

const open = async () => {
  const sdk = await import('@aws-sdk/client-kms');
  return { ...sdk, client: new sdk.KMSClient(SDK_LIMITS) };
};

/** RSASSA-PKCS1-v1_5 with SHA-256 by a key that never leaves KMS, over at most 4,096 bytes. The client is made at the first use: few looks sign. */
export function kmsSigner(keyId: string): (bytes: Uint8Array) => Promise<Uint8Array> {
  let kms: ReturnType<typeof open> | undefined;
  return async (bytes) => {
    kms ??= open();
    const { client, SignCommand } = await kms;
    const signing = { SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256', MessageType: 'RAW' } as const;
    const { Signature } = await client.send(new SignCommand({ KeyId: keyId, Message: bytes, ...signing }));
    if (!Signature) throw new Error('KMS answered without a signature');
    return Signature;
  };
}
