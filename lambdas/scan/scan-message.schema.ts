import * as z from 'zod/mini';

/** One shard of the domains whose certificates are watched (shared/table/keys.ts), for one run of the scan. */
export const ScanMessage = z.object({ shard: z.int().check(z.minimum(0)) });
export type ScanMessage = z.infer<typeof ScanMessage>;
