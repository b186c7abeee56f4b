import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { validationError } from '../../shared/errors/named-errors.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { serverWarning } from './server-warning.ts';

/** What became of an item. */
export type BulkResult = { index: number } & ({ domain: Domain; isNewServer: boolean } | { refusal: AppError });

/** 201 if any domain was created. Throws what the request is refused with if none was. */
export function bulkAnswer(results: BulkResult[]): HttpResponse {
  const created = results.filter((result) => 'domain' in result).length;
  if (created === 0) throw nothingCreated(results.flatMap((result) => ('refusal' in result ? [result] : [])));
  return { status: 201, json: { data: results.map(shown), summary: { created, failed: results.length - created } } };
}

type Refused = Extract<BulkResult, { refusal: AppError }>;

function nothingCreated(refused: Refused[]): AppError {
  if (refused.every(({ refusal }) => refusal.status >= 500)) {
    return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.noneCreated, {
      headers: { 'retry-after': '1' },
    });
  }
  const errors = Object.fromEntries(refused.flatMap(errorsOf));
  return validationError(errors, { items: refused.map(shown) });
}

/** By the paths of the request; what is about no field is about the item. */
function errorsOf({ index, refusal }: Refused): [string, string[]][] {
  const path = `domains[${index}]`;
  const fields =
    refusal.code === 'validation_error' ? Object.entries((refusal.details?.errors ?? {}) as Record<string, string[]>) : [];
  return fields.length > 0 ? fields.map(([field, messages]) => [`${path}.${field}`, messages]) : [[path, [refusal.message]]];
}

function shown(result: BulkResult) {
  const { index } = result;
  if ('domain' in result) {
    const { domain, isNewServer } = result;
    return { index, status: 'created', domain: { ...domainResource(domain), ...serverWarning(domain.serverId, isNewServer) } };
  }
  const { code, message, details } = result.refusal;
  return { index, status: 'error', error: { code, message, ...(details && { details }) } };
}
