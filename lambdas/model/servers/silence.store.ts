import { TABLE_SHAPE } from '../../../contract/stack/table-shape.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersOf, dueServersPartition, keys } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { type MachineNews, machineWrites } from './machine.store.ts';
import { type AgentServer, type Machine, MachineRow } from './server.schema.ts';
import { nameable, silenceDueAt, silentMachineOf } from './server.ts';

const DUE_PAGE = 100;
const serverExists = 'attribute_exists(pk)';
const isDueAsRead = 'stepDueAt = :due';
const isNotKnownSilent = 'attribute_not_exists(silentAt)';
const calledAsRead = 'lastSeenAt = :seen';
const neverCalled = 'attribute_not_exists(lastSeenAt)';
const namesNoneSilent = 'attribute_not_exists(silent)';

/** A machine that is found silent, and when it is to be retired. */
export interface Silent {
  machine: Machine;
  retireAt: string;
}

/** The sweep's side of the watch over machines: `machineWrites` writes by when one may be silent (`byDue`). */
export function silenceStore(table: Table) {
  const { machines, revokeMachine } = machineWrites(table);
  return {
    machines,

    /** Takes out a machine that has been silent for so long that it is gone. Throws LostRace if it came back. */
    retire: (server: AgentServer, machine: Machine, news: MachineNews) => revokeMachine(server, machine, news),

    /** Servers of which something is due by now; one Query a page. */
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

    /** Notes that machines are silent and tells of it, unless one was heard of, revoked or noted since it was read. */
    async markSilent(server: AgentServer, silent: readonly Silent[], event: OutboxEvent): Promise<boolean> {
      const marks = silent.map(({ machine, retireAt }) =>
        table.updateWrite(keys.machine(server.organizationId, server.id, machine.id), {
          expression: 'SET silentAt = :now, stepDueAt = :retireAt',
          condition: `${isDueAsRead} AND ${isNotKnownSilent} AND ${machine.lastSeenAt === undefined ? neverCalled : calledAsRead}`,
          values: {
            ':now': event.createdAt,
            ':due': machine.stepDueAt,
            ':retireAt': retireAt,
            ...(machine.lastSeenAt !== undefined && { ':seen': machine.lastSeenAt }),
          },
        }),
      );
      const machinesOfThese = silent.map(({ machine }) => machine);
      const count = table.updateWrite(keys.server(server.organizationId, server.id), namesAdded(server, machinesOfThese));
      return wonRaceUnlessBusy(table.transact([...marks, count, outboxWrite(table, event)]));
    },

    /** Looks at a machine again then: it was heard of, or is known to be silent. */
    async watchAgain(server: AgentServer, { id, stepDueAt }: Machine, nextDueAt: string): Promise<void> {
      const change = {
        expression: 'SET stepDueAt = :next',
        condition: isDueAsRead,
        values: { ':due': stepDueAt, ':next': nextDueAt },
      };
      await wonRace(table.update(keys.machine(server.organizationId, server.id, id), change));
    },

    /** From here on the machines inside the server's item are watched by rows of their own. */
    async watchInside(server: AgentServer, silentAfterSeconds: number): Promise<void> {
      const { organizationId, id: serverId, label, stepDueAt } = server;
      const watched = Object.values(server.machines).filter(({ silentAt }) => silentAt === undefined);
      for (const machine of watched)
        await table.update(keys.machine(organizationId, serverId, machine.id), {
          expression: `SET id = :id, label = :label, duePk = if_not_exists(duePk, :duePk), stepDueAt = if_not_exists(stepDueAt, :due)${
            machine.lastSeenAt === undefined ? '' : ', lastSeenAt = if_not_exists(lastSeenAt, :seen)'
          }`,
          values: {
            ':id': machine.id,
            ':label': label,
            ':duePk': dueServersOf(label),
            ':due': silenceDueAt(machine, silentAfterSeconds),
            ...(machine.lastSeenAt !== undefined && { ':seen': machine.lastSeenAt }),
          },
        });
      const done = { expression: 'REMOVE duePk, stepDueAt', condition: isDueAsRead, values: { ':due': stepDueAt } };
      await wonRace(table.update(keys.server(organizationId, serverId), done));
    },

    /**
     * Moves into a machine's row that it is silent, which the last release has noted inside the server's item. It is counted
     * there by `saveSilence`. Throws LostRace if it was heard of or revoked since it was read.
     */
    async adoptSilent(server: AgentServer, machine: Machine, dueAt: string): Promise<void> {
      const { organizationId, id: serverId, label } = server;
      const { id, silentAt, lastSeenAt } = machine;
      await table.transact([
        table.updateWrite(keys.machine(organizationId, serverId, id), {
          expression: `SET id = :id, label = :label, duePk = :duePk, stepDueAt = :due, silentAt = :silentAt${
            lastSeenAt === undefined ? '' : ', lastSeenAt = if_not_exists(lastSeenAt, :seen)'
          }`,
          values: {
            ':id': id,
            ':label': label,
            ':duePk': dueServersOf(label),
            ':due': dueAt,
            ':silentAt': silentAt,
            ...(lastSeenAt !== undefined && { ':seen': lastSeenAt }),
          },
        }),
        table.updateWrite(keys.server(organizationId, serverId), {
          expression: 'REMOVE machines.#machine.silentAt',
          condition: 'machines.#machine.silentAt = :silentAt',
          names: { '#machine': id },
          values: { ':silentAt': silentAt },
        }),
      ]);
    },

    /** Which machines are silent, for the server's item. False if that has changed since it was read. */
    async saveSilence(before: AgentServer, { silent = {}, silentCount = 0 }: AgentServer): Promise<boolean> {
      const asRead = [
        before.silentCount === undefined ? 'attribute_not_exists(silentCount)' : 'silentCount = :seenCount',
        before.silent === undefined ? namesNoneSilent : 'size(silent) = :seenNames',
      ];
      return wonRace(
        table.update(keys.server(before.organizationId, before.id), {
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
    async forget(key: { pk: string; sk: string }, server: AgentServer | undefined): Promise<void> {
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
  const named = nameable(server, silent);
  const values = { ':count': silent.length };
  if (!server.silent) {
    const map = Object.fromEntries(named.map((machine) => [machine.id, silentMachineOf(machine)]));
    const condition = `${serverExists} AND ${namesNoneSilent}`;
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
