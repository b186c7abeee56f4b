import type { TableReads, Write } from '../../shared/table/table.store.ts';
import type { Spend } from '../spend.ts';
import { caBudgetStore } from './ca-budget.store.ts';
import { caQueueStore } from './ca-queue.store.ts';

/** Makes the writes of what is spent, for the transaction of the row that it is spent for. */
export function spendWrites(table: TableReads) {
  return (spends: readonly Spend[]): Write[] => spends.flatMap((spend) => writesOf(table, spend));
}

function writesOf(table: TableReads, spend: Spend): Write[] {
  switch (spend.kind) {
    case 'take':
      return [caBudgetStore(table, spend.account).takeWrite(spend)];
    case 'place':
      return caQueueStore(table, spend.account).joinWrites(spend);
  }
}
