import * as z from 'zod/mini';
import type { HttpErrorCode, SignInErrorCode } from './error-codes.ts';
import { PERMISSIONS } from './operations.ts';
import { Id, Instant, TransferResource } from './wire.schema.ts';

/**
 * Codes of the public API; agents' credentials are a matter of the routes below /edge/v1, sign-in one of those below /app.
 */
export type ApiErrorCode = Exclude<HttpErrorCode, 'invalid_agent_credentials' | SignInErrorCode>;

const count = z.int().check(z.minimum(0));

/** An item of a bulk request that failed, with the error it would have had as a request of its own. */
export const FailedItem = z
  .strictObject({
    index: count.check(z.describe('The place of the item in the request.')),
    status: z.literal('error'),
    error: z.strictObject({
      code: z.string(),
      message: z.string(),
      details: z.optional(z.record(z.string(), z.unknown())),
    }),
  })
  .check(z.meta({ id: 'FailedItem', description: 'An item of a bulk request that was refused.' }));

const ValidationDetails = z.strictObject({
  errors: z
    .record(z.string(), z.array(z.string()))
    .check(z.describe('Every wrong field, by its path (`url`, `metadata.plan`, `domains[0].url`), with all its messages.')),
  existing_domain_id: z.optional(Id.check(z.describe('Your own domain that has this hostname already.'))),
  claim: z.optional(
    z
      .strictObject({ type: z.literal('TXT'), name: z.string(), value: z.string() })
      .check(z.describe('The record that proves the hostname to be yours: publish it and repeat the request.')),
  ),
  transfer: z.optional(TransferResource),
  items: z.optional(z.array(FailedItem).check(z.describe('Of a bulk request: what became of each item.'))),
});

/** What `details` holds, by code. Undefined: there are none. */
const ERROR_DETAILS = {
  invalid_request: undefined,
  invalid_api_key: undefined,
  insufficient_permissions: z.strictObject({
    required_permission: z.enum(PERMISSIONS),
    api_key_permissions: z.array(z.enum(PERMISSIONS)),
  }),
  api_key_restricted: z.strictObject({
    restriction: z.enum(['addresses', 'servers']).check(z.describe('To what the key is restricted.')),
    address: z.optional(z.string().check(z.describe('From where the request came.'))),
    server_id: z.optional(Id.check(z.describe('The server that the request is about; absent where it is about all.'))),
    allowed_server_ids: z.optional(z.array(Id).check(z.describe('The servers that the key may be used for.'))),
  }),
  resource_not_found: z.optional(
    z.strictObject({ domain_id: z.optional(Id), server_id: z.optional(Id), webhook_id: z.optional(Id) }),
  ),
  method_not_allowed: undefined,
  conflict: undefined,
  precondition_failed: undefined,
  validation_error: ValidationDetails,
  idempotency_key_reused: undefined,
  quota_exceeded: z.strictObject({ resource: z.string(), limit: count, used: count }),
  rate_limit_exceeded: z.strictObject({ limit: count, remaining: count, reset_at: Instant }),
  internal_error: undefined,
  service_unavailable: undefined,
} satisfies Record<ApiErrorCode, z.ZodMiniType | undefined>;

export const API_ERROR_CODES = Object.keys(ERROR_DETAILS) as ApiErrorCode[];

/** What stands in `error` of an answer with this code. */
export function errorObject(code: ApiErrorCode) {
  const details = ERROR_DETAILS[code];
  const error = { code: z.literal(code), message: z.string() };
  return details === undefined ? z.strictObject(error) : z.strictObject({ ...error, details });
}

/** The body of any answer of the public API with a status of 400 or more. */
export const HttpErrorBody = z.strictObject({ error: z.union(API_ERROR_CODES.map(errorObject)) });
