import * as z from 'zod/mini';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

const instant = z.string();

/** What is known of a CA that has been in trouble. One that never was has none. */
export const CaHealth = storedObject({
  /** In a row, over all domains. */
  failures: z.int(),
  /** What it said last, or why nothing was heard. */
  problem: storedObject({ type: z.string(), detail: z.string() }),
  failedAt: instant,
  /** Since when it is spared, how often somebody has tried since whether it is back, and when the next one may. */
  openedAt: z.optional(instant),
  probes: z.optional(z.int()),
  probeAt: z.optional(instant),
  /** Who has taken the last probe and not said yet what came of it: an execution (execution.schema.ts). */
  prober: z.optional(z.string()),
  /** When the last outage was over. */
  closedAt: z.optional(instant),
  version: z.int(),
});
export type CaHealth = z.infer<typeof CaHealth>;
