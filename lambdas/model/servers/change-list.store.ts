import * as z from 'zod/mini';
import { changePartition, keys } from '../../shared/table/keys.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { type AnnouncedCertificate, Certificate, REMOVED_KEPT_SECONDS } from './certificate.schema.ts';

/** The position of a hostname in its server's list of changes. The certificate itself is in the server's partition. */
export const ListedChange = z.object({
  changedAt: z.string(),
  hostname: z.string(),
  /** There may be no certificate yet: agents must forward its challenges (`expectedHostnameStore`). */
  isExpected: z.optional(z.literal(true)),
});
export type ListedChange = z.infer<typeof ListedChange>;

// The changes at a server, for its agents: an item per hostname, in a partition of their own and in the order of the changes. A
// hostname that changes again moves to the end, so that the list is never longer than the server's certificates.

/** The position after which a list of changes continues. */
export type ChangePosition = Pick<ListedChange, 'changedAt' | 'hostname'>;

/**
 * The most certificates in one answer to an agent: 50 of about 6 kB are far below DynamoDB's 16 MB per batch and Lambda's 6 MB
 * per answer.
 */
const CHANGES_PER_PAGE = 50;

type Listed = Pick<Certificate, 'organizationId' | 'serverId' | 'hostname' | 'state' | 'listedAt'>;

/** Together with the write that stores the new position on the certificate itself. */
export function moveToEndWrites(table: Table, certificate: Listed, now: Date): Write[] {
  const { hostname, listedAt, state } = certificate;
  const changedAt = now.toISOString();
  const keyAt = (instant: string) => keys.change(certificate.organizationId, certificate.serverId, instant, hostname);
  const change: ListedChange = { changedAt, hostname };
  const expiry = state === 'removed' && { expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) };
  const takes = table.putWrite({ ...keyAt(changedAt), ...change, ...expiry });
  // A transaction may contain an item only once.
  const stoodElsewhere = listedAt !== undefined && listedAt !== changedAt;
  return stoodElsewhere ? [takes, table.deleteWrite(keyAt(listedAt))] : [takes];
}

export interface ChangesPage {
  certificates: AnnouncedCertificate[];
  expected: ListedChange[];
  next?: ChangePosition;
}

/**
 * One page of the changes after an instant, oldest first, strongly consistent; `next` if more follows. A change that was
 * announced again since the page was read has moved to a later page, and is omitted.
 */
export async function readChanges(
  table: Table,
  { organizationId, serverId }: Pick<Certificate, 'organizationId' | 'serverId'>,
  after: string,
  from?: ChangePosition,
): Promise<ChangesPage> {
  const { items, next } = await table.query({
    KeyConditionExpression: 'pk = :changes AND sk > :after',
    values: { ':changes': changePartition(organizationId, serverId), ':after': after },
    ...(from && { startAt: { ...keys.change(organizationId, serverId, from.changedAt, from.hostname) } }),
    Limit: CHANGES_PER_PAGE,
    ConsistentRead: true,
  });
  const page = items.map((item) => ListedChange.parse(item));
  // The TTL deletes a removed certificate and its position separately: one that returns in between is listed twice for a while.
  const ofCertificates = page.filter(({ isExpected }) => !isExpected);
  const hostnames = [...new Set(ofCertificates.map(({ hostname }) => hostname))];
  const found = await table.getMany(hostnames.map((hostname) => keys.certificate(organizationId, serverId, hostname)));
  const certificates = new Map(found.map((item) => [item.hostname, Certificate.parse(item)]));
  const last = page.at(-1);
  return {
    certificates: ofCertificates.flatMap(({ hostname, changedAt }) => {
      const certificate = certificates.get(hostname);
      return certificate?.changedAt === changedAt ? [{ ...certificate, changedAt }] : [];
    }),
    expected: page.filter(({ isExpected }) => isExpected),
    ...(next && last && { next: { changedAt: last.changedAt, hostname: last.hostname } }),
  };
}

export interface HostnameAtServer {
  organizationId: string;
  serverId: number;
  hostname: string;
}

/**
 * The hostnames that a server's agents must expect. An agent forwards challenges only for hostnames that it knows. It learns
 * hostnames from certificates, but the first challenge comes earlier.
 */
export function expectedHostnameStore(table: Table) {
  return {
    async toldAt(of: HostnameAtServer): Promise<string | undefined> {
      const item = await table.get(keys.expectedHostname(of.organizationId, of.serverId, of.hostname));
      return item && String(item.toldAt);
    },

    /** Moves the hostname to the end of the list of changes for agents, from its position at `toldAt`. */
    async list({ organizationId, serverId, hostname }: HostnameAtServer, toldAt: string | undefined, now: Date): Promise<void> {
      const change: ListedChange = { changedAt: now.toISOString(), hostname, isExpected: true };
      const keyAt = (instant: string) => keys.change(organizationId, serverId, instant, hostname);
      const item = { ...keyAt(change.changedAt), ...change, expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) };
      if (toldAt === undefined) return table.put(item);
      await table.transact([table.putWrite(item), table.deleteWrite(keyAt(toldAt))]);
    },

    async markTold(of: HostnameAtServer, now: Date): Promise<void> {
      const key = keys.expectedHostname(of.organizationId, of.serverId, of.hostname);
      await table.put({ ...key, toldAt: now.toISOString(), expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) });
    },
  };
}
export type ExpectedHostnameStore = ReturnType<typeof expectedHostnameStore>;
