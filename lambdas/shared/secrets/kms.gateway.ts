import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Sealed } from './sealed.schema.ts';
import type { SealingContext } from './sealing-context.ts';

/** Lives as long as the process, because the client keeps its connections. The first call creates it: most runs need none. */
function lazyKms(): () => KMSClient {
  let client: KMSClient | undefined;
  return () => {
    client ??= new KMSClient(SDK_LIMITS);
    return client;
  };
}

/** RSASSA-PKCS1-v1_5 with SHA-256 by a key that never leaves KMS, over at most 4,096 bytes. */
export function kmsSigner(keyId: string): (bytes: Uint8Array) => Promise<Uint8Array> {
  const kms = lazyKms();
  return async (bytes) => {
    const signing = { SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256', MessageType: 'RAW' } as const;
    const { Signature } = await kms().send(new SignCommand({ KeyId: keyId, Message: bytes, ...signing }));
    if (!Signature) throw new Error('KMS answered without a signature');
    return Signature;
  };
}

/** ECDSA with SHA-256 by a P-256 key that never leaves KMS; in DER. */
export function kmsDigestSigner(keyId: string): (sha256: Uint8Array) => Promise<Uint8Array> {
  const kms = lazyKms();
  return async (sha256) => {
    const signing = { SigningAlgorithm: 'ECDSA_SHA_256', MessageType: 'DIGEST' } as const;
    const { Signature } = await kms().send(new SignCommand({ KeyId: keyId, Message: sha256, ...signing }));
    if (!Signature) throw new Error('KMS answered without a signature');
    return Signature;
  };
}

export interface SealingKey {
  kms: () => KMSClient;
  keyId: string;
}

const CIPHER = 'aes-256-gcm';
/** 96 bits, the length GCM is made for (NIST SP 800-38D, section 8.2); random is safe because each data key seals once. */
const IV_BYTES = 12;

export function openSealingKey(keyId: string): SealingKey {
  return { keyId, kms: lazyKms() };
}

/** Encrypts text with a new data key: one request to KMS. */
export async function seal(key: SealingKey, plaintext: string, context: SealingContext): Promise<Sealed> {
  return sealBytes(key, Buffer.from(plaintext, 'utf8'), context);
}

/** The same for bytes. */
export async function sealBytes({ kms, keyId }: SealingKey, plaintext: Buffer, context: SealingContext): Promise<Sealed> {
  const made = await kms().send(
    new GenerateDataKeyCommand({
      KeyId: keyId,
      KeySpec: 'AES_256',
      EncryptionContext: context,
    }),
  );
  if (!made.Plaintext || !made.CiphertextBlob) throw new Error('KMS answered without a data key');
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, made.Plaintext, iv).setAAD(contextBytes(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  made.Plaintext.fill(0);
  return {
    dataKey: Buffer.from(made.CiphertextBlob).toString('base64'),
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
    ciphertext: ciphertext.toString('base64'),
  };
}

/** Decrypts the result of `seal`: one request to KMS. Throws if the context or a single bit differs. */
export async function openSealed(key: SealingKey, sealed: Sealed, context: SealingContext): Promise<string> {
  return (await openSealedBytes(key, sealed, context)).toString('utf8');
}

/** The same for bytes. */
export async function openSealedBytes({ kms, keyId }: SealingKey, sealed: Sealed, context: SealingContext): Promise<Buffer> {
  const CiphertextBlob = Buffer.from(sealed.dataKey, 'base64');
  const opened = await kms().send(
    new DecryptCommand({
      KeyId: keyId,
      CiphertextBlob,
      EncryptionContext: context,
    }),
  );
  if (!opened.Plaintext) throw new Error('KMS answered without a data key');
  const decipher = createDecipheriv(CIPHER, opened.Plaintext, Buffer.from(sealed.iv, 'base64'), { authTagLength: 16 })
    .setAAD(contextBytes(context))
    .setAuthTag(Buffer.from(sealed.tag, 'base64'));
  const plaintext = Buffer.concat([decipher.update(Buffer.from(sealed.ciphertext, 'base64')), decipher.final()]);
  opened.Plaintext.fill(0);
  return plaintext;
}

/** The same bytes for the same context, whatever the order of its names. */
function contextBytes(context: SealingContext): Buffer {
  return Buffer.from(JSON.stringify(Object.entries(context).toSorted(([a], [b]) => (a < b ? -1 : 1))));
}
