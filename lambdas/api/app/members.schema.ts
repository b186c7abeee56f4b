import * as z from 'zod/mini';
import { MAIL_CAUSES } from '../../../contract/api/events.ts';
import { ROLES } from '../../../contract/api/roles.ts';

const role = z.enum(ROLES);
const LONGEST_EMAIL = 254;

export const InviteRequest = z.strictObject({
  email: z.string().check(z.maxLength(LONGEST_EMAIL), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'must be an e-mail address')),
  role,
});
/** Of what one wants mail; what is not named stays. */
export const UpdateMeRequest = z.strictObject({
  mail: z.strictObject(Object.fromEntries(MAIL_CAUSES.map((cause) => [cause, z.optional(z.boolean())]))),
});
export const ChangeRoleRequest = z.strictObject({ role });
