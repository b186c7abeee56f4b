import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { MODES } from '../../model/accounts/tenant.ts';
import { ServerId } from '../../model/servers/server.schema.ts';
import { givenInstant } from '../../shared/http/parameters.ts';
import { rangeProblem } from './allowed-range.ts';

/** More than there are, and few enough that zod can report each. */
const MOST_PERMISSIONS = 100;

const name = z
  .string()
  .check(
    z.regex(/\S/, 'needs at least one character that is not white space'),
    maxLength(100, 'may have 100 characters'),
    isWellFormed,
  );

const MOST_ADDRESSES = 20;
const addresses = z
  .array(
    z.string().check((payload) => {
      const message = rangeProblem(payload.value);
      if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
    }),
  )
  .check(minLength(1, 'needs at least one address'), maxLength(MOST_ADDRESSES, `may have ${MOST_ADDRESSES} addresses`));

const MOST_SERVERS = 50;
const serverIds = z.pipe(
  z.array(ServerId).check(minLength(1, 'needs at least one server'), maxLength(MOST_SERVERS, `may have ${MOST_SERVERS} servers`)),
  z.transform((ids) => [...new Set(ids)]),
);

/** The body of POST /keys. */
export const CreateKeyRequest = z.strictObject({
  name,
  permissions: z.pipe(
    z
      .array(z.enum(PERMISSIONS, 'is not the name of a permission'))
      .check(
        minLength(1, 'needs at least one permission'),
        maxLength(MOST_PERMISSIONS, `may have ${MOST_PERMISSIONS} permissions`),
      ),
    z.transform((names) => [...new Set(names)]),
  ),
  mode: z.optional(z.enum(MODES, 'must be live or test')),
  expires_at: z.optional(givenInstant),
  allowed_addresses: z.optional(addresses),
  allowed_server_ids: z.optional(serverIds),
});
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

/** The body of PATCH /keys/{id}. What is wrong with it as a whole is told under `body`. */
export const UpdateKeyRequest = z
  .strictObject({
    permissions: z.optional(z.never('cannot be changed')),
    name: z.optional(name),
    expires_at: z.optional(z.nullable(givenInstant)),
    allowed_addresses: z.optional(z.nullable(addresses)),
    allowed_server_ids: z.optional(z.nullable(serverIds)),
  })
  .check(
    z.refine((body) => Object.keys(body).length > 0, {
      error: 'must have at least one of name, expires_at, allowed_addresses, allowed_server_ids',
      path: ['body'],
    }),
    z.meta({ minProperties: 1 }),
  );
export type UpdateKeyRequest = z.infer<typeof UpdateKeyRequest>;

const MOST_HOURS = 168;
const bounds = `must be from 0 to ${MOST_HOURS}`;

/** The body of POST /keys/{id}/rotate. */
export const RotateKeyRequest = z.strictObject({
  overlap_hours: z._default(z.int('must be an integer').check(z.minimum(0, bounds), z.maximum(MOST_HOURS, bounds)), 24),
});
export type RotateKeyRequest = z.infer<typeof RotateKeyRequest>;
