import * as z from 'zod/mini';
import type { HttpErrorCode, SignInErrorCode } from './error-codes.ts';
import { int64 } from './int64.schema.ts';
import { PERMISSIONS } from './operations.ts';
import { ErrorMessage, errorCodeDescription, Id, Instant, Limit, TransferResource, UsedAmount } from './wire.schema.ts';

/** Error codes of the public API. Agent credentials belong to /edge/v1, sign-in to /app. */
export type ApiErrorCode = Exclude<HttpErrorCode, 'invalid_agent_credentials' | SignInErrorCode>;

const count = z.int().check(z.minimum(0));

/** A failed item of a bulk request, with the error that a single request would get. */
export const FailedItem = z
  .strictObject({
    index: count.check(z.describe('The place of the item in the request.')),
    status: z.literal('error').check(z.describe('The item was refused.')),
    error: z
      .strictObject({
        code: z.string().check(errorCodeDescription),
        message: ErrorMessage,
        details: z.optional(z.record(z.string(), z.unknown()).check(z.describe('What belongs to this `code`.'))),
      })
      .check(z.describe('The error that it would have had as a request of its own.')),
  })
  .check(z.meta({ id: 'FailedItem', description: 'An item of a bulk request that was refused.' }));

const ValidationDetails = z.strictObject({
  errors: z
    .record(z.string(), z.array(z.string()))
    .check(z.describe('Every wrong field, by its path (`url`, `metadata.plan`, `domains[0].url`), with all its messages.')),
  existing_domain_id: z.optional(Id.check(z.describe('Your own domain that has this hostname already.'))),
  claim: z.optional(
    z
      .strictObject({
        type: z.literal('TXT').check(z.describe('The type of the record.')),
        name: z.string().check(z.describe('The whole name of the record.')),
        value: z.string().check(z.describe('What the record has to hold.')),
      })
      .check(z.describe('The record that proves the hostname to be yours: publish it and repeat the request.')),
  ),
  transfer: z.optional(TransferResource),
  items: z.optional(z.array(FailedItem).check(z.describe('Of a bulk request: what became of each item.'))),
});

/** Schema of `details` by code. Undefined: the code has none. */
const ERROR_DETAILS = {
  invalid_request: undefined,
  invalid_api_key: undefined,
  insufficient_permissions: z.strictObject({
    required_permission: z.enum(PERMISSIONS).check(z.describe('What the operation needs.')),
    api_key_permissions: z.array(z.enum(PERMISSIONS)).check(z.describe('What the key has.')),
  }),
  api_key_restricted: z.strictObject({
    restriction: z.enum(['addresses', 'servers']).check(z.describe('To what the key is restricted.')),
    address: z.optional(z.string().check(z.describe('From where the request came.'))),
    server_id: z.optional(Id.check(z.describe('The server that the request is about; absent where it is about all.'))),
    allowed_server_ids: z.optional(z.array(Id).check(z.describe('The servers that the key may be used for.'))),
  }),
  resource_not_found: z.optional(
    z.strictObject({
      domain_id: z.optional(Id.check(int64('The id for which there is no domain.'))),
      server_id: z.optional(Id.check(int64('The id for which there is no server.'))),
      webhook_id: z.optional(Id.check(int64('The id for which there is no webhook.'))),
    }),
  ),
  method_not_allowed: undefined,
  conflict: undefined,
  precondition_failed: undefined,
  validation_error: ValidationDetails,
  idempotency_key_reused: undefined,
  quota_exceeded: z.strictObject({
    resource: z.string().check(z.describe('What there are too many of.')),
    limit: Limit,
    used: UsedAmount,
  }),
  rate_limit_exceeded: z.strictObject({
    limit: Limit,
    remaining: count.check(int64('How many requests are left.')),
    reset_at: Instant.check(z.describe('From when on you may ask again.')),
  }),
  internal_error: undefined,
  service_unavailable: undefined,
} satisfies Record<ApiErrorCode, z.ZodMiniType | undefined>;

export const API_ERROR_CODES = Object.keys(ERROR_DETAILS) as ApiErrorCode[];

/** Schema of the `error` object for this code. */
export function errorObject(code: ApiErrorCode) {
  const details = ERROR_DETAILS[code];
  const error = { code: z.literal(code).check(errorCodeDescription), message: ErrorMessage };
  return details === undefined ? z.strictObject(error) : z.strictObject({ ...error, details });
}

/** Body of every public API answer with status 400 or more. */
export const HttpErrorBody = z.strictObject({ error: z.union(API_ERROR_CODES.map(errorObject)) });
