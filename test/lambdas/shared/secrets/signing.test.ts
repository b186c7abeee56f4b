import { KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it } from 'vitest';
import { kmsSigner } from '../../../../lambdas/shared/secrets/kms.gateway.ts';

it('a link is signed by KMS as Domain Connect verifies it: RSASSA-PKCS1-v1_5 with SHA-256 over the bytes themselves', async () => {
  const kms = mockClient(KMSClient);
  kms.on(SignCommand).resolves({ Signature: Buffer.from('signed') });
  expect(await kmsSigner('key')(Buffer.from('domain=a.com'))).toEqual(Buffer.from('signed'));
  expect(kms.commandCalls(SignCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { KeyId: 'key', Message: Buffer.from('domain=a.com'), SigningAlgorithm: 'RSASSA_PKCS1_V1_5_SHA_256', MessageType: 'RAW' },
  ]);
  kms.on(SignCommand).resolves({});
  await expect(kmsSigner('key')(Buffer.from(''))).rejects.toThrow('without a signature');
});
