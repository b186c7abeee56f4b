import * as z from 'zod/mini';

const whole = z.int().check(z.minimum(0));

/**
 * One shard of watched domains (shared/table/keys.ts) for one run of the scan. `part`: of its visits (day-slots.ts); absent if
 * they are not divided.
 */
export const ScanMessage = z.object({ shard: whole, part: z.optional(z.object({ index: whole, of: whole })) });
export type ScanMessage = z.infer<typeof ScanMessage>;
