import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { useIn } from './use-counter.store.ts';

const number = z.int();

/** How many domains of an organization waited for whom, and when they were counted. */
export const WaitingCounts = z.object({
  countedAt: z.string(),
  /** False where there are so many that the count was broken off: there are at least these. */
  isComplete: z.boolean(),
  customer: number,
  integrator: number,
  service: number,
});
export type WaitingCounts = z.infer<typeof WaitingCounts>;

/** Kept so that a page which many people have open is counted once. */
export function waitingCountsStore(table: Table) {
  return {
    /** What was counted last, and how many domains there are in all. Three GetItems. */
    async read(organizationId: string): Promise<{ total: number; kept?: WaitingCounts }> {
      const wanted = [keys.limits(organizationId), keys.eventCounter(organizationId), keys.waitingCounts(organizationId)];
      const [limits, counter, kept] = await Promise.all(wanted.map((key) => table.get(key)));
      return { total: useIn(limits, counter).domains, ...(kept && { kept: WaitingCounts.parse(kept) }) };
    },

    async keep(organizationId: string, counts: WaitingCounts): Promise<void> {
      await table.put({ ...keys.waitingCounts(organizationId), ...counts });
    },
  };
}
