/**
 * The shape of the one table, for the stack that makes it and the code that uses it. Key attributes `pk` and `sk`;
 * `changedAt` sorts the local index `byChange` (a server's certificates, strongly consistent); `duePk` and `stepDueAt`
 * are the keys of the sparse index `byDue`; the TTL is garbage collection only: readers compare expiry themselves.
 */
export const TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAtSeconds',
  byChange: { name: 'byChange', sortKey: 'changedAt' },
  byDue: { name: 'byDue', partitionKey: 'duePk', sortKey: 'stepDueAt' },
} as const;

export const OUTBOX_PREFIX = 'OUTBOX#';

/** The filter of the relay's event source: inserts of the outbox only. */
export const OUTBOX_STREAM_FILTER = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: OUTBOX_PREFIX }] } } } };
