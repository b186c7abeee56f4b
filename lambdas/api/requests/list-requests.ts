import type { KeptRequest, KeptRequestStore } from '../../model/accounts/requests/kept-request.store.ts';
import { livemodeOf } from '../../model/accounts/tenant.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MOST_READ } from '../../shared/http/pagination/page-limits.ts';
import { readQuery } from '../../shared/http/parameters.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { ListRequestsQuery, RequestCursor } from './request-resource.schema.ts';

export interface ListRequestsPorts {
  kept: KeptRequestStore;
  serviceSecret: ServiceSecret;
}

/** Newest first. One Query a page: with a filter it may be short, even empty, while the next goes on. */
export function listRequests({ kept, serviceSecret }: ListRequestsPorts): ApiRoute {
  return {
    operation: 'listRequests',
    async prepare(request, { organizationId }) {
      const { limit, cursor, status, api_key_id, request_id } = readQuery(request, ListRequestsQuery);
      const scope = JSON.stringify({ operation: 'listRequests', organizationId, status, api_key_id, request_id });
      const from = cursor === undefined ? undefined : openCursorAs(RequestCursor, cursor, scope, serviceSecret).before;
      const isFiltered = status !== undefined || api_key_id !== undefined;
      // One more than is answered: it tells whether anything follows.
      const { requests, hasMore } =
        request_id === undefined
          ? await kept.page(organizationId, from, isFiltered ? MOST_READ : limit + 1, request.now)
          : { requests: await kept.find(organizationId, request_id, request.now), hasMore: false };
      const matching = requests.filter(
        (one) => (api_key_id === undefined || one.keyId === api_key_id) && (status === undefined || status === classOf(one)),
      );
      const data = matching.slice(0, limit);
      const lastRead = hasMore ? requests.at(-1) : undefined;
      const last = matching.length > limit ? data.at(-1) : lastRead;
      const next_cursor = last ? signCursor({ before: last.id }, scope, serviceSecret) : null;
      const livemode = livemodeOf(organizationId);
      return () => ({ status: 200, json: { data: data.map((one) => ({ livemode, ...requestResource(one) })), next_cursor } });
    },
  };
}

function classOf({ status }: KeptRequest): string {
  return `${Math.floor(status / 100)}xx`;
}

function requestResource({ id, at, method, path, query, status, errorCode, keyId, sourceIp, milliseconds }: KeptRequest) {
  return {
    ...{ id, created_at: at, method, path },
    ...(query !== undefined && { query }),
    status,
    ...(errorCode !== undefined && { error_code: errorCode }),
    ...{ api_key_id: keyId, source_ip: sourceIp, milliseconds },
  };
}
