import type { OperationId } from '../../../contract/api/operations.ts';
import { API_OPERATIONS } from '../../../lambdas/api/operations.ts';
import type { Operation } from '../../../lambdas/api/pipeline/operation.ts';
import { createOperationRoute } from '../../../lambdas/api/pipeline/serve-operation.ts';
import type { Route } from '../../../lambdas/shared/http/route.ts';
import { type CheckPorts, openChecks } from '../../../lambdas/wiring/checks.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { edgesOf } from '../edges.ts';
import type { Outside } from './outside.ts';

/** Every operation of the API, wired as in its Lambda. */
export function apiRoutes(outside: Outside): Record<OperationId, Route> {
  const ports = openChecks(openRows(edgesOf(outside)));
  const routes = API_OPERATIONS.map((operation: Operation<CheckPorts>) => [
    operation.id,
    createOperationRoute(operation, ports)(),
  ]);
  return Object.fromEntries(routes) as Record<OperationId, Route>;
}
