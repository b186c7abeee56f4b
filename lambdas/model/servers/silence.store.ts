import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersPartition, type Key } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Item, Table, Update } from '../../shared/table/table.store.ts';
import {
  isNotKnownSilent,
  machineKey,
  machineWrites,
  noContactSince,
  rowUpdate,
  rowWritesOf,
  serverExists,
  serverKey,
} from './machine.store.ts';
import { type AgentServer, type Machine, MachineRow } from './server.schema.ts';
import { machinesToName, silentMachineOf } from './server.ts';

const DUE_PAGE = 100;
const isDueAsRead = 'stepDueAt = :due';
const hasSilenceAsRead = 'silentCount = :seenCount AND size(silent) = :seenNames';

export interface SilentWithRetirement {
  machine: Machine;
  retireAt: string;
}

/** The sweep's part of the machine monitoring: `machineWrites` sets when a machine may count as silent (`byDue`). */
export function silenceStore(table: Table) {
  const { machines, revokeMachine } = machineWrites(table);
  const rowWrite = rowWritesOf(table);
  return {
    machines,
    revokeMachine,

    /** Machines due by now; one Query per page. */
    async dueBefore(shard: number, now: Date, startAt?: Item) {
      const { name, partitionKey, sortKey } = TABLE_SHAPE.byDue;
      const { items, next } = await table.query({
        IndexName: name,
        KeyConditionExpression: `${partitionKey} = :shard AND ${sortKey} < :now`,
        Limit: DUE_PAGE,
        values: { ':shard': dueServersPartition(shard), ':now': now.toISOString() },
        ...(startAt && { startAt }),
      });
      return { keys: items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })), ...(next && { next }) };
    },

    /** Marks machines as silent, with an event, unless one made contact, was revoked or marked since it was read. */
    async markSilent(server: AgentServer, silent: readonly SilentWithRetirement[], event: OutboxEvent): Promise<boolean> {
      const marks = silent.map(({ machine, retireAt }) => {
        const { expression, values } = noContactSince(machine, `${isDueAsRead} AND ${isNotKnownSilent}`);
        const condition = { expression, values: { ...values, ':due': machine.stepDueAt } };
        return rowWrite(server, machine, { sets: { silentAt: event.createdAt, stepDueAt: retireAt }, condition });
      });
      const machinesOfThese = silent.map(({ machine }) => machine);
      const count = table.updateWrite(serverKey(server), namesAdded(server, machinesOfThese));
      return wonRaceUnlessBusy(table.transact([...marks, count, outboxWrite(table, event)]));
    },

    /** Schedules the next check of a machine that made contact, or is known to be silent. */
    async watchAgain(server: AgentServer, machine: Machine, nextDueAt: string): Promise<void> {
      const condition = { expression: isDueAsRead, values: { ':due': machine.stepDueAt } };
      const change = rowUpdate({ sets: { stepDueAt: nextDueAt }, condition });
      await wonRace(table.update(machineKey(server, machine.id), change));
    },

    /** Stores the silent machines in the server's item. False if they have changed since it was read. */
    async saveSilence(before: AgentServer, { silent, silentCount }: AgentServer): Promise<boolean> {
      return wonRace(
        table.update(serverKey(before), {
          expression: 'SET silent = :silent, silentCount = :count',
          condition: hasSilenceAsRead,
          values: {
            ':silent': silent,
            ':count': silentCount,
            ':seenCount': before.silentCount,
            ':seenNames': Object.keys(before.silent).length,
          },
        }),
      );
    },

    /** Deletes a due row whose server is gone. */
    async forget(key: Key, server: AgentServer | undefined): Promise<void> {
      const item = await table.get(key);
      if (!item) return;
      const { label, stepDueAt } = MachineRow.parse(item);
      if (label === server?.label) return;
      const isLeft = { expression: isDueAsRead, values: { ':due': stepDueAt } };
      await wonRaceUnlessBusy(table.transact([table.deleteWrite(key, isLeft)]));
    },
  };
}
export type SilenceStore = ReturnType<typeof silenceStore>;

function namesAdded(server: AgentServer, silent: readonly Machine[]): Update {
  const named = machinesToName(server, silent);
  const set = named.map((_, index) => `silent.#m${index} = :m${index}`).join(', ');
  return {
    expression: `${named.length > 0 ? `SET ${set} ` : ''}ADD silentCount :count`,
    condition: serverExists,
    ...(named.length > 0 && { names: Object.fromEntries(named.map(({ id }, index) => [`#m${index}`, id])) }),
    values: {
      ':count': silent.length,
      ...Object.fromEntries(named.map((machine, index) => [`:m${index}`, silentMachineOf(machine)])),
    },
  };
}
