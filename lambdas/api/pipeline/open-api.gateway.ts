import type { Route } from '../../shared/http/route.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { openLambdaEdges } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from './api-route.ts';
import { type Admission, apiRoute } from './serve-api.ts';

/** What every entry point of the public API opens at its cold start, and the handler that serves its operations. */
export async function openApi(environment: NodeJS.ProcessEnv) {
  const { edges, freshSecret } = await openLambdaEdges(environment);
  const ports = openRows(edges);
  return {
    ports,
    /** `admissions`: how callers are let in, if not by a key, each at its own paths; `others`: routes that are no operations. */
    serve: (routes: readonly ApiRoute[], admissions: readonly Partial<Admission>[] = [{}], others: readonly Route[] = []) => {
      const operations = admissions.flatMap((admission) => routes.map((route) => apiRoute(route, ports, admission)));
      return serveHttp([...operations, ...others], httpPorts).use(freshSecret);
    },
  };
}
