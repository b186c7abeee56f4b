/**
 * The table's schema, for the stack that creates it and the code that uses it. `pk` and `sk` are its keys; `duePk` and
 * `stepDueAt` those of the sparse index `byDue`, `scanPk` and `scanAt` those of `byScan`. The TTL is garbage collection only:
 * readers compare expiry themselves. There is no local index: it would limit a partition key to 10 GB and could never be removed.
 */
export const TABLE_SHAPE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  ttl: 'expiresAtSeconds',
  byDue: { name: 'byDue', partitionKey: 'duePk', sortKey: 'stepDueAt' },
  byScan: { name: 'byScan', partitionKey: 'scanPk', sortKey: 'scanAt' },
} as const;

/**
 * Indexes that list domains, each with one Query. They project `listed`, a map of what the API shows, because DynamoDB allows 100
 * projected attributes over all indexes together. `listId` is the domain's numeric id: the highest is the newest.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-secondary-indexes
 */
export const LIST_INDEXES = {
  byOrganization: { name: 'byOrganization', partitionKey: 'listPk', sortKey: 'listId', sortType: 'N' },
  bySslStatus: { name: 'bySslStatus', partitionKey: 'sslPk', sortKey: 'listId', sortType: 'N' },
  byDnsStatus: { name: 'byDnsStatus', partitionKey: 'dnsPk', sortKey: 'listId', sortType: 'N' },
  /** Sparse: only domains that wait for somebody, sorted by the start of the wait. */
  byActor: { name: 'byActor', partitionKey: 'actorPk', sortKey: 'waitsSince', sortType: 'S' },
  byServer: { name: 'byServer', partitionKey: 'serverPk', sortKey: 'listId', sortType: 'N' },
  /** Sparse: only domains with a certificate. */
  byExpiry: { name: 'byExpiry', partitionKey: 'listPk', sortKey: 'certificateEndsAt', sortType: 'S' },
  bySslExpiry: { name: 'bySslExpiry', partitionKey: 'sslPk', sortKey: 'certificateEndsAt', sortType: 'S' },
} as const;
export type ListIndex = keyof typeof LIST_INDEXES;
export const LISTED_ATTRIBUTE = 'listed';

/**
 * Number of partitions of due and of scanned domains, by domain id. It is part of their keys. 100 million domains cause some 75
 * writes a second in each, of the 1,000 that a partition takes. lambdas/renewal-scan/daily-checks/day-slots.ts can divide the
 * work on a partition further.
 */
export const DUE_SHARDS = 16;

/** Partition key prefixes that IAM policies grant or deny. */
export const AUDIT_PREFIX = 'AUDIT#';
export const CHALLENGE_PREFIX = 'CHALLENGE#';
export const OUTBOX_PREFIX = 'OUTBOX#';
export const REQUESTS_PREFIX = 'REQUESTS#';
export const SEALS_PREFIX = 'SEALS#';
/**
 * Everything that the portal's role reaches, by partition key prefix: what it shows, and what a DNS check writes. It reaches no
 * API key, server, webhook, certificate, challenge or audit entry. It reads the organization's partition for the clock of test
 * data.
 */
export const PORTAL_ROWS = {
  reads: ['PORTAL#', 'LOGO#', 'DOMAIN#', 'HOST#', 'LABEL#', 'ORG#*_test'],
  writes: ['VISITS#', 'DOMAIN#', 'HOST#', 'WATCH#', OUTBOX_PREFIX],
};

/**
 * Everything that the sign-in's role reaches. An organization's partition also holds its servers and webhooks, because an IAM
 * condition cannot look inside a partition.
 */
export const SIGN_IN_ROWS = { reads: ['USER#', 'IDENTITY#', 'INVITED#', 'ORG#', 'SIGNIN#'], writes: ['MAILS#'] };

/** Filters of the table stream's two event sources: the outbox relay, and the audit sealer. */
export const OUTBOX_STREAM_FILTER = insertsOf(OUTBOX_PREFIX);
export const AUDIT_STREAM_FILTER = insertsOf(AUDIT_PREFIX);

function insertsOf(prefix: string) {
  return { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix }] } } } };
}
