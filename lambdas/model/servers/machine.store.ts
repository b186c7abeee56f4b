import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersOf, keys, MACHINE_PREFIX, serverPartition } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { allItems } from '../../shared/table/queries.ts';
import type { Condition, Item, Table, TableReads, Update, Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { type AgentServer, MAX_MACHINES, type Machine, MachineRow, Server } from './server.schema.ts';

export const serverExists = 'attribute_exists(pk)';
/** False also if the server is gone. */
const hasRoomForAMachine = 'machineCount < :room';
const isEnrolled = 'attribute_exists(pk)';
const signsWithThisKey = 'signingJwk = :seenKey';
const saidSomethingElse = '(attribute_not_exists(challengePath) OR challengePath <> :challengePath)';
const isKnownSilent = 'attribute_exists(silentAt)';
export const isNotKnownSilent = 'attribute_not_exists(silentAt)';
const wasNotSeenLately = '(attribute_not_exists(lastSeenAt) OR lastSeenAt < :lately)';
const wasNotSeenSince = '(attribute_not_exists(lastSeenAt) OR lastSeenAt <= :now)';

export type MachineReport = Pick<Machine, 'challengePath'>;
export interface Contact {
  seenAt: Date;
  /** When the machine counts as silent next; absent if the row's time is accurate enough. */
  dueAt?: string;
}

/** The audit entry and event of a machine's change, for the transaction of the change. */
export interface MachineChangeRecords {
  audit: AuditEntry;
  /** Absent if it was sent before the table was restored. */
  event?: OutboxEvent;
}

const changeRecordWrites = (table: Table, { audit, event }: MachineChangeRecords): Write[] => [
  auditWrite(table, audit),
  ...(event ? [outboxWrite(table, event)] : []),
];
/** When to check a machine, unless an earlier contact moves that on. */
const dueFields = ({ label }: AgentServer, stepDueAt: string) => ({ duePk: dueServersOf(label), stepDueAt });
export const machineKey = ({ organizationId, id }: AgentServer, machineId: string) => keys.machine(organizationId, id, machineId);
export const serverKey = ({ organizationId, id }: AgentServer) => keys.server(organizationId, id);

/** Read-only, for callers that may not write. */
export function machineReads(table: TableReads) {
  return {
    /** A machine with its server, in one request. `mayLag`: a change of the last second may be missing. */
    async getMachine(
      organizationId: string,
      serverId: number,
      machineId: string,
      options: { mayLag?: boolean } = {},
    ): Promise<{ server: AgentServer; machine: Machine } | undefined> {
      const key = keys.server(organizationId, serverId);
      const found = await table.getMany([key, keys.machine(organizationId, serverId, machineId)], options);
      const item = found.find(({ sk }) => sk === key.sk);
      const server = item && Server.parse(item);
      if (server?.type !== 'agent') return undefined;
      const row = found.find(({ sk }) => sk !== key.sk);
      const machine = row && machineOf(server, row);
      return machine && { server, machine };
    },

    /** All machines of a server, the newest first. */
    machines: (server: AgentServer): Promise<Machine[]> => allMachines(table, server),

    /** Machines of a server below an id, the newest first. One Query. */
    async machinePage(
      server: AgentServer,
      { before, limit }: PagePlace<string>,
    ): Promise<{ items: Machine[]; hasMore: boolean }> {
      const { items, next } = await table.query({
        ...rowsOf(server),
        Limit: limit + 1,
        ...(before !== undefined && { startAt: { ...machineKey(server, before) } }),
      });
      return { items: machinesIn(items, server), hasMore: next !== undefined };
    },
  };
}

/** One Query per megabyte, which some thousand rows fill. */
async function allMachines(table: TableReads, server: AgentServer): Promise<Machine[]> {
  return machinesIn(await allItems(table, rowsOf(server)), server);
}

function machinesIn(rows: readonly Item[], server: AgentServer): Machine[] {
  return rows.flatMap((row) => machineOf(server, row) ?? []);
}

/** Undefined if the row belongs to a former server with the same number. */
function machineOf(server: AgentServer, row: Item): Machine | undefined {
  const { label, ...machine } = MachineRow.parse(row);
  return label === server.label ? machine : undefined;
}

function rowsOf({ organizationId, id }: AgentServer) {
  return {
    KeyConditionExpression: 'pk = :server AND begins_with(sk, :machines)',
    values: { ':server': serverPartition(organizationId, id), ':machines': MACHINE_PREFIX },
    ScanIndexForward: false,
    ConsistentRead: true,
  };
}

export function machineWrites(table: Table) {
  const rowWrite = rowWritesOf(table);

  /** Removes a machine. Refused if it was removed, became silent or, being silent, made contact since it was read. */
  function removalWrites(server: AgentServer, machine: Machine): Write[] {
    const wasSilent = machine.silentAt !== undefined;
    const asRead = wasSilent ? noContactSince(machine, isKnownSilent) : { expression: `${isEnrolled} AND ${isNotKnownSilent}` };
    return [
      table.deleteWrite(machineKey(server, machine.id), asRead),
      table.updateWrite(serverKey(server), {
        ...(wasSilent ? removeSilentUpdate(machine, 'machineCount :less') : { expression: 'ADD machineCount :less' }),
        condition: serverExists,
        values: { ':less': -1 },
      }),
    ];
  }

  return {
    ...machineReads(table),

    /** `dueAt`: when the machine counts as silent without contact. Refused if the server is gone or has no room. */
    addMachineWrites(server: AgentServer, machine: Machine, dueAt: string, news: MachineChangeRecords): Write[] {
      const row = { ...machine, label: server.label, ...dueFields(server, dueAt) };
      const count = table.updateWrite(serverKey(server), {
        expression: 'ADD machineCount :one',
        condition: hasRoomForAMachine,
        values: { ':one': 1, ':room': MAX_MACHINES },
      });
      return [count, table.putWrite({ ...machineKey(server, machine.id), ...row }), ...changeRecordWrites(table, news)];
    },

    /** Revokes a machine: its next signed request is refused. Throws LostRace if it has changed since it was read. */
    async revokeMachine(
      server: AgentServer,
      machine: Machine,
      news: MachineChangeRecords,
      alongside: Write[] = [],
    ): Promise<void> {
      await table.transact([...removalWrites(server, machine), ...changeRecordWrites(table, news), ...alongside]);
    },

    /** Deletes the machines of a deleted server. They belong to nobody; the sweep deletes any left after a failure. */
    async deleteMachines(server: AgentServer): Promise<void> {
      const own = await allMachines(table, server);
      const atOnce = AWS_LIMITS.transactionItems.value;
      for (let from = 0; from < own.length; from += atOnce) {
        const some = own.slice(from, from + atOnce);
        await table.transact(some.map(({ id }) => table.deleteWrite(machineKey(server, id))));
      }
    },

    /**
     * For a transaction: it is refused, with the row among the items found, if the machine was revoked or has other keys by now.
     */
    stillEnrolledCheck(server: AgentServer, machine: Machine): Write {
      return table.checkWrite(machineKey(server, machine.id), keysAsRead(machine));
    },

    /** Gives a machine new keys. Throws LostRace if it was revoked, or its keys have changed since it was read. */
    async changeMachineKeys(
      server: AgentServer,
      machine: Machine,
      { signingJwk, encryptionJwk }: Pick<Machine, 'signingJwk' | 'encryptionJwk'>,
      news: MachineChangeRecords,
    ): Promise<void> {
      const change = rowWrite(server, machine, { sets: { signingJwk, encryptionJwk }, condition: keysAsRead(machine) });
      await table.transact([change, ...changeRecordWrites(table, news)]);
    },

    /** For a transaction: what a machine serves. Refused if it was revoked. */
    servingWrite: (server: AgentServer, machine: Machine, serving: NonNullable<Machine['serving']>): Write =>
      rowWrite(server, machine, { sets: { serving }, condition: { expression: isEnrolled } }),

    /**
     * Records a machine's contact and its report. False if it reported the same since `lately`. It does not restore a machine
     * that was revoked meanwhile.
     */
    async markSeen(
      server: AgentServer,
      machine: Machine,
      said: MachineReport,
      { lately, ...contact }: Contact & { lately: Date },
    ): Promise<boolean> {
      const isNews = said.challengePath === undefined ? wasNotSeenLately : `(${wasNotSeenLately} OR ${saidSomethingElse})`;
      const condition = { expression: `${isEnrolled} AND ${isNews}`, values: { ':lately': lately.toISOString() } };
      const change = rowUpdate({ sets: contactFields(server, said, contact), condition });
      return wonRace(table.update(machineKey(server, machine.id), change));
    },

    /**
     * The same in the server's item, for all its machines. `sees`: whether challenges reach this machine, if that has changed.
     * When many machines write that item at once, a later poll of one of them does it.
     */
    async markServerSeen(server: AgentServer, seenAt: Date, sees?: boolean): Promise<void> {
      const set = sees ? ', challengePathSeenAt = :now' : '';
      await wonRaceUnlessBusy(
        table.update(serverKey(server), {
          expression: `SET lastSeenAt = :now${set}${sees === false ? ' REMOVE challengePathSeenAt' : ''}`,
          condition: `${serverExists} AND ${wasNotSeenSince}`,
          values: { ':now': seenAt.toISOString() },
        }),
      );
    },

    /**
     * The same for a machine that was known to be silent: one event is written, however many of its polls are concurrent. Throws
     * LostRace if another machine of the server, or another poll of this one, was faster.
     */
    async markReturned(
      server: AgentServer,
      machine: Machine,
      said: MachineReport,
      contact: Contact & { dueAt: string },
      event: OutboxEvent,
    ): Promise<void> {
      const sets = { ...contactFields(server, said, contact), silentAt: undefined };
      const { expression, names } = removeSilentUpdate(machine);
      await table.transact([
        rowWrite(server, machine, { sets, condition: { expression: isKnownSilent } }),
        table.updateWrite(serverKey(server), {
          expression: `SET lastSeenAt = :now ${expression}`,
          condition: serverExists,
          names,
          values: { ':less': -1, ':now': contact.seenAt.toISOString() },
        }),
        outboxWrite(table, event),
      ]);
    },
  };
}

/** On condition that its keys are those that were read. */
function keysAsRead({ signingJwk }: Machine): Condition {
  return { expression: signsWithThisKey, values: { ':seenKey': signingJwk } };
}

/** In a server's item: removes a machine from the known silent ones. `also`: another count that gets less. */
function removeSilentUpdate({ id }: Machine, ...also: string[]) {
  const counts = [...also, 'silentCount :less'].join(', ');
  return { expression: `REMOVE silent.#machine ADD ${counts}`, names: { '#machine': id } };
}

/** Sets the due time in a write that happens anyway: the sweep finds a silent machine without reading the others. */
function contactFields(server: AgentServer, { challengePath }: MachineReport, { seenAt, dueAt }: Contact) {
  return { lastSeenAt: seenAt.toISOString(), challengePath, ...(dueAt !== undefined && dueFields(server, dueAt)) };
}

interface RowChange {
  /** Undefined fields are removed. */
  sets: Record<string, unknown>;
  /** Must be false for a row that does not exist: an update would create it. */
  condition: Condition;
}

export function rowUpdate({ sets, condition }: RowChange): Update {
  const change = assignments(sets);
  return { ...change, condition: condition.expression, values: { ...change.values, ...condition.values } };
}

export function rowWritesOf(table: Table) {
  return (server: AgentServer, machine: Machine, change: RowChange): Write =>
    table.updateWrite(machineKey(server, machine.id), rowUpdate(change));
}

/** Also refused if the machine made contact since it was read. */
export function noContactSince({ lastSeenAt }: Machine, expression: string): Condition {
  if (lastSeenAt === undefined) return { expression: `${expression} AND attribute_not_exists(lastSeenAt)` };
  return { expression: `${expression} AND lastSeenAt = :seen`, values: { ':seen': lastSeenAt } };
}
