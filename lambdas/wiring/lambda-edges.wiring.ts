import { requireVariable } from '../../contract/stack/environment.ts';
import type { Ca } from '../../contract/stack/settings.schema.ts';
import { readsCaaIdentities } from '../acme/caa-identities.gateway.ts';
import { httpsExchange } from '../acme/exchange.gateway.ts';
import { openLanes, openQueue } from '../shared/aws/queue.gateway.ts';
import { base62, callToken, prefixedId, resourceId, serverLabel, webhookSecret } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { kmsSigner, openSealedBytes, openSealingKey, sealBytes } from '../shared/secrets/kms.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../shared/secrets/sealing-context.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { briefPause, jitter, pauseAfterLostRace, pauseFor } from '../shared/time/clock.gateway.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/**
 * The edges of a Lambda. An environment variable is required when what it names is used first: a function has those of its own
 * work. `freshSecret`, for middy, keeps the service's secret fresh.
 */
export async function openLambdaEdges(environment: NodeJS.ProcessEnv) {
  const without = edgesWithoutSecret(environment);
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), without);
  const edges: Edges = lazily({ serviceSecret: () => serviceSecret }, without);
  return { edges, freshSecret };
}

/** The same of a function that has no right to the service's secret. */
export function edgesWithoutSecret(environment: NodeJS.ProcessEnv): Edges {
  const runtime = buildRuntime(environment);
  const { clock } = runtime;
  const opened = lazily({ sealingKey: () => openSealingKey(requireVariable(environment, 'kmsKeyId')) }, {});
  return lazily(
    {
      serviceSecret: (): ServiceSecret => {
        throw new Error("this function does not read the service's secret");
      },
      deliveryQueue: () =>
        openLanes({
          fast: requireVariable(environment, 'deliveryQueueUrl'),
          slow: requireVariable(environment, 'slowDeliveryQueueUrl'),
        }),
      dnsQueue: () => openQueue(requireVariable(environment, 'dnsWatchQueueUrl')),
      rehearsalQueue: () => openQueue(requireVariable(environment, 'rehearsalQueueUrl')),
      signForProvider: () => kmsSigner(requireVariable(environment, 'domainConnectKeyId')),
      serviceRoleArn: () => requireVariable(environment, 'awsServersRoleArn'),
    },
    {
      ...runtime,
      newId: prefixedId,
      newResourceId: resourceId,
      newLabel: serverLabel,
      newToken: callToken,
      newWebhookSecret: webhookSecret,
      base62,
      jitter,
      pause: briefPause,
      pauseFor,
      pauseAfterLostRace,
      seal: (plaintext: Buffer, context: SealingContext) => sealBytes(opened.sealingKey, plaintext, context),
      openSealed: (sealed: Sealed, context: SealingContext) => openSealedBytes(opened.sealingKey, sealed, context),
      caExchange: httpsExchange,
      caaIdentitiesOf: (ca: Ca) => readsCaaIdentities(ca, clock),
    },
  );
}
