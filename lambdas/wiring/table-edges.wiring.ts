import { requireVariable } from '../../contract/stack/environment.ts';
import type { Ca } from '../../contract/stack/settings.schema.ts';
import { caaIdentitiesReader } from '../acme/caa-identities.gateway.ts';
import { httpsExchange } from '../acme/exchange.gateway.ts';
import { base62, callToken, newSalt, prefixedId, resourceId, serverLabel, webhookSecret } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { briefPause, jitter, pauseAfterLostRace, pauseFor } from '../shared/time/clock.gateway.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/** The edges of a Lambda that needs only the table: clients for KMS and queues are not in its bundle. */
export function tableEdges(environment: NodeJS.ProcessEnv): Edges {
  const runtime = buildRuntime(environment);
  const hasNo = (what: string) => (): never => {
    throw new Error(`this function has no ${what}`);
  };
  return lazily(
    {
      serviceSecret: hasNo("right to the service's secret"),
      deliveryQueue: hasNo('queue'),
      dnsQueue: hasNo('queue'),
      rehearsalQueue: hasNo('queue'),
      zoneQueue: hasNo('queue'),
      awsQueue: hasNo('queue'),
      serviceRoleArn: () => requireVariable(environment, 'awsServersRoleArn'),
    },
    {
      ...runtime,
      newId: prefixedId,
      newResourceId: resourceId,
      newLabel: serverLabel,
      newToken: callToken,
      newWebhookSecret: webhookSecret,
      newSalt,
      base62,
      jitter,
      pause: briefPause,
      pauseFor,
      pauseAfterLostRace,
      seal: hasNo('key of KMS'),
      openSealed: hasNo('key of KMS'),
      signForProvider: hasNo('key of KMS'),
      caExchange: httpsExchange,
      caaIdentitiesOf: (ca: Ca) => caaIdentitiesReader(ca, runtime.clock),
    },
  );
}

/** Adds the service's secret. `freshSecret` is the middy middleware that refreshes it. */
export async function withSecret(environment: NodeJS.ProcessEnv, without: Edges) {
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), without);
  const edges: Edges = lazily({ serviceSecret: () => serviceSecret }, without);
  return { edges, freshSecret };
}

/** The same edges with the secret. */
export const openTableEdges = (environment: NodeJS.ProcessEnv) => withSecret(environment, tableEdges(environment));
