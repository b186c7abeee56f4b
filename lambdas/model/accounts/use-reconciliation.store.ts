import { DUE_USE_PARTITION, keys } from '../../shared/table/keys.ts';
import { dueBefore } from '../../shared/table/queries.ts';
import { type Item, notThereYet, type Table, type Write } from '../../shared/table/table.store.ts';
import { nextReconciliationAt } from './next-night.ts';
import { UseReconciliation } from './use-reconciliation.schema.ts';

const nobodyLookedSince = 'stepDueAt = :seen AND #task = :task';

/** The organizations whose usage must be counted again, and the progress. */
export function useReconciliationStore(table: Table) {
  return {
    firstWrite(organizationId: string, now: Date): Write {
      return table.putWrite(
        itemOf({ organizationId, task: 'begin', tries: 0, stepDueAt: nextReconciliationAt(now) }),
        notThereYet,
      );
    },

    async get(organizationId: string): Promise<UseReconciliation | undefined> {
      const item = await table.get(keys.useReconciliation(organizationId));
      return item && UseReconciliation.parse(item);
    },

    /** The next task, for a transaction: it is refused if another run was faster. */
    replaceWrite({ stepDueAt, task }: UseReconciliation, after: UseReconciliation): Write {
      const values = { ':seen': stepDueAt, ':task': task };
      return table.putWrite(itemOf(after), { expression: nobodyLookedSince, names: { '#task': 'task' }, values });
    },

    async dueBefore(now: Date, startAt?: Item): Promise<{ organizationIds: string[]; next?: Item }> {
      const due = await dueBefore(table, DUE_USE_PARTITION, now, startAt);
      const prefix = keys.organization('').pk;
      return { organizationIds: due.keys.map(({ pk }) => pk.slice(prefix.length)), ...(due.next && { next: due.next }) };
    },
  };
}
export type UseReconciliationStore = ReturnType<typeof useReconciliationStore>;

function itemOf(reconciliation: UseReconciliation) {
  return { ...keys.useReconciliation(reconciliation.organizationId), duePk: DUE_USE_PARTITION, ...reconciliation };
}
