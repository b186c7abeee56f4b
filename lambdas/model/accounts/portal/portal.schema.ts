import * as z from 'zod/mini';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';
import { StoredTheme } from './theme.schema.ts';

/** What an organization shows to the owners of its hostnames. It lies under the token that the portal's address has, so that one read is enough. */
export const Portal = storedObject({
  token: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  theme: z.optional(StoredTheme),
  /** Names the item that has the logo: another logo gets another id. */
  logoId: z.optional(z.string()),
  version: z.int(),
});
export type Portal = z.infer<typeof Portal>;

/** Under which token the organization's portal lies. */
export const PortalOfOrganization = storedObject({ token: z.string() });

/** Base64 of a PNG or a WebP. */
export const Logo = storedObject({ data: z.string() });
