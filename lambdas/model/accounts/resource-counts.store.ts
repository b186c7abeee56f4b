import { keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import type { CountedResource, QuotaRoom } from './organization-limits.ts';

const noneIsCounted = 'attribute_not_exists(#count)';
const isCounted = 'attribute_exists(#count)';
const hasRoom = '#count < :limit';

/**
 * For the transaction that creates one: it is refused, with the counter among the items found, if the organization has reached
 * its limit.
 */
export function takeQuotaWrite(
  table: Table,
  organizationId: string,
  resource: CountedResource,
  { counted, limit }: QuotaRoom,
): Write {
  return table.updateWrite(keys.resourceCounts(organizationId), {
    expression: 'SET #count = if_not_exists(#count, :counted) + :one',
    condition: `${noneIsCounted} OR ${hasRoom}`,
    names: { '#count': resource },
    values: { ':counted': counted, ':limit': limit, ':one': 1 },
  });
}

/** Changes the counter, for a transaction. It is refused if there is no counter. */
export function countWrite(table: Table, organizationId: string, resource: CountedResource, change: number): Write {
  return table.updateWrite(keys.resourceCounts(organizationId), {
    expression: 'SET #count = #count + :change',
    condition: isCounted,
    names: { '#count': resource },
    values: { ':change': change },
  });
}

/** The second try may lose to a creation that adds the counter. */
const TRIES = 3;

/**
 * Runs the transaction that deletes one, with these writes. An organization without a counter gets none: its next creation counts
 * the remaining rows. That takes a second request, because the first is refused. The second holds only while there is no counter,
 * because a creation may have added one that includes this row.
 */
export async function deleteAndReleaseQuota(
  table: Table,
  organizationId: string,
  resource: CountedResource,
  writes: readonly Write[],
): Promise<void> {
  const key = keys.resourceCounts(organizationId);
  const names = { '#count': resource };
  const giveBack = countWrite(table, organizationId, resource, -1);
  /** Changes nothing, like a ConditionCheck, which would need a permission of its own. */
  const leaveUncounted = table.updateWrite(key, { expression: 'REMOVE #count', condition: noneIsCounted, names });
  for (let tried = 1; ; tried += 1) {
    try {
      await table.transact([tried % 2 === 1 ? giveBack : leaveUncounted, ...writes]);
      return;
    } catch (error) {
      const isOfCounter = error instanceof LostRace && error.refused.length === 1 && error.refused[0] === 0;
      if (!isOfCounter || tried === TRIES) throw error;
    }
  }
}
