import { requireVariable } from '../../contract/stack/environment.ts';
import { openLanes } from '../shared/aws/queue.gateway.ts';
import { base62, callToken, prefixedId, resourceId, serverLabel, webhookSecret } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openSealedBytes, openSealingKey, sealBytes } from '../shared/secrets/kms.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../shared/secrets/sealing-context.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { briefPause, jitter, pauseFor } from '../shared/time/clock.gateway.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/**
 * The edges of a Lambda. An environment variable is required when what it names is used first: a function has those of its own
 * work. `freshSecret`, for middy, keeps the service's secret fresh.
 */
export async function openLambdaEdges(environment: NodeJS.ProcessEnv) {
  const runtime = buildRuntime(environment);
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), runtime);
  const opened = lazily({ sealingKey: () => openSealingKey(requireVariable(environment, 'kmsKeyId')) }, {});
  const edges: Edges = lazily(
    {
      deliveryQueue: () =>
        openLanes({
          fast: requireVariable(environment, 'deliveryQueueUrl'),
          slow: requireVariable(environment, 'slowDeliveryQueueUrl'),
        }),
      serviceRoleArn: () => requireVariable(environment, 'awsServersRoleArn'),
    },
    {
      ...runtime,
      serviceSecret,
      newId: prefixedId,
      newResourceId: resourceId,
      newLabel: serverLabel,
      newToken: callToken,
      newWebhookSecret: webhookSecret,
      base62,
      jitter,
      pause: briefPause,
      pauseFor,
      seal: (plaintext: Buffer, context: SealingContext) => sealBytes(opened.sealingKey, plaintext, context),
      openSealed: (sealed: Sealed, context: SealingContext) => openSealedBytes(opened.sealingKey, sealed, context),
    },
  );
  return { edges, freshSecret };
}
