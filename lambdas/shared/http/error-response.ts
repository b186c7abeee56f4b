import type { AppError } from '../errors/app-error.ts';
import type { HttpResponse } from './route.ts';

/** The error shape of the specification, section 7. */
export function errorResponse(error: AppError): HttpResponse {
  return {
    status: error.status,
    headers: error.headers,
    json: { error: { code: error.code, message: error.message, ...(error.details && { details: error.details }) } },
  };
}
