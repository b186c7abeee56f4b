import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { keptRequests } from './kept-request.store.ts';
import { listRequests } from './list-requests.ts';

/** /api/requests, in the function of /api/organization. */
export function requestRoutes({ table, serviceSecret }: OpenedApi): ApiRoute[] {
  return [listRequests({ kept: keptRequests(table), serviceSecret })];
}
