import * as z from 'zod/mini';

/** The place of a hostname in its server's list of changes. The certificate itself lies in the server's partition. */
export const ListedChange = z.object({
  changedAt: z.string(),
  hostname: z.string(),
});
export type ListedChange = z.infer<typeof ListedChange>;
