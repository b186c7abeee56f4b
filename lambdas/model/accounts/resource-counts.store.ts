import { keys } from '../../shared/table/keys.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import type { CountedResource, Room } from './organization-limits.ts';

const noneIsCounted = 'attribute_not_exists(#count)';
const hasRoom = '#count < :limit';

/** For the transaction that creates one: it is refused, with the counter among what was found, if the organization has its limit. */
export function takeRoomWrite(table: Table, organizationId: string, resource: CountedResource, { counted, limit }: Room): Write {
  return table.updateWrite(keys.resourceCounts(organizationId), {
    expression: 'SET #count = if_not_exists(#count, :counted) + :one',
    condition: `${noneIsCounted} OR ${hasRoom}`,
    names: { '#count': resource },
    values: { ':counted': counted, ':limit': limit, ':one': 1 },
  });
}

/** For the transaction that deletes one. */
export function giveRoomBackWrite(table: Table, organizationId: string, resource: CountedResource): Write {
  return table.updateWrite(keys.resourceCounts(organizationId), {
    expression: 'SET #count = if_not_exists(#count, :one) + :less',
    names: { '#count': resource },
    values: { ':one': 1, ':less': -1 },
  });
}
