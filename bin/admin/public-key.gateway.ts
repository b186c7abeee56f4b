import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms';

/** Public half of a KMS key: SubjectPublicKeyInfo in DER. */
export async function readPublicKey(keyId: string, kms = new KMSClient({})): Promise<Uint8Array> {
  const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }));
  if (!PublicKey) throw new Error(`KMS answered without the public half of the key ${keyId}`);
  return PublicKey;
}
