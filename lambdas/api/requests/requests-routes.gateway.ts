import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { listRequests } from './list-requests.ts';

/** /api/requests, in the function of /api/organization. */
export function requestRoutes({ keptRequests, serviceSecret }: Rows): ApiRoute[] {
  return [listRequests({ kept: keptRequests, serviceSecret })];
}
