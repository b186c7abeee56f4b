import * as z from 'zod/mini';
import { PERMISSIONS } from '../shared/contract/codes.ts';

export const Organization = z.object({ id: z.string(), name: z.string(), createdAt: z.string() });
export type Organization = z.infer<typeof Organization>;

/** An API key as stored: the secret itself is nowhere. */
export const ApiKey = z.object({
  keyId: z.string(),
  organizationId: z.string(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  /** SHA-256 of the secret, hex. 256 random bits need no slow hash. */
  secretSha256: z.string(),
  createdAt: z.string(),
  expiresAt: z.optional(z.string()),
  revokedAt: z.optional(z.string()),
});
export type ApiKey = z.infer<typeof ApiKey>;
