import { omit } from '../../shared/rows/omit.ts';
import { keys, slotText, watchPartition } from '../../shared/table/keys.ts';
import type { Condition, Item, Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import type { Domain } from './domain-row.schema.ts';
import { Watch } from './issuance.schema.ts';
import { watchedCertificateOf } from './scan-time.ts';

/** Slots of the day, both included, and the sort key after which to begin. */
export interface SlotRange {
  first: number;
  last: number;
  after?: string;
}

export interface WatchPage {
  /** Each is parsed as a `Watch` separately: one malformed entry must not stop the checks of the others. */
  entries: { sortKey: string; item: Item }[];
  hasMore: boolean;
}

const PAGE = 100;

const isOfThisCertificate = 'fingerprintSha256 = :fingerprint';
const neverChecked = 'attribute_not_exists(checkedAt)';
const nobodyCheckedSince = 'checkedAt = :checkedAt';

/** Read-only, for callers that may not write. */
function watchReads(table: TableReads) {
  return {
    /** One Query, in the order of the slots. It may lag. */
    async page(shard: number, { first, last, after }: SlotRange): Promise<WatchPage> {
      const pk = watchPartition(shard);
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :shard AND sk BETWEEN :first AND :last',
        Limit: PAGE,
        // `$` sorts right after the `#` that follows the slot.
        values: { ':shard': pk, ':first': slotText(first), ':last': `${slotText(last)}$` },
        ...(after !== undefined && { startAt: { pk, sk: after } }),
      });
      const entries = items.map((item) => ({ sortKey: String(item.sk), item: omit(item, 'pk', 'sk') }));
      return { entries, hasMore: next !== undefined };
    },

    /** The state of a domain's certificate, if it belongs to this one. */
    async get(domainId: number, { fingerprintSha256 }: Pick<Watch, 'fingerprintSha256'>): Promise<Watch | undefined> {
      const item = await table.get(keys.watch(domainId));
      const watch = item && Watch.parse(item);
      return watch?.fingerprintSha256 === fingerprintSha256 ? watch : undefined;
    },
  };
}
export type WatchReads = ReturnType<typeof watchReads>;

/** Domains whose certificate is watched, in the daily order of their checks. */
export function watchStore(table: Table) {
  return {
    ...watchReads(table),

    /** Throws LostRace if another check has written since, or the certificate is another one by now. */
    async remember(before: Watch, after: Watch): Promise<void> {
      await table.put(itemOf(after), asItWasRead(before));
    },

    /** Ends the daily checks. Throws LostRace as `remember` does. */
    async forget(watch: Watch): Promise<void> {
      await table.transact([table.deleteWrite(keys.watch(watch.domainId), asItWasRead(watch))]);
    },
  };
}
export type WatchStore = ReturnType<typeof watchStore>;

/** For the transaction in which a domain gets a certificate: its daily checks begin with an empty state. */
export function watchWrites(table: Table, before: Domain, after: Domain): Write[] {
  const { id: domainId, served } = after;
  // The daily checks exclude domains of test mode (steps/test-mode/).
  if (!served || !watchedCertificateOf(after) || isTestTenant(after.organizationId)) return [];
  const { fingerprintSha256, ariId, ca } = served.certificate;
  if (fingerprintSha256 === before.served?.certificate.fingerprintSha256) return [];
  return [table.putWrite(itemOf({ domainId, fingerprintSha256, ca, ...(ariId !== undefined && { ariId }) }))];
}

function itemOf(watch: Watch) {
  return { ...keys.watch(watch.domainId), ...watch };
}

function asItWasRead({ fingerprintSha256, checkedAt }: Watch): Condition {
  return {
    expression: `${isOfThisCertificate} AND ${checkedAt === undefined ? neverChecked : nobodyCheckedSince}`,
    values: { ':fingerprint': fingerprintSha256, ...(checkedAt !== undefined && { ':checkedAt': checkedAt }) },
  };
}
