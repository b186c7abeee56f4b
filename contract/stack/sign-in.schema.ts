import * as z from 'zod/mini';
import { ROLES } from '../api/roles.ts';

/** Members of this group at the identity provider get the role in the organization. */
export const GroupRole = z.object({ group: z.string(), organizationId: z.string(), role: z.enum(ROLES) });
export type GroupRole = z.infer<typeof GroupRole>;

/** Configuration of the sign-in: a JSON environment variable. */
export const SignIn = z.object({
  /** Exactly as in the provider's tokens. Its endpoints are discovered from it (OpenID Connect Discovery 1.0). */
  issuer: z.string(),
  clientId: z.string(),
  /** Absent: a public client, protected by PKCE alone. */
  clientSecretArn: z.optional(z.string()),
  groupsClaim: z.string(),
  groupRoles: z.array(GroupRole),
});
export type SignIn = z.infer<typeof SignIn>;
