import * as z from 'zod/mini';
import { ROLES } from '../api/roles.ts';

/** A group of the identity provider whose members have a role in an organization. */
export const GroupRole = z.object({ group: z.string(), organizationId: z.string(), role: z.enum(ROLES) });
export type GroupRole = z.infer<typeof GroupRole>;

/** What the sign-in is told of its identity provider: a JSON environment variable. */
export const SignIn = z.object({
  /** As the provider writes it in its tokens; its endpoints are found from there (OpenID Connect Discovery 1.0). */
  issuer: z.string(),
  clientId: z.string(),
  /** Absent: a public client, which PKCE alone protects. */
  clientSecretArn: z.optional(z.string()),
  groupsClaim: z.string(),
  groupRoles: z.array(GroupRole),
});
export type SignIn = z.infer<typeof SignIn>;
