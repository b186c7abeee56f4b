import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSealed, openSealingKey, seal } from '../../../../lambdas/shared/secrets/kms.gateway.ts';
import { domainContext } from '../../../../lambdas/shared/secrets/sealing-context.ts';

const client = mockClient(KMSClient);
const sealing = openSealingKey('alias/sealing');
const context = domainContext('org_A', 7);
const text = '-----BEGIN PRIVATE KEY-----\né\n-----END PRIVATE KEY-----\n';

/** KMS: the encrypted data key contains its context, and is decrypted under the same context only. */
beforeEach(() => {
  client.reset();
  let made = 0;
  client.on(GenerateDataKeyCommand).callsFake(({ EncryptionContext }) => {
    made += 1;
    const Plaintext = Buffer.alloc(32, made);
    return { Plaintext, CiphertextBlob: Buffer.concat([Buffer.from(`${JSON.stringify(EncryptionContext)}|`), Plaintext]) };
  });
  client.on(DecryptCommand).callsFake(({ CiphertextBlob, EncryptionContext }) => {
    const blob = Buffer.from(CiphertextBlob);
    const isSame = blob.toString().startsWith(`${JSON.stringify(EncryptionContext)}|`);
    if (!isSame) throw new Error('InvalidCiphertextException');
    return { Plaintext: blob.subarray(-32) };
  });
});

describe('what is sealed', () => {
  it('opens to the same text', async () => {
    expect(await openSealed(sealing, await seal(sealing, text, context), context)).toBe(text);
  });

  it('takes one request to KMS, which receives organization and domain and not the text', async () => {
    await seal(sealing, text, context);
    expect(client.calls()).toHaveLength(1);
    expect(client.commandCalls(GenerateDataKeyCommand)[0]?.args[0].input).toEqual({
      KeyId: 'alias/sealing',
      KeySpec: 'AES_256',
      EncryptionContext: { organization: 'org_A', domain: '7' },
    });
  });

  it('shows nothing of the text, and differs each time', async () => {
    const [one, other] = [await seal(sealing, text, context), await seal(sealing, text, context)];
    expect(Buffer.from(one.ciphertext, 'base64').toString()).not.toContain('PRIVATE');
    expect(one.ciphertext).not.toBe(other.ciphertext);
    expect(one.iv).not.toBe(other.iv);
  });

  it('does not open for another organization or domain', async () => {
    const sealed = await seal(sealing, text, context);
    await expect(openSealed(sealing, sealed, domainContext('org_B', 7))).rejects.toThrow();
    await expect(openSealed(sealing, sealed, domainContext('org_A', 8))).rejects.toThrow();
  });

  it('does not open under another context even with the data key in hand', async () => {
    const sealed = await seal(sealing, text, context);
    const { Plaintext } = await new KMSClient({}).send(
      new DecryptCommand({ CiphertextBlob: Buffer.from(sealed.dataKey, 'base64'), EncryptionContext: context }),
    );
    client.on(DecryptCommand).resolves({ Plaintext: Plaintext ?? Buffer.alloc(0) });
    await expect(openSealed(sealing, sealed, domainContext('org_B', 7))).rejects.toThrow();
  });

  it.each(['iv', 'tag', 'ciphertext'] as const)('does not open when its %s was changed', async (field) => {
    const sealed = await seal(sealing, text, context);
    const bytes = Buffer.from(sealed[field], 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    await expect(openSealed(sealing, { ...sealed, [field]: bytes.toString('base64') }, context)).rejects.toThrow();
  });
});
