import { requireVariable } from '../../../contract/stack/environment.ts';
import { dnsResolverWithin } from '../../dns/wire/resolver.gateway.ts';
import { enrollmentStore } from '../../model/servers/enrollment/enrollment.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { newSalt, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { briefPause } from '../../shared/time/clock.gateway.ts';
import { enrollmentRoutes } from './enrollment-routes.ts';
import { type AskSts, stsGateway } from './sts.gateway.ts';

const runtime = buildRuntime(process.env);
const { settings, table, log } = runtime;
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), runtime);

const LOOK_UP_MS = 3_000;
const resolveWithin = dnsResolverWithin(settings);
// The budget begins when the resolver is made: each question has its own.
const askSts: AskSts = (request) =>
  stsGateway({ resolve: resolveWithin(LOOK_UP_MS), allowLoopback: settings.allowLoopback })(request);

const routes = enrollmentRoutes({
  table,
  servers: serverStore(table),
  enrollments: enrollmentStore(table),
  identities: {
    secret: serviceSecret,
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
  pause: briefPause,
});

export const handler = serveHttp(routes, httpPorts).use(freshSecret);
