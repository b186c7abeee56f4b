import * as z from 'zod/mini';
import { changePartition, keys } from '../../shared/table/keys.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { type AnnouncedCertificate, Certificate, REMOVED_KEPT_SECONDS } from './certificate.schema.ts';

/** The place of a hostname in its server's list of changes. The certificate itself lies in the server's partition. */
export const ListedChange = z.object({
  changedAt: z.string(),
  hostname: z.string(),
  /** There may be no certificate yet: its challenges are to be passed on (`expectedHostnameStore`). */
  isExpected: z.optional(z.literal(true)),
});
export type ListedChange = z.infer<typeof ListedChange>;

// What changed at a server, for its agents: an item for each hostname, in a partition of their own and in the order of the
// changes. A hostname that changes again leaves its place for the last one, so that the list is never longer than the server's
// certificates.

/** Where a list of changes goes on. */
export type ChangePosition = Pick<ListedChange, 'changedAt' | 'hostname'>;

/**
 * Certificates an agent is answered at most at once: 50 of about 6 kB are far below DynamoDB's 16 MB of a batch and Lambda's 6 MB
 * answer.
 */
const CHANGES_PER_PAGE = 50;

type Listed = Pick<Certificate, 'organizationId' | 'serverId' | 'hostname' | 'state' | 'listedAt'>;

/** Beside the write that says on the certificate itself where it stands now. */
export function takeLastPlaceWrites(table: Table, certificate: Listed, now: Date): Write[] {
  const { hostname, listedAt, state } = certificate;
  const changedAt = now.toISOString();
  const keyAt = (instant: string) => keys.change(certificate.organizationId, certificate.serverId, instant, hostname);
  const change: ListedChange = { changedAt, hostname };
  const expiry = state === 'removed' && { expiresAtSeconds: expirySeconds(now, REMOVED_KEPT_SECONDS) };
  const takes = table.putWrite({ ...keyAt(changedAt), ...change, ...expiry });
  // A transaction may name an item once only.
  const stoodElsewhere = listedAt !== undefined && listedAt !== changedAt;
  return stoodElsewhere ? [takes, table.deleteWrite(keyAt(listedAt))] : [takes];
}

export interface ChangesPage {
  certificates: AnnouncedCertificate[];
  /** Hostnames that the server's agents are told to expect. */
  expected: ListedChange[];
  next?: ChangePosition;
}

/**
 * One page of what changed after an instant, oldest first, strongly consistent; `next` where more follows. What was announced
 * anew since the page was read stands behind it by now, and is left for there.
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
  // The TTL takes a removed certificate and its place apart: one that comes back in between stands twice for a while.
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
 * Which hostnames a server's agents were told to expect. An agent passes on challenges of hostnames only that it knows, and
 * learns of others by their certificates, which a first challenge precedes.
 */
export function expectedHostnameStore(table: Table) {
  return {
    /** When they were told last. */
    async toldAt(of: HostnameAtServer): Promise<string | undefined> {
      const item = await table.get(keys.expectedHostname(of.organizationId, of.serverId, of.hostname));
      return item && String(item.toldAt);
    },

    /** Puts the hostname at the end of the changes that agents are answered, in place of where it stood since `toldAt`. */
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
