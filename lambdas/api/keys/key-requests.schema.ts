import * as z from 'zod/mini';
import { PERMISSIONS } from '../../../contract/api/operations.ts';
import { isWellFormed, maxLength, minLength } from '../../../contract/text.schema.ts';
import { MODES } from '../../model/accounts/tenant.ts';
import { givenInstant } from '../../shared/http/parameters.ts';

/** More than there are, and few enough that zod can report each. */
const MOST_PERMISSIONS = 100;

/** The body of POST /keys. */
export const CreateKeyRequest = z.strictObject({
  name: z
    .string()
    .check(
      z.regex(/\S/, 'needs at least one character that is not white space'),
      maxLength(100, 'may have 100 characters'),
      isWellFormed,
    ),
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
});
export type CreateKeyRequest = z.infer<typeof CreateKeyRequest>;

const MOST_HOURS = 168;
const bounds = `must be from 0 to ${MOST_HOURS}`;

/** The body of POST /keys/{id}/rotate. */
export const RotateKeyRequest = z.strictObject({
  overlap_hours: z._default(z.int('must be an integer').check(z.minimum(0, bounds), z.maximum(MOST_HOURS, bounds)), 24),
});
export type RotateKeyRequest = z.infer<typeof RotateKeyRequest>;
