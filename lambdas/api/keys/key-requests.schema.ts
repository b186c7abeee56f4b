import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { KEY_DESCRIPTIONS } from '../../model/accounts/key-descriptions.ts';
import { MODES } from '../../model/accounts/tenant.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { givenInstant } from '../../shared/http/parameters.ts';
import { rangeProblem } from './allowed-range.ts';

/** More than exist, and few enough for zod to report each. */
const MAX_PERMISSIONS = 100;

const name = z
  .string()
  .check(
    z.regex(/\S/, 'needs at least one character that is not white space'),
    maxLength(100, 'may have 100 characters'),
    isWellFormed,
    z.describe(KEY_DESCRIPTIONS.name),
  );

const MAX_ADDRESSES = 20;
const addresses = z
  .array(
    z.string().check((payload) => {
      const message = rangeProblem(payload.value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    }),
  )
  .check(minLength(1, 'needs at least one address'), maxLength(MAX_ADDRESSES, `may have ${MAX_ADDRESSES} addresses`));

const MAX_SERVERS = 50;
const serverIds = z
  .array(ServerId)
  .check(minLength(1, 'needs at least one server'), maxLength(MAX_SERVERS, `may have ${MAX_SERVERS} servers`));
const distinct = z.transform((ids: number[]) => [...new Set(ids)]);

export const CreateKeyRequest = z.strictObject({
  name,
  permissions: z.pipe(
    z
      .array(z.enum(PERMISSIONS, 'is not the name of a permission'))
      .check(
        minLength(1, 'needs at least one permission'),
        maxLength(MAX_PERMISSIONS, `may have ${MAX_PERMISSIONS} permissions`),
        z.describe('What it may do: at most what you may.'),
      ),
    z.transform((names) => [...new Set(names)]),
  ),
  mode: z.optional(
    z
      .enum(MODES, 'must be live or test')
      .check(z.describe('Which data it reaches. It must be the mode of this request, which is what it is without this field.')),
  ),
  expires_at: z.optional(givenInstant.check(z.describe('When it ends by itself; without one it does not.'))),
  allowed_addresses: z.optional(addresses.check(z.describe(`${KEY_DESCRIPTIONS.allowedAddresses} Absent: from everywhere.`))),
  allowed_server_ids: z.optional(
    z.pipe(serverIds.check(z.describe(`${KEY_DESCRIPTIONS.allowedServers} Absent: all.`)), distinct),
  ),
});
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

/** The body of PATCH /keys/{id}. Problems with the body as a whole are reported under `body`. */
export const UpdateKeyRequest = z
  .strictObject({
    permissions: z.optional(z.never('cannot be changed')),
    name: z.optional(name),
    expires_at: z.optional(z.nullable(givenInstant).check(z.describe('When it ends by itself; null: never.'))),
    allowed_addresses: z.optional(
      z.nullable(addresses).check(z.describe(`${KEY_DESCRIPTIONS.allowedAddresses} Null: from everywhere.`)),
    ),
    allowed_server_ids: z.optional(
      z.nullable(z.pipe(serverIds, distinct)).check(z.describe(`${KEY_DESCRIPTIONS.allowedServers} Null: all.`)),
    ),
  })
  .check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: 'must have at least one of name, expires_at, allowed_addresses, allowed_server_ids',
      path: ['body'],
    }),
    z.meta({ minProperties: 1 }),
  );
export type UpdateKeyRequest = z.infer<typeof UpdateKeyRequest>;

const MAX_HOURS = 168;
const bounds = `must be from 0 to ${MAX_HOURS}`;

export const RotateKeyRequest = z.strictObject({
  overlap_hours: z._default(
    z
      .int('must be an integer')
      .check(z.minimum(0, bounds), z.maximum(MAX_HOURS, bounds), z.describe('For how long the former secret is accepted too.')),
    24,
  ),
});
export type RotateKeyRequest = z.infer<typeof RotateKeyRequest>;
