import { keptRequestStore } from '../../model/accounts/requests/kept-request.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { listRequests } from './list-requests.ts';

/** /api/requests, in the function of /api/organization. */
export function requestRoutes({ table, serviceSecret }: OpenedApi): ApiRoute[] {
  return [listRequests({ kept: keptRequestStore(table), serviceSecret })];
}
