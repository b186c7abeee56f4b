import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { addFrontSecret, forgetFrontSecret } from '../../../../lambdas/shared/secrets/front-secret.gateway.ts';

const secrets = mockClient(SecretsManagerClient);
const client = new SecretsManagerClient({});
const FIRST = 'f'.repeat(64);
const SECOND = 's'.repeat(64);

function holding(versions: object) {
  let held = JSON.stringify(versions);
  secrets.on(GetSecretValueCommand).callsFake(() => ({ SecretString: held }));
  secrets.on(PutSecretValueCommand).callsFake(({ SecretString }) => {
    held = SecretString;
    return {};
  });
  return () => JSON.parse(held);
}

beforeEach(() => secrets.reset());

describe('the secret that CloudFront sends', () => {
  it('changes in three steps, and what is sent is accepted at each of them', async () => {
    const held = holding({ 1: FIRST });
    expect(await addFrontSecret(client, 'arn', SECOND)).toBe(2);
    expect(held()).toEqual({ 1: FIRST, 2: SECOND });
    expect(await forgetFrontSecret(client, 'arn', 1)).toEqual([2]);
    expect(held()).toEqual({ 2: SECOND });
    expect(await addFrontSecret(client, 'arn', FIRST)).toBe(3);
  });

  it('never loses its only version', async () => {
    const held = holding({ 1: FIRST });
    await expect(forgetFrontSecret(client, 'arn', 1)).rejects.toThrow(/the only one/);
    await expect(forgetFrontSecret(client, 'arn', 2)).rejects.toThrow(/no version 2/);
    await expect(forgetFrontSecret(client, 'arn', Number('x'))).rejects.toThrow(/no version/);
    expect(held()).toEqual({ 1: FIRST });
  });

  it('gets no third version before it is known which of two is sent', async () => {
    const held = holding({ 1: FIRST, 2: SECOND });
    await expect(addFrontSecret(client, 'arn', 'x'.repeat(64))).rejects.toThrow(/versions 1 and 2 are accepted/);
    expect(held()).toEqual({ 1: FIRST, 2: SECOND });
  });
});
