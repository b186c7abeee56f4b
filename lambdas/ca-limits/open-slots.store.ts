import type { Ca } from '../../contract/stack/settings.schema.ts';
import type { Spend } from '../lifecycle/spend.ts';
import type { TableReads, Write } from '../shared/table/table.store.ts';
import { caOrderLimitsStore } from './ca-order-limits.store.ts';
import { caQueueStore } from './ca-queue.store.ts';
import { type Slots, slotsAt } from './offer-slot.ts';
import { type Acme, caAccount } from './order-limits.ts';

export function openSlots(table: TableReads, acme: Acme) {
  const account = caAccount(acme);
  return { acme, budget: caOrderLimitsStore(table, account), queue: caQueueStore(table, account) };
}
export type OpenSlots = ReturnType<typeof openSlots>;

/** Per CA of a stage, by name. A CA that the stage has removed gets those of the preferred one. */
export function slotsByCa(
  table: TableReads,
  [preferred, ...fallbacks]: readonly [Ca, ...Ca[]],
): (caName: string | undefined) => Slots {
  const first = slotsAt(openSlots(table, preferred));
  const others = new Map(fallbacks.map((ca) => [ca.caName, slotsAt(openSlots(table, ca))]));
  return (caName) => others.get(caName ?? '') ?? first;
}

/** The writes for what is spent, for the transaction of the row that spends it. */
export function spendWrites(table: TableReads) {
  return (spends: readonly Spend[]): Write[] => spends.flatMap((spend) => writesOf(table, spend));
}

function writesOf(table: TableReads, spend: Spend): Write[] {
  switch (spend.kind) {
    case 'take':
      return [caOrderLimitsStore(table, spend.account).takeWrite(spend)];
    case 'place':
      return caQueueStore(table, spend.account).joinWrites(spend);
  }
}
