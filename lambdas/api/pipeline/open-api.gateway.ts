import { httpPorts } from '../../shared/http/http-ports.gateway.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { requireVariable } from '../../shared/runtime/required.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openSealingKey } from '../../shared/secrets/sealing.gateway.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import type { ApiRoute } from './api-route.ts';
import { sealsAnswers } from './idempotency/answer-seal.gateway.ts';
import { idempotencyStore } from './idempotency/idempotency.store.ts';
import { rateStore } from './rate-limit.store.ts';
import { type ApiPorts, apiRoute } from './serve-api.ts';

/** What every entry point of the public API opens at its cold start, and the handler that serves its operations. */
export async function openApi(environment: NodeJS.ProcessEnv) {
  const runtime = buildRuntime(environment);
  const { table, clock } = runtime;
  const sealing = openSealingKey(requireVariable(environment, 'kmsKeyId'));
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), runtime);
  const ports: ApiPorts = {
    rates: rateStore(table),
    idempotency: idempotencyStore(table),
    answers: sealsAnswers(sealing),
    serviceSecret,
    clock,
    newLeaseId: () => prefixedId('lease'),
  };
  return {
    ...runtime,
    serviceSecret,
    /** Seals and opens within what the function's role allows. */
    sealing,
    serve: (routes: readonly ApiRoute[]) =>
      serveHttp(
        routes.map((route) => apiRoute(route, ports)),
        httpPorts,
      ).use(freshSecret),
  };
}
