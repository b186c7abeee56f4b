import * as z from 'zod/mini';
import { ACTORS } from '../../../contract/api/error-codes.ts';
import { keys } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.store.ts';

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

export const WAITED_FOR = ACTORS.filter((actor) => actor !== 'nobody');

/** Kept so that a page which many people have open is counted once. */
export function waitingCountsStore(table: Table) {
  return {
    async get(organizationId: string): Promise<WaitingCounts | undefined> {
      const item = await table.get(keys.waitingCounts(organizationId));
      return item && WaitingCounts.parse(item);
    },

    async keep(organizationId: string, counts: WaitingCounts): Promise<void> {
      await table.put({ ...keys.waitingCounts(organizationId), ...counts });
    },
  };
}
export type WaitingCountsStore = ReturnType<typeof waitingCountsStore>;
