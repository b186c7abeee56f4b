import * as z from 'zod/mini';
import { caQueuePartition, keys } from '../../shared/table/keys.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import type { Item, Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { classOf, type QueueClass, tagOf } from './fair-queue.ts';

export const QueuedName = storedObject({ sk: z.string(), domainId: z.int(), organizationId: z.string() });

export interface QueuedName {
  place: string;
  tag: number;
  domainId: number;
  organizationId: string;
}

const TRIES = 4;
/** Seldom more than the first few are granted in a run. */
const PAGE = 100;
/** What is behind so many is told as more: to count them all would read a megabyte for each of ten thousand that join. */
const MOST_COUNTED = 1_000;
const KEPT_SECONDS = 30 * 24 * 3_600;

/** Names that wait for one CA account. */
export function caQueueStore(table: Table, account: string) {
  const pk = caQueuePartition(account);
  return {
    /** May lag a second behind: then somebody is let past. */
    async isWaitedFor(): Promise<boolean> {
      const { items } = await table.query({ KeyConditionExpression: 'pk = :pk', Limit: 1, values: { ':pk': pk } });
      return items.length > 0;
    },

    /** The tag of an organization's next name, counted at once: one that is never used delays its organization by a slot. */
    async nextTag(organizationId: string, queueClass: QueueClass, virtualTime: number, now: Date): Promise<number> {
      const key = keys.caTags(account, organizationId);
      const names = { '#class': queueClass };
      const expiry = { ':expiry': expirySeconds(now, KEPT_SECONDS) };
      const behindItsLast = {
        expression: 'SET #class = #class + :one, expiresAtSeconds = :expiry',
        condition: '#class >= :served',
        ...{ names, values: { ':one': 1, ':served': virtualTime, ...expiry } },
      };
      const whereServed = {
        expression: 'SET #class = :next, expiresAtSeconds = :expiry',
        condition: 'attribute_not_exists(#class) OR #class < :served',
        ...{ names, values: { ':next': virtualTime + 1, ':served': virtualTime, ...expiry } },
      };
      for (let tried = 1; ; tried += 1) {
        try {
          const after = await table.update(key, tried % 2 === 1 ? behindItsLast : whereServed);
          return Number(after[queueClass]) - 1;
        } catch (error) {
          if (!(error instanceof LostRace) || tried === TRIES) throw error;
        }
      }
    },

    /** For the transaction that has the name wait. The same place twice is one. */
    joinWrite(place: string, { id: domainId, organizationId }: { id: number; organizationId: string }): Write {
      return table.putWrite({ ...keys.caQueue(account, place), domainId, organizationId });
    },

    /** For the transaction that grants: only one of two dispatchers takes a name out. */
    leaveWrite(place: string): Write {
      return table.deleteWrite(keys.caQueue(account, place), { expression: 'attribute_exists(pk)' });
    },

    /** Takes a place away whose name does not wait there any more. */
    async drop(place: string): Promise<void> {
      await table.transact([table.deleteWrite(keys.caQueue(account, place))]);
    },

    /** How many of its class stand before a place that nobody has yet, of the first thousand. */
    async ahead(place: string): Promise<number> {
      const { count } = await table.count({
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        Limit: MOST_COUNTED,
        values: { ':pk': pk, ':from': `${classOf(place)}#`, ':to': place },
      });
      return count;
    },

    /** Of a class, those that are served first, page by page. */
    async page(queueClass: QueueClass, startAt?: Item): Promise<{ names: QueuedName[]; next?: Item }> {
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :class)',
        ConsistentRead: true,
        Limit: PAGE,
        values: { ':pk': pk, ':class': `${queueClass}#` },
        ...(startAt && { startAt }),
      });
      const names = items.map((item) => {
        const { sk: place, domainId, organizationId } = QueuedName.parse(item);
        return { place, tag: tagOf(place), domainId, organizationId };
      });
      return { names, ...(next && { next }) };
    },
  };
}
export type CaQueueStore = ReturnType<typeof caQueueStore>;
