import { ListRequestsQuery, RequestPage } from '../../requests/request-resource.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const REQUEST = {
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
};

export const REQUEST_DESCRIPTIONS = {
  listRequests: {
    tag: 'Requests',
    summary: 'List requests',
    description:
      'The requests of your API keys in the last 24 hours, newest first: those that change something (POST, PUT, PATCH and DELETE), and those that were refused or failed. Successful reads are not kept, nor are requests beyond a rate limit, nor any body or header. With a filter a page looks at 1,000 requests at most: it may be short, even empty, while `next_cursor` leads on. A changed object has an entry in the audit with the same `request_id`.',
    query: ListRequestsQuery,
    answer: {
      status: 200,
      description: 'One page of requests.',
      schema: RequestPage,
      example: { data: [REQUEST], next_cursor: null },
    },
  },
} as const satisfies Record<string, OperationDescription>;
