import type { ApiErrorCode } from '../../../contract/api/http-error.schema.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';

interface ErrorExample {
  message: string;
  details?: Record<string, unknown>;
}

export const ERROR_EXAMPLES: Record<ApiErrorCode, ErrorExample> = {
  invalid_request: { message: ERROR_MESSAGES.invalid_request.bodyNotJsonAt({ line: 1, column: 9, expected: 'value' }) },
  invalid_api_key: { message: ERROR_MESSAGES.invalid_api_key.any },
  insufficient_permissions: {
    message: ERROR_MESSAGES.insufficient_permissions.lacks('domains.write'),
    details: { required_permission: 'domains.write', api_key_permissions: ['domains.read'] },
  },
  api_key_restricted: {
    message: ERROR_MESSAGES.api_key_restricted.server(1, [2, 3]),
    details: { restriction: 'servers', server_id: 1, allowed_server_ids: [2, 3] },
  },
  resource_not_found: { message: ERROR_MESSAGES.resource_not_found.resource('domain'), details: { domain_id: 118271623110656 } },
  method_not_allowed: { message: ERROR_MESSAGES.method_not_allowed.method('PUT') },
  conflict: { message: ERROR_MESSAGES.conflict.stillRunning },
  precondition_failed: { message: ERROR_MESSAGES.precondition_failed.changedMeanwhile },
  validation_error: {
    message: ERROR_MESSAGES.validation_error.fields,
    details: { errors: { server_id: [FIELD_PROBLEMS.required], 'metadata.plan': ['must be a string'] } },
  },
  idempotency_key_reused: { message: ERROR_MESSAGES.idempotency_key_reused.any },
  quota_exceeded: {
    message: ERROR_MESSAGES.quota_exceeded.organization(10_000, 'domains'),
    details: { resource: 'domains', limit: 10_000, used: 10_000 },
  },
  rate_limit_exceeded: {
    message: ERROR_MESSAGES.rate_limit_exceeded.requests,
    details: { limit: 100, remaining: 0, reset_at: '2026-11-21T09:31:00.000Z' },
  },
  internal_error: { message: ERROR_MESSAGES.internal_error.any },
  service_unavailable: { message: ERROR_MESSAGES.service_unavailable.tooLate },
};

export function errorExample(code: ApiErrorCode) {
  return { error: { code, ...ERROR_EXAMPLES[code] } };
}
