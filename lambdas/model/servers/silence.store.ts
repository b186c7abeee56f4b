import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersPartition, type Key } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import {
  dueFields,
  hasNoSilentMachines,
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
import { machinesToName, silenceDueAt, silentMachineOf } from './server.ts';

const DUE_PAGE = 100;
const isDueAsRead = 'stepDueAt = :due';

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

    /** Servers with something due by now; one Query per page. */
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
      const change = rowUpdate(server, machine, { sets: { stepDueAt: nextDueAt }, condition });
      await wonRace(table.update(machineKey(server, machine.id), change));
    },

    /** Creates rows for the machines inside the server's item, so that each of them is watched by its own. */
    async watchInside(server: AgentServer, silentAfterSeconds: number): Promise<void> {
      const watched = Object.values(server.machines).filter(({ silentAt }) => silentAt === undefined);
      for (const machine of watched) {
        const { lastSeenAt } = machine;
        const ifNew = { ...dueFields(server, silenceDueAt(machine, silentAfterSeconds)), lastSeenAt };
        await table.update(machineKey(server, machine.id), rowUpdate(server, machine, { sets: {}, ifNew }));
      }
      const done = { expression: 'REMOVE duePk, stepDueAt', condition: isDueAsRead, values: { ':due': server.stepDueAt } };
      await wonRace(table.update(serverKey(server), done));
    },

    /**
     * Moves the silence that the last release recorded inside the server's item to the machine's row. `saveSilence` counts it
     * there. Throws LostRace if the machine made contact or was revoked since it was read.
     */
    async adoptSilent(server: AgentServer, machine: Machine, dueAt: string): Promise<void> {
      const { id, silentAt, lastSeenAt } = machine;
      await table.transact([
        rowWrite(server, machine, { sets: { ...dueFields(server, dueAt), silentAt }, ifNew: { lastSeenAt } }),
        table.updateWrite(serverKey(server), {
          expression: 'REMOVE machines.#machine.silentAt',
          condition: 'machines.#machine.silentAt = :silentAt',
          names: { '#machine': id },
          values: { ':silentAt': silentAt },
        }),
      ]);
    },

    /** Stores the silent machines in the server's item. False if they have changed since it was read. */
    async saveSilence(before: AgentServer, { silent = {}, silentCount = 0 }: AgentServer): Promise<boolean> {
      const asRead = [
        before.silentCount === undefined ? 'attribute_not_exists(silentCount)' : 'silentCount = :seenCount',
        before.silent === undefined ? hasNoSilentMachines : 'size(silent) = :seenNames',
      ];
      return wonRace(
        table.update(serverKey(before), {
          expression: 'SET silent = :silent, silentCount = :count',
          condition: [serverExists, ...asRead].join(' AND '),
          values: {
            ':silent': silent,
            ':count': silentCount,
            ...(before.silentCount !== undefined && { ':seenCount': before.silentCount }),
            ...(before.silent !== undefined && { ':seenNames': Object.keys(before.silent).length }),
          },
        }),
      );
    },

    /** Deletes a due row whose server, or whose machine inside that, is gone. */
    async forget(key: Key, server: AgentServer | undefined): Promise<void> {
      const item = await table.get(key);
      if (!item) return;
      const row = MachineRow.parse(item);
      if (server !== undefined && row.label === server.label && row.signingJwk) return;
      const isLeft = { expression: isDueAsRead, values: { ':due': row.stepDueAt } };
      await wonRaceUnlessBusy(table.transact([table.deleteWrite(key, isLeft)]));
    },
  };
}
export type SilenceStore = ReturnType<typeof silenceStore>;

function namesAdded(server: AgentServer, silent: readonly Machine[]) {
  const named = machinesToName(server, silent);
  const values = { ':count': silent.length };
  if (!server.silent) {
    const map = Object.fromEntries(named.map((machine) => [machine.id, silentMachineOf(machine)]));
    const condition = `${serverExists} AND ${hasNoSilentMachines}`;
    return { expression: 'SET silent = :map ADD silentCount :count', condition, values: { ...values, ':map': map } };
  }
  const set = named.map((_, index) => `silent.#m${index} = :m${index}`).join(', ');
  return {
    expression: `${named.length > 0 ? `SET ${set} ` : ''}ADD silentCount :count`,
    condition: serverExists,
    ...(named.length > 0 && { names: Object.fromEntries(named.map(({ id }, index) => [`#m${index}`, id])) }),
    values: { ...values, ...Object.fromEntries(named.map((machine, index) => [`:m${index}`, silentMachineOf(machine)])) },
  };
}
