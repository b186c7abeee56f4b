import type { RequestLogEntry } from '../../model/accounts/requests/request-log.store.ts';
import { livemodeOf } from '../../model/accounts/tenant.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MAX_READ } from '../../shared/http/pagination/page-limits.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { ListRequestsQuery, RequestCursor, RequestPage } from './request-resource.schema.ts';

/** Newest first. One Query per page: with a filter, a page may be short or empty while more follow. */
export const listRequests = defineOperation({
  id: 'listRequests',
  clientMethod: 'requests.list',
  tag: 'Requests',
  reach: 'organization',
  summary: 'List requests',
  description:
    'The requests of your API keys in the last 24 hours, newest first: those that change something (POST, PUT, PATCH and DELETE), and those that were refused or failed. Successful reads are not kept, nor are requests beyond a rate limit, nor any body or header. With a filter a page looks at 1,000 requests at most: it may be short, even empty, while `next_cursor` leads on. A changed object has an entry in the audit with the same `request_id`.',
  query: ListRequestsQuery,
  answer: {
    status: 200,
    description: 'One page of requests.',
    schema: RequestPage,
    example: () => ({
      data: [
        {
          id: 'req_01KAGZ3T8M0C4D9F2G7H1J5K8L',
          livemode: true,
          created_at: '2026-11-21T09:30:00.482Z',
          method: 'POST',
          path: '/api/domains/118271623110656/renew',
          status: 409,
          error_code: 'conflict',
          api_key_id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd',
          source_ip: '203.0.113.7',
          milliseconds: 48,
        },
      ],
      next_cursor: null,
    }),
  },
  prepare:
    ({ keptRequests, serviceSecret }: Pick<Rows, 'keptRequests' | 'serviceSecret'>) =>
    async ({ request: { now }, caller: { organizationId }, query }) => {
      const { limit, cursor, status, api_key_id, request_id } = query;
      const scope = JSON.stringify({ operation: 'listRequests', organizationId, status, api_key_id, request_id });
      const from = cursor === undefined ? undefined : openCursorAs(RequestCursor, cursor, scope, serviceSecret).before;
      const isFiltered = status !== undefined || api_key_id !== undefined;
      // Reads one request more than it returns, to know whether another page follows.
      const { requests, hasMore } =
        request_id === undefined
          ? await keptRequests.page(organizationId, from, isFiltered ? MAX_READ : limit + 1, now)
          : { requests: await keptRequests.find(organizationId, request_id, now), hasMore: false };
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
});

function classOf({ status }: RequestLogEntry): string {
  return `${Math.floor(status / 100)}xx`;
}

function requestResource({ id, at, method, path, query, status, errorCode, keyId, sourceIp, milliseconds }: RequestLogEntry) {
  return {
    ...{ id, created_at: at, method, path },
    ...(query !== undefined && { query }),
    status,
    ...(errorCode !== undefined && { error_code: errorCode }),
    ...{ api_key_id: keyId, source_ip: sourceIp, milliseconds },
  };
}
