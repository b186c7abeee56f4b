import { ENVIRONMENT, requireVariable } from '../../contract/stack/environment.ts';
import { openLanes, openQueue } from '../shared/aws/queue.gateway.ts';
import { kmsSigner, openSealedBytes, openSealingKey, sealBytes } from '../shared/secrets/kms.gateway.ts';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../shared/secrets/sealing-context.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';
import { tableEdges, withSecret } from './table-edges.wiring.ts';

/** A Lambda's edges. An environment variable is required only at first use, so each function needs only those of its own work. */
export const openLambdaEdges = (environment: NodeJS.ProcessEnv) => withSecret(environment, edgesWithoutSecret(environment));

/** The edges of a function without access to the service's secret. */
export function edgesWithoutSecret(environment: NodeJS.ProcessEnv): Edges {
  const opened = lazily({ sealingKey: () => openSealingKey(requireVariable(environment, 'kmsKeyId')) }, {});
  return lazily(
    {
      deliveryQueue: () =>
        openLanes({
          fast: requireVariable(environment, 'deliveryQueueUrl'),
          slow: requireVariable(environment, 'slowDeliveryQueueUrl'),
        }),
      dnsQueue: () => openQueue(requireVariable(environment, 'dnsWatchQueueUrl')),
      rehearsalQueue: () => openQueue(requireVariable(environment, 'rehearsalQueueUrl')),
      zoneQueue: () => {
        const url = environment[ENVIRONMENT.zoneQueueUrl];
        return url ? openQueue(url) : undefined;
      },
      awsQueue: () => openQueue(requireVariable(environment, 'awsQueueUrl')),
      signForProvider: () => kmsSigner(requireVariable(environment, 'domainConnectKeyId')),
      seal: () => (plaintext: Buffer, context: SealingContext) => sealBytes(opened.sealingKey, plaintext, context),
      openSealed: () => (sealed: Sealed, context: SealingContext) => openSealedBytes(opened.sealingKey, sealed, context),
    },
    tableEdges(environment),
  );
}
