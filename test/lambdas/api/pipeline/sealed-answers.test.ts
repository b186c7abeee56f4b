import { randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerSeal } from '../../../../lambdas/model/accounts/requests/sealed-answers.ts';
import { openSealedBytes, openSealingKey, sealBytes } from '../../../../lambdas/shared/secrets/kms.gateway.ts';

const client = mockClient(KMSClient);
const key = openSealingKey('alias/sealing');
const answers = answerSeal({
  seal: (plaintext, context) => sealBytes(key, plaintext, context),
  openSealed: (sealed, context) => openSealedBytes(key, sealed, context),
});
const body = JSON.stringify({ secret: 'whsec_shown-once', note: 'é' });

beforeEach(() => {
  client.reset();
  const Plaintext = Buffer.alloc(32, 1);
  client.on(GenerateDataKeyCommand).resolves({ Plaintext: Buffer.from(Plaintext), CiphertextBlob: Buffer.from('key') });
  client.on(DecryptCommand).callsFake(() => ({ Plaintext: Buffer.from(Plaintext) }));
});

describe('a sealed answer', () => {
  it('opens to the same text, and shows nothing of it', async () => {
    const sealed = await answers.seal('org_A', body);
    expect(Buffer.from(sealed.ciphertext, 'base64').toString('latin1')).not.toContain('whsec_');
    expect(await answers.open('org_A', sealed)).toBe(body);
  });

  it('is sealed and opened for its organization, and for nothing but repeats', async () => {
    await answers.open('org_A', await answers.seal('org_A', body));
    const EncryptionContext = { organization: 'org_A', purpose: 'idempotency' };
    expect(client.commandCalls(GenerateDataKeyCommand)[0]?.args[0].input).toMatchObject({ EncryptionContext });
    expect(client.commandCalls(DecryptCommand)[0]?.args[0].input).toMatchObject({ EncryptionContext });
  });

  it('fits into an item even where 256 KiB of it cannot be compressed', async () => {
    const { ciphertext } = await answers.seal('org_A', randomBytes(192 * 1024).toString('base64'));
    expect(ciphertext.length).toBeLessThan(380_000);
  });
});
