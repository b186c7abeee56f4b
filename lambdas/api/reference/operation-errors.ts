import { API_ERROR_CODES, type ApiErrorCode } from '../../../contract/api/http-error.schema.ts';
import type { Operation } from '../../../contract/api/operations.ts';
import type { OperationDescription } from './operation-description.ts';

/** Every code that an operation can answer, in the order of the statuses. */
export function errorsOf(
  { method, path, permission }: Operation,
  { errors = [], conflict }: OperationDescription,
): ApiErrorCode[] {
  const possible = new Set<ApiErrorCode>([
    'invalid_api_key',
    // Every operation refuses query parameters that it does not know.
    'validation_error',
    'rate_limit_exceeded',
    'internal_error',
    'service_unavailable',
    ...errors,
  ]);
  if (permission !== undefined) possible.add('insufficient_permissions');
  if (conflict !== undefined) possible.add('conflict');
  if (path.includes('{')) possible.add('resource_not_found');
  if (['POST', 'PUT', 'PATCH'].includes(method)) possible.add('invalid_request');
  if (method === 'POST') {
    // Idempotency-Key: the first request is still running, or was another one.
    possible.add('conflict');
    possible.add('idempotency_key_reused');
  }
  return API_ERROR_CODES.filter((code) => possible.has(code));
}
