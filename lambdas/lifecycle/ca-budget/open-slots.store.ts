import type { Table } from '../../shared/table/table.store.ts';
import { caBudgetStore } from './ca-budget.store.ts';
import { caQueueStore } from './ca-queue.store.ts';
import { type Acme, caAccount } from './order-limits.ts';
import type { SlotPorts } from './take-slot.ts';

/** Budgets and queue of the CA account of a stage. */
export function openSlots(table: Table, acme: Acme): SlotPorts {
  const account = caAccount(acme);
  return { acme, budget: caBudgetStore(table, account), queue: caQueueStore(table, account) };
}
