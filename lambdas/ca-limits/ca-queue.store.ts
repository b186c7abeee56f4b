import * as z from 'zod/mini';
import type { TakePlace } from '../lifecycle/spend.ts';
import { caQueuePartition, keys } from '../shared/table/keys.ts';
import { storedObject } from '../shared/table/stored-object.schema.ts';
import type { Item, TableReads, Write } from '../shared/table/table.store.ts';
import { classOf, joinedAtOf, type QueueClass, tagOf } from './fair-queue.ts';

export const QueuedName = storedObject({
  sk: z.string(),
  domainId: z.int(),
  organizationId: z.string(),
  /** The order writes a proof into the validation zone. Absent: it does not. */
  needsProof: z.optional(z.boolean()),
});

export interface QueuedName {
  place: string;
  tag: number;
  domainId: number;
  organizationId: string;
  needsProof?: boolean | undefined;
}

/** Per organization: in each queue class, the tag of its next name. */
const CaTags = storedObject({
  first: z.optional(z.int()),
  repeat: z.optional(z.int()),
  renewal: z.optional(z.int()),
});

/** A run seldom grants more than the first few. */
const PAGE = 100;
/** A place further back is answered as "more": an exact count would read a megabyte per ten thousand names. */
const MAX_COUNTED = 1_000;

export function caQueueStore(table: TableReads, account: string) {
  const pk = caQueuePartition(account);
  return {
    /** May lag by a second, in which a name can skip the queue. */
    async isWaitedFor(): Promise<boolean> {
      const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', Limit: 1, values: { ':pk': pk } });
      return items.length > 0;
    },

    /** The tag of an organization's next name in a class, unless another of its names is served first. */
    async nextTag(organizationId: string, queueClass: QueueClass): Promise<number | undefined> {
      const item = await table.get(keys.caTags(account, organizationId));
      return CaTags.parse(item ?? {})[queueClass];
    },

    /**
     * For the transaction that queues the name. The same place twice is one entry. A tag that another name has taken is a lost
     * race.
     */
    joinWrites({ place, domainId, organizationId, needsProof, tag }: Omit<TakePlace, 'kind' | 'account'>): Write[] {
      const entry = table.putWrite({
        ...keys.caQueue(account, place),
        domainId,
        organizationId,
        ...(needsProof && { needsProof }),
      });
      if (!tag) return [entry];
      const { queueClass, seen, taken, expiresAtSeconds } = tag;
      const taking = table.updateWrite(keys.caTags(account, organizationId), {
        expression: 'SET #class = :next, expiresAtSeconds = :expiry',
        condition: seen === undefined ? 'attribute_not_exists(#class)' : '#class = :seen',
        names: { '#class': queueClass },
        values: { ':next': taken + 1, ':expiry': expiresAtSeconds, ...(seen !== undefined && { ':seen': seen }) },
      });
      return [entry, taking];
    },

    /** For the transaction that grants: only one of two dispatchers can remove the name. */
    leaveWrite(place: string): Write {
      return table.deleteWrite(keys.caQueue(account, place), { expression: 'attribute_exists(pk)' });
    },

    /** Deletes a place whose name no longer waits there. */
    dropWrite(place: string): Write {
      return table.deleteWrite(keys.caQueue(account, place));
    },

    /** How many names of the class are before a place that is not taken yet. Counts up to a thousand. */
    async ahead(place: string): Promise<number> {
      const { count } = await table.count({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        Limit: MAX_COUNTED,
        values: { ':pk': pk, ':from': `${classOf(place)}#`, ':to': place },
      });
      return count;
    },

    /** How many names wait, as far as one request reads (some 7,000), and since when the oldest of them waits. */
    async waiting(): Promise<{ count: number; oldestAt?: string }> {
      const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', values: { ':pk': pk } });
      const [oldestAt] = items.map(({ sk }) => joinedAtOf(String(sk))).toSorted();
      return { count: items.length, ...(oldestAt !== undefined && { oldestAt }) };
    },

    /** The names of a class in the order of service, page by page. */
    async page(queueClass: QueueClass, startAt?: Item): Promise<{ names: QueuedName[]; next?: Item }> {
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :class)',
        ConsistentRead: true,
        Limit: PAGE,
        values: { ':pk': pk, ':class': `${queueClass}#` },
        ...(startAt && { startAt }),
      });
      const names = items.map((item) => {
        const { sk: place, domainId, organizationId, needsProof } = QueuedName.parse(item);
        return { place, tag: tagOf(place), domainId, organizationId, needsProof };
      });
      return { names, ...(next && { next }) };
    },
  };
}
export type CaQueueStore = ReturnType<typeof caQueueStore>;
