import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';

/** The client secret at the identity provider. Read at each sign-in, so that a new one works at once; sign-ins are rare. */
export function clientSecretReader(arn: string | undefined, client = new SecretsManagerClient(SDK_LIMITS)) {
  return async (): Promise<string | undefined> => {
    if (arn === undefined) return undefined;
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    return SecretString;
  };
}
