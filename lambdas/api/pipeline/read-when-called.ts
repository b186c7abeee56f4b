import type { OperationId } from '../../../contract/api/operations.ts';
import type { ApiRoute } from './api-route.ts';

/** An operation that few calls are for: its code is read when it is called, and no cold start of the others waits for it. */
export function readWhenCalled(operation: OperationId, read: () => Promise<ApiRoute>): ApiRoute {
  let route: Promise<ApiRoute> | undefined;
  return {
    operation,
    async prepare(request, caller) {
      route ??= read();
      return (await route).prepare(request, caller);
    },
  };
}
