import type { Route } from '../../shared/http/route.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { openLambdaEdges } from '../../wiring/lambda-edges.wiring.ts';
import { openRows } from '../../wiring/rows.wiring.ts';
import type { Operation } from './operation.ts';
import { type Admission, type ApiPorts, createOperationRoute } from './serve-operation.ts';

/** The edges that every public API function opens at cold start, and the handler that serves its operations. */
export async function openApi(environment: NodeJS.ProcessEnv) {
  const { edges, freshSecret } = await openLambdaEdges(environment);
  const ports = openRows(edges);
  return {
    ports,
    /**
     * `admissions`: other ways to authenticate than by key, each with its own paths. `others`: routes that are not operations.
     */
    serve: <Ports extends ApiPorts>(
      operations: readonly Operation<Ports>[],
      opened: Ports,
      admissions: readonly Partial<Admission>[] = [{}],
      others: readonly Route[] = [],
    ) => {
      const routeFor = operations.map((operation) => createOperationRoute(operation, opened));
      const routes = admissions.flatMap((admission) => routeFor.map((route) => route(admission)));
      return serveHttp([...routes, ...others], httpPorts).use(freshSecret);
    },
  };
}
