/**
 * The shape of the one table, for the stack that makes it and the code that uses it. Key attributes `pk` and `sk`;
 * `duePk` and `stepDueAt` are the keys of the sparse index `byDue`, `scanPk` and `scanAt` those of `byScan`; the TTL is garbage
 * collection only: readers compare expiry themselves. No index is a local one: beside one, a partition key ends at 10 GB, and it
 * can never be taken away again.
 */
export const TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAtSeconds',
  byDue: { name: 'byDue', partitionKey: 'duePk', sortKey: 'stepDueAt' },
  byScan: { name: 'byScan', partitionKey: 'scanPk', sortKey: 'scanAt' },
} as const;

/**
 * The indexes that domains are listed from, each by one Query. They project `listed`, a map of what the API shows: DynamoDB
 * allows 100 projected attributes over all indexes together. `listId` is a number, the domain's id: newest is highest.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-secondary-indexes
 */
export const LIST_INDEXES = {
  byOrganization: { name: 'byOrganization', partitionKey: 'listPk', sortKey: 'listId', sortType: 'N' },
  bySslStatus: { name: 'bySslStatus', partitionKey: 'sslPk', sortKey: 'listId', sortType: 'N' },
  byDnsStatus: { name: 'byDnsStatus', partitionKey: 'dnsPk', sortKey: 'listId', sortType: 'N' },
  /** Sparse: only domains that wait for somebody, by how long they have. */
  byActor: { name: 'byActor', partitionKey: 'actorPk', sortKey: 'waitsSince', sortType: 'S' },
  byServer: { name: 'byServer', partitionKey: 'serverPk', sortKey: 'listId', sortType: 'N' },
  /** Sparse: only domains that have a certificate. */
  byExpiry: { name: 'byExpiry', partitionKey: 'listPk', sortKey: 'certificateEndsAt', sortType: 'S' },
  bySslExpiry: { name: 'bySslExpiry', partitionKey: 'sslPk', sortKey: 'certificateEndsAt', sortType: 'S' },
} as const;
export type ListIndex = keyof typeof LIST_INDEXES;
export const LISTED = 'listed';

/**
 * Partitions of due and of watched domains, by the domain's id; the number is in the keys of their rows. 100 million domains take
 * some 75 writes a second in each, and a partition takes 1,000. The work on one partition can be divided
 * (lambdas/scan/day-slots.ts). /
 */
export const DUE_SHARDS = 16;

/** How partition keys begin that rights are given or refused by. */
export const AUDIT_PREFIX = 'AUDIT#';
export const CHALLENGE_PREFIX = 'CHALLENGE#';
export const OUTBOX_PREFIX = 'OUTBOX#';
export const REQUESTS_PREFIX = 'REQUESTS#';
export const SEALS_PREFIX = 'SEALS#';
/**
 * All that the portal's role reaches, by the beginning of partition keys: what it shows and finds it by, and what a check writes.
 * No key of the API, no server or webhook, no certificate, no challenge, no audit. Of test data, whose clock it needs, it reaches
 * the organization's partition.
 */
export const PORTAL_ROWS = {
  reads: ['PORTAL#', 'LOGO#', 'DOMAIN#', 'HOST#', 'LABEL#', 'ORG#*_test'],
  writes: ['VISITS#', 'DOMAIN#', 'HOST#', 'WATCH#', OUTBOX_PREFIX],
};

/**
 * All that the sign-in's role reaches. A partition of an organization also has its servers and webhooks: a key's condition sees
 * no further than the partition.
 */
export const SIGN_IN_ROWS = { reads: ['USER#', 'IDENTITY#', 'INVITED#', 'ORG#', 'SIGNIN#'], writes: ['MAILS#'] };

/** The filters of the two event sources at the table's stream: of the relay, and of what seals the audit. */
export const OUTBOX_STREAM_FILTER = insertsOf(OUTBOX_PREFIX);
export const AUDIT_STREAM_FILTER = insertsOf(AUDIT_PREFIX);

function insertsOf(prefix: string) {
  return { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix }] } } } };
}
