import { keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { REMEMBERED_SECONDS, ReceiverMemory } from './receiver-memory.ts';

const isNotCountedYet = 'attribute_not_exists(countedLease) OR countedLease <> :lease';

/** The stored state of a receiver's host, separate for each organization. Each call is one request. */
export function receiverMemoryStore(table: Table) {
  const itemOf = (memory: ReceiverMemory) => ({ ...keys.receiver(memory.organizationId, memory.host), ...memory });

  return {
    async find(organizationId: string, host: string, now: Date): Promise<ReceiverMemory | undefined> {
      const item = await table.get(keys.receiver(organizationId, host));
      const memory = item && ReceiverMemory.parse(item);
      return memory && memory.expiresAtSeconds * 1000 > now.getTime() ? memory : undefined;
    },

    async remember(memory: ReceiverMemory): Promise<void> {
      await table.put(itemOf(memory));
    },

    /** The same for the transaction that deletes or moves a webhook. */
    rememberWrites(memory: ReceiverMemory | undefined): Write[] {
      return memory ? [table.putWrite(itemOf(memory))] : [];
    },

    /**
     * Adds time-outs of attempts whose webhook was gone when they ended. `lease` identifies the attempts: the SDK's repeat of
     * this write counts nothing.
     */
    async count(organizationId: string, host: string, timeouts: number, lease: string, now: Date): Promise<void> {
      const update = table.update(keys.receiver(organizationId, host), {
        expression:
          'SET timeoutsInRow = if_not_exists(timeoutsInRow, :none) + :more, organizationId = :organization, host = :host, countedLease = :lease, expiresAtSeconds = :expiry',
        condition: isNotCountedYet,
        values: {
          ':none': 0,
          ':more': timeouts,
          ':organization': organizationId,
          ':host': host,
          ':lease': lease,
          ':expiry': expirySeconds(now, REMEMBERED_SECONDS),
        },
      });
      await wonRace(update);
    },

    /** Deletes the state when the host answers again. */
    async forget(organizationId: string, host: string): Promise<void> {
      await table.transact([table.deleteWrite(keys.receiver(organizationId, host))]);
    },
  };
}
