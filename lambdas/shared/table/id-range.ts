import { type Key, organizationPartition } from './keys.ts';

/** For a Query of an organization's items of one kind: those with an id below `before`, or all, highest first, strongly consistent. */
export function idsBelow(keyOf: (organizationId: string, id: number) => Key, organizationId: string, before?: number) {
  return {
    KeyConditionExpression: 'pk = :organization AND sk BETWEEN :first AND :last',
    values: {
      ':organization': organizationPartition(organizationId),
      ':first': keyOf(organizationId, 0).sk,
      ':last': keyOf(organizationId, before === undefined ? Number.MAX_SAFE_INTEGER : before - 1).sk,
    },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}
