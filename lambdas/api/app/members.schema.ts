import * as z from 'zod/mini';
import { ROLES } from '../../../contract/api/roles.ts';

const role = z.enum(ROLES);
const LONGEST_EMAIL = 254;

export const InviteRequest = z.strictObject({
  email: z.string().check(z.maxLength(LONGEST_EMAIL), z.regex(/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'must be an e-mail address')),
  role,
});
export const ChangeRoleRequest = z.strictObject({ role });
