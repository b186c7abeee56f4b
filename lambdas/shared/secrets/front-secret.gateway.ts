import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import { acceptedValues, isAccepted, withoutVersion, withVersion } from './front-secret.ts';
import type { SecretPorts } from './service-secret.gateway.ts';

/** Older values are read again before use, so a removed version is refused after this time. */
const FRESH_MS = 60_000;
/** An unknown value triggers another read, because its version may be new, but not more often than this, whoever sends it. */
const BETWEEN_LOOK_UPS_MS = 5_000;

/**
 * Checks whether a value is one of CloudFront's. If Secrets Manager is unavailable, the known values stay in use; without any, it
 * throws.
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

/** Adds a version, which is accepted at once. CloudFront sends it when a stage names it and is deployed. */
export async function addFrontSecret(client: SecretsManagerClient, arn: string, value: string): Promise<number> {
  const { json, version } = withVersion(await readSecret(client, arn), value);
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: json }));
  return version;
}

/** Removes a version. Returns the remaining ones. */
export async function forgetFrontSecret(client: SecretsManagerClient, arn: string, version: number): Promise<number[]> {
  const { json, remaining } = withoutVersion(await readSecret(client, arn), version);
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: json }));
  return remaining;
}

async function readSecret(client: SecretsManagerClient, arn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString ?? '{}';
}
