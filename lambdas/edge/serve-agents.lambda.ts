import { requireVariable } from '../../contract/stack/environment.ts';
import { lazyDnsResolverWithin } from '../dns/wire/lazy-resolver.gateway.ts';
import { certificateStore } from '../model/servers/certificate.store.ts';
import { enrollmentStore } from '../model/servers/enrollment.store.ts';
import { serverStore } from '../model/servers/server.store.ts';
import { httpPorts } from '../shared/http/http-ports.gateway.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { newSalt, prefixedId } from '../shared/ids/ids.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { domainContext, openSealed, openSealingKey } from '../shared/secrets/kms.gateway.ts';
import type { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { briefPause, jitter } from '../shared/time/clock.gateway.ts';
import { agentRoutes } from './agent-routes.ts';
import { encryptToMachine } from './machine-encryption.gateway.ts';
import type { AskSts } from './sts.gateway.ts';

const runtime = buildRuntime(process.env);
const { settings, table, log } = runtime;
const sealing = openSealingKey(requireVariable(process.env, 'kmsKeyId'));

/** Read when a machine enrolls by its AWS identity, and again when it is a minute old. */
async function readSecret() {
  opening ??= import('../shared/secrets/service-secret.gateway.ts').then(({ openServiceSecret }) =>
    openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), runtime),
  );
  const { serviceSecret, refresh } = await opening;
  await refresh();
  return serviceSecret;
}
let opening: ReturnType<typeof openServiceSecret> | undefined;

const LOOK_UP_MS = 3_000;
const resolveWithin = lazyDnsResolverWithin(settings);
async function askSts(...request: Parameters<AskSts>) {
  const { stsGateway } = await import('./sts.gateway.ts');
  return stsGateway({ resolve: resolveWithin(LOOK_UP_MS), allowLoopback: settings.allowLoopback })(...request);
}

const routes = agentRoutes({
  table,
  servers: serverStore(table),
  certificates: certificateStore(table),
  enrollments: enrollmentStore(table),
  openSealedKey: (organizationId, domainId, sealed) => openSealed(sealing, sealed, domainContext(organizationId, domainId)),
  encryptToMachine,
  identities: {
    secret: readSecret,
    newNonce: () => newSalt().toString('base64url'),
    askSts,
    // As the SDK reads it: on AWS nobody sets it.
    endpoint: process.env.AWS_ENDPOINT_URL,
    log,
  },
  newMachineId: () => prefixedId('mch'),
  newAuditId: () => prefixedId('aud'),
  newEventId: () => prefixedId('evt'),
  baseTarget: settings.baseTarget,
  pace: settings.agent,
  restoreEpoch: settings.restoreEpoch ?? 0,
  jitter,
  pause: briefPause,
  log,
});

export const handler = serveHttp(routes, httpPorts);
