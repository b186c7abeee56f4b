import type { ApiErrorCode } from '../../shared/contract/http-error.schema.ts';

interface ErrorExample {
  message: string;
  details?: Record<string, unknown>;
}

/** One answer by code, as the service words it. */
export const ERROR_EXAMPLES: Record<ApiErrorCode, ErrorExample> = {
  invalid_request: { message: 'The body is not valid JSON.' },
  invalid_api_key: { message: 'The API key is missing or not valid; send X-API-KEY-ID and X-API-KEY.' },
  insufficient_permissions: {
    message: 'This key lacks the permission domains.write.',
    details: { required_permission: 'domains.write', api_key_permissions: ['domains.read'] },
  },
  resource_not_found: { message: 'There is no such domain.', details: { domain_id: 118271623110656 } },
  method_not_allowed: { message: 'PUT is not possible here.' },
  conflict: { message: 'The first request with this Idempotency-Key is still running; ask again for its answer.' },
  validation_error: {
    message: 'Some fields are not right; details.errors says which.',
    details: { errors: { server_id: ['is required'], 'metadata.plan': ['must be a string'] } },
  },
  idempotency_key_reused: { message: 'This Idempotency-Key was used for another request; use a new one.' },
  quota_exceeded: {
    message: 'An organization has at most 10000 domains; delete one that is not used.',
    details: { resource: 'domains', limit: 10_000, used: 10_000 },
  },
  rate_limit_exceeded: {
    message: 'Too many requests; details.reset_at says when the next one is possible.',
    details: { limit: 100, remaining: 0, reset_at: '2026-11-21T09:31:00.000Z' },
  },
  internal_error: { message: 'Something went wrong on our side.' },
  service_unavailable: { message: 'This took too long; please try again.' },
};

export function errorExample(code: ApiErrorCode) {
  return { error: { code, ...ERROR_EXAMPLES[code] } };
}
