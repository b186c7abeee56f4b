import type { Limits } from '../../../contract/api/limits.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { type AllowedServers, allowsServer, serverNotAllowed } from '../../model/accounts/api-key.ts';
import { domainResource } from '../../model/domains/domain-resource.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { remainingQuota } from '../../model/servers/server.ts';
import { AppError, failedItem, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import { fieldErrors } from '../../shared/errors/field-errors.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { CreateDomainRequest, CreationPlan, createDomainRequest } from './create-requests.schema.ts';
import { awsQuotaRefusal, serverCreatedWarning } from './server-by-number.ts';

/** An item of a bulk creation: its validated body, or the reason why it is refused. */
export type BulkItem = { index: number } & ({ body: CreateDomainRequest } | { refusal: AppError });

/** Validates each item like a single creation. Of two items with the same hostname, the later one is refused. */
export function readItems(items: readonly unknown[], schema: ReturnType<typeof createDomainRequest>): BulkItem[] {
  const firstWith = new Map<string, number>();
  return items.map((item, index) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return { index, refusal: notAnObject() };
    const parsed = schema.safeParse(item, { reportInput: true });
    if (!parsed.success) return { index, refusal: validationError(fieldErrors(parsed.error.issues)) };
    const first = firstWith.get(parsed.data.url);
    if (first !== undefined) return { index, refusal: validationError({ url: [FIELD_PROBLEMS.sameAsItem(first)] }) };
    firstWith.set(parsed.data.url, index);
    return { index, body: parsed.data };
  });
}

export function serverIdsOf(items: readonly BulkItem[]): ReadonlySet<number> {
  return new Set(items.flatMap((item) => ('body' in item ? [item.body.server_id] : [])));
}

export function refuseForbiddenServers(items: BulkItem[], caller: AllowedServers): BulkItem[] {
  return items.map((item) => {
    if ('refusal' in item || allowsServer(caller, item.body.server_id)) return item;
    return { index: item.index, refusal: serverNotAllowed(caller, item.body.server_id) };
  });
}

/** Refuses items on servers that neither exist nor may be created. */
export function withinServers(items: BulkItem[], isThere: (serverId: number) => boolean): BulkItem[] {
  return items.map((item) => {
    if ('refusal' in item || isThere(item.body.server_id)) return item;
    return { index: item.index, refusal: validationError({ server_id: [FIELD_PROBLEMS.unknownServer] }) };
  });
}

/** Refuses items on new servers beyond the server quota, as counted when the work was planned. */
export function refuseBeyondServerQuota(items: BulkItem[], { used, newServers }: CreationPlan, limits: Limits): BulkItem[] {
  const refused = new Set(newServers.slice(Math.max(0, limits.servers - used.servers)).map(({ id }) => id));
  return items.map((item) => {
    if ('refusal' in item || !refused.has(item.body.server_id)) return item;
    return { index: item.index, refusal: quotaExceeded('servers', limits.servers, used.servers) };
  });
}

/** Refuses the last items of each server whose AWS account has no room for them, as known when the work was planned. */
export function refuseBeyondAccountQuota(items: BulkItem[], { accounts }: CreationPlan): BulkItem[] {
  const room = new Map(accounts.map((quota) => [quota.serverId, remainingQuota(quota)]));
  return items.map((item) => {
    const quota = 'refusal' in item ? undefined : accounts.find(({ serverId }) => serverId === item.body.server_id);
    if (!quota) return item;
    const left = (room.get(quota.serverId) ?? 0) - 1;
    room.set(quota.serverId, left);
    return left < 0 ? { index: item.index, refusal: awsQuotaRefusal(quota) } : item;
  });
}

/** Refuses the last items, beyond the reserved places. */
export function refuseBeyondPlaces(items: BulkItem[], places: number, refusal: AppError): BulkItem[] {
  let room = places;
  return items.map((item) => {
    if ('refusal' in item) return item;
    room -= 1;
    return room < 0 ? { index: item.index, refusal } : item;
  });
}

function notAnObject(): AppError {
  return new AppError('invalid_request', ERROR_MESSAGES.invalid_request.itemNotObject);
}

export type BulkResult = { index: number } & ({ domain: Domain; isNewServer: boolean } | { refusal: AppError });

/** 201 if at least one domain was created, else throws the error for the whole request. */
export function bulkAnswer(results: BulkResult[]): HttpResponse {
  const created = results.filter((result) => 'domain' in result).length;
  if (created === 0) throw nothingCreated(results.flatMap((result) => ('refusal' in result ? [result] : [])));
  return { status: 201, json: { data: results.map(toItem), summary: { created, failed: results.length - created } } };
}

type Refused = Extract<BulkResult, { refusal: AppError }>;

function nothingCreated(refused: Refused[]): AppError {
  if (refused.every(({ refusal }) => refusal.status >= 500)) {
    return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.noneCreated, {
      headers: { 'retry-after': '1' },
    });
  }
  const errors = Object.fromEntries(refused.flatMap(errorsOf));
  return validationError(errors, { items: refused.map(toItem) });
}

/** Keys are request paths. An error that concerns no field is listed under the item. */
function errorsOf({ index, refusal }: Refused): [string, string[]][] {
  const path = `domains[${index}]`;
  const fields =
    refusal.code === 'validation_error' ? Object.entries((refusal.details?.errors ?? {}) as Record<string, string[]>) : [];
  return fields.length > 0 ? fields.map(([field, messages]) => [`${path}.${field}`, messages]) : [[path, [refusal.message]]];
}

function toItem(result: BulkResult) {
  const { index } = result;
  if ('domain' in result) {
    const { domain, isNewServer } = result;
    return {
      index,
      status: 'created',
      domain: { ...domainResource(domain), ...serverCreatedWarning(domain.serverId, isNewServer) },
    };
  }
  return failedItem(index, result.refusal);
}
