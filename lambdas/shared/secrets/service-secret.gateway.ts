import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type middy from '@middy/core';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';
import type { Log } from '../runtime/log.gateway.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { type RotatedSecret, rotatedSecret, SECRET_FRESH_SECONDS, ServiceSecret } from './service-secret.ts';

export interface SecretPorts {
  clock: Clock;
  log: Log;
}

/**
 * The service's secret, for the life of the process. `freshSecret`, for middy, reads it before an invocation if it was never read
 * or is a minute old. If that fails, the known secret stays in use; without one, the invocation fails, not the cold start.
 */
export async function openServiceSecret(arn: string, ports: SecretPorts, client = new SecretsManagerClient(SDK_LIMITS)) {
  const serviceSecret = new ServiceSecret();
  const refresh = makeRefresh(serviceSecret, () => readSecret(client, arn), ports);
  // A read at cold start costs the caller least; a failure appears again at the first call.
  await refresh().catch(() => undefined);
  const freshSecret: middy.MiddlewareObj = { before: refresh };
  return { serviceSecret, freshSecret };
}

function makeRefresh(secret: ServiceSecret, read: () => Promise<string>, { clock, log }: SecretPorts): () => Promise<void> {
  let freshUntilMs = 0;
  let isRead = false;
  return async () => {
    if (clock().getTime() < freshUntilMs) return;
    try {
      secret.replaceBy(await read(), clock());
      isRead = true;
    } catch (cause) {
      if (!isRead) throw cause;
      log('warn', 'the service secret could not be read again', { cause });
    }
    freshUntilMs = clock().getTime() + SECRET_FRESH_SECONDS * 1000;
  };
}

/** The current secret, for a short-lived command. */
export async function loadServiceSecret(client: SecretsManagerClient, arn: string, now: Date): Promise<ServiceSecret> {
  return ServiceSecret.fromJson(await readSecret(client, arn), now);
}

/** Adds a version, which signs once every process knows it. Older versions still verify their own signatures. */
export async function rotateServiceSecret(
  client: SecretsManagerClient,
  arn: string,
  material: string,
  now: Date,
): Promise<RotatedSecret> {
  const rotated = rotatedSecret(await readSecret(client, arn), material, now);
  await client.send(new PutSecretValueCommand({ SecretId: arn, SecretString: rotated.json }));
  return rotated;
}

async function readSecret(client: SecretsManagerClient, arn: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
  return SecretString ?? '';
}
