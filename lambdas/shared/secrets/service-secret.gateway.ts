import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceSecret } from './service-secret.ts';

/** Reads the service's secret once per cold start: JSON of versions, `{"1": "<random>"}`; the highest is the current one. */
export async function loadServiceSecret(client: SecretsManagerClient, arn: string): Promise<ServiceSecret> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return ServiceSecret.fromJson(SecretString ?? '');
}
