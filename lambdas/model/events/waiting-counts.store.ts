import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';
import { quotaUseOf } from './use-counter.store.ts';

const number = z.int();

/** How many domains of an organization waited for whom, and when they were counted. */
export const WaitingCounts = z.object({
  countedAt: z.string(),
  /** False if the count was stopped because there are too many: the counts are then lower bounds. */
  isComplete: z.boolean(),
  customer: number,
  integrator: number,
  service: number,
});
export type WaitingCounts = z.infer<typeof WaitingCounts>;

/** Cached so that a page which many people have open is counted once. */
export function waitingCountsStore(table: Table) {
  return {
    /** The last counts, and the total of domains. Three GetItems. */
    async read(organizationId: string): Promise<{ total: number; kept?: WaitingCounts }> {
      const wanted = [keys.limits(organizationId), keys.eventCounter(organizationId), keys.waitingCounts(organizationId)];
      const [limits, counter, kept] = await Promise.all(wanted.map((key) => table.get(key)));
      return { total: quotaUseOf(limits, counter).domains, ...(kept && { kept: WaitingCounts.parse(kept) }) };
    },

    async keep(organizationId: string, counts: WaitingCounts): Promise<void> {
      await table.put({ ...keys.waitingCounts(organizationId), ...counts });
    },
  };
}
