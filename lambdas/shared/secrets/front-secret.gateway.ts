import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import { acceptedValues, isAccepted, withoutVersion, withVersion } from './front-secret.ts';
import type { SecretPorts } from './service-secret.gateway.ts';

/** What is older is read again before it is used: a version that was forgotten opens nothing after this. */
const FRESH_MS = 60_000;
/** What is not accepted is looked up once more, but not more often than this, whoever tries: the version may be new. */
const BETWEEN_LOOK_UPS_MS = 5_000;

/**
 * Answers whether a value is one of CloudFront's. Where Secrets Manager cannot be read, what is known goes on being used; nothing
 * known is an error.
 */
export function openFrontSecret(arn: string, { clock, log }: SecretPorts, client = new SecretsManagerClient(SDK_LIMITS)) {
  let known: { values: string[]; readAtMs: number } | undefined;
  const read = async (olderThanMs: number): Promise<string[]> => {
    const nowMs = clock().getTime();
    if (known && nowMs - known.readAtMs < olderThanMs) return known.values;
    try {
      known = { values: acceptedValues(await readSecret(client, arn)), readAtMs: nowMs };
    } catch (cause) {
      if (!known) throw cause;
      log('warn', 'the front secret could not be read again', { cause });
      known.readAtMs = nowMs;
    }
    return known.values;
  };
  return async (sent: string): Promise<boolean> =>
    isAccepted(sent, await read(FRESH_MS)) || isAccepted(sent, await read(BETWEEN_LOOK_UPS_MS));
}

/** Adds a version, which is accepted at once; it is sent when a stage names it and is deployed. */
export async function addFrontSecret(client: SecretsManagerClient, arn: string, value: string): Promise<number> {
  const { json, version } = withVersion(await readSecret(client, arn), value);
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: json }));
  return version;
}

/** Removes a version. Answers those that are left. */
export async function forgetFrontSecret(client: SecretsManagerClient, arn: string, version: number): Promise<number[]> {
  const { json, remaining } = withoutVersion(await readSecret(client, arn), version);
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: json }));
  return remaining;
}

async function readSecret(client: SecretsManagerClient, arn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString ?? '{}';
}
