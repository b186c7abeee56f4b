import { OUTBOX_PREFIX } from '../contract/table-shape.ts';

/** Every key of the one table; its attributes and indexes are in contract/table-shape.ts. */
export interface Key {
  pk: string;
  sk: string;
}

/** Spread over this many partitions, a due index or an outbox has no hot key at ten million domains. */
export const DUE_SHARDS = 16;
export const OUTBOX_SHARDS = 8;

export const keys = {
  organization: (id: string): Key => ({ pk: `ORG#${id}`, sk: 'ORG' }),
  apiKey: (keyId: string): Key => ({ pk: `KEY#${keyId}`, sk: 'KEY' }),
  /** The server, its machines and its change counter: what an agent's quiet poll reads. */
  server: (organizationId: string, serverId: number): Key => ({ pk: serverPartition(organizationId, serverId), sk: 'SERVER' }),
  label: (label: string): Key => ({ pk: `LABEL#${label}`, sk: 'LABEL' }),
  enrollment: (tokenHash: string): Key => ({ pk: `ENROLLMENT#${tokenHash}`, sk: 'ENROLLMENT' }),
  /** A certificate by server and hostname. */
  certificate: (organizationId: string, serverId: number, hostname: string): Key => ({
    pk: serverPartition(organizationId, serverId),
    sk: `CERT#${hostname}`,
  }),
  claim: (hostname: string): Key => ({ pk: `HOST#${hostname}`, sk: 'CLAIM' }),
  domain: (domainId: number): Key => ({ pk: `DOMAIN#${domainId}`, sk: 'DOMAIN' }),
  timeline: (domainId: number, entryId: string): Key => ({ pk: `DOMAIN#${domainId}`, sk: `TIMELINE#${entryId}` }),
  challenge: (token: string): Key => ({ pk: `CHALLENGE#${token}`, sk: 'CHALLENGE' }),
  acmeAccount: (directoryUrl: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: 'ACCOUNT' }),
  orderBudget: (directoryUrl: string, minute: string): Key => ({ pk: `ACME#${directoryUrl}`, sk: `BUDGET#${minute}` }),
  /** By the hour, so that `redrive --since` reads whole partitions. */
  outbox: (hour: string, shard: number, eventId: string): Key => ({ pk: `${OUTBOX_PREFIX}${hour}#${shard}`, sk: eventId }),
  /** By server and month: beside a local index a partition key ends at 10 GB, and cannot be split beyond 1000 writes a second. */
  audit: (organizationId: string, serverId: number, month: string, entryId: string): Key => ({
    pk: `AUDIT#${organizationId}#${serverId}#${month}`,
    sk: entryId,
  }),
};

/** The reverse of `keys.domain`. */
export function domainIdOf(partitionKey: string): number {
  return Number(partitionKey.slice(keys.domain(0).pk.length - 1));
}

export function serverPartition(organizationId: string, serverId: number): string {
  return `SERVER#${organizationId}#${serverId}`;
}

export function duePartition(shard: number): string {
  return `DUE#${shard}`;
}

export function shardOf(domainId: number, shards: number): number {
  return domainId % shards; // the low bits of a domain id are random
}

/** `2026-11` of an instant. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** `2026-11-21T07` of an instant. */
export function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}
