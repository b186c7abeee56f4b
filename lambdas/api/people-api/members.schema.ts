import * as z from 'zod/mini';
import { MAIL_CAUSES } from '../../../contract/api/events.ts';
import { ROLES } from '../../../contract/api/roles.ts';
import { MailAddress } from '../../../contract/mail-address.schema.ts';

const role = z.enum(ROLES);

export const InviteRequest = z.strictObject({ email: MailAddress, role });
/** Mail causes left out of `mail` keep their current setting. */
export const UpdateMeRequest = z.strictObject({
  mail: z.strictObject(Object.fromEntries(MAIL_CAUSES.map((cause) => [cause, z.optional(z.boolean())]))),
});
export const ChangeRoleRequest = z.strictObject({ role });
