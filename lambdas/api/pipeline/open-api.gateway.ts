import { gunzipSync, gzipSync } from 'node:zlib';
import { requireVariable, SEALING_CONTEXT } from '../../../contract/stack/environment.ts';
import { idempotencyStore } from '../../model/accounts/requests/idempotency.store.ts';
import { keptRequestStore } from '../../model/accounts/requests/kept-request.store.ts';
import { rateStore } from '../../model/accounts/requests/rate-limit.store.ts';
import type { Route } from '../../shared/http/route.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openSealedBytes, openSealingKey, type SealingKey, sealBytes } from '../../shared/secrets/kms.gateway.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { keys } from '../../shared/table/keys.ts';
import { pauseFor } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from './api-route.ts';
import type { AnswerSeal } from './idempotency.ts';
import { type Admission, type ApiPorts, apiRoute } from './serve-api.ts';

/** A write takes some 5 ms. */
const LONGEST_WAIT_MS = 1_000;

/** What every entry point of the public API opens at its cold start, and the handler that serves its operations. */
export async function openApi(environment: NodeJS.ProcessEnv) {
  const runtime = buildRuntime(environment);
  const { table, clock, log, settings } = runtime;
  const sealing = openSealingKey(requireVariable(environment, 'kmsKeyId'));
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), runtime);
  const ports: ApiPorts = {
    rates: rateStore(table, settings.rateLimits),
    requests: keptRequestStore(table),
    log,
    patience: () => pauseFor(LONGEST_WAIT_MS),
    idempotency: idempotencyStore(table),
    answers: sealsAnswers(sealing),
    serviceSecret,
    clock,
    async testNow(tenantId, now) {
      const item = await table.get(keys.testClock(tenantId));
      return new Date(now.getTime() + Number(item?.aheadMs ?? 0));
    },
    newLeaseId: () => prefixedId('lease'),
  };
  return {
    ...runtime,
    environment,
    serviceSecret,
    /** Seals and opens within what the function's role allows. */
    sealing,
    /** `admissions`: how callers are let in, if not by a key, each at its own paths; `others`: routes that are no operations. */
    serve: (routes: readonly ApiRoute[], admissions: readonly Partial<Admission>[] = [{}], others: readonly Route[] = []) => {
      const operations = admissions.flatMap((admission) => routes.map((route) => apiRoute(route, { ...ports, ...admission })));
      return serveHttp([...operations, ...others], httpPorts).use(freshSecret);
    },
  };
}
export type OpenedApi = Awaited<ReturnType<typeof openApi>>;

/**
 * Compressed first: the longest answer to work that was done is that of 100 domains with 256 KiB of metadata. If nothing of that
 * can be compressed, its base64 is some 370 kB, within the 400 kB of an item.
 */
export function sealsAnswers(key: SealingKey): AnswerSeal {
  const context = (organizationId: string) => ({
    [SEALING_CONTEXT.organization]: organizationId,
    [SEALING_CONTEXT.purpose]: 'idempotency',
  });
  return {
    seal: (organizationId, body) => sealBytes(key, gzipSync(body), context(organizationId)),
    open: async (organizationId, body) => gunzipSync(await openSealedBytes(key, body, context(organizationId))).toString('utf8'),
  };
}
