import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersOf, type Key, keys, MACHINE_PREFIX, serverPartition } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { allItems } from '../../shared/table/queries.ts';
import type { Condition, Table, TableReads, Update, Write } from '../../shared/table/table.store.ts';
import { assignments } from '../../shared/table/write-input.ts';
import { type AgentServer, MAX_MACHINES, type Machine, MachineRow, Server } from './server.schema.ts';
import { embeddedMachine, isCountedSilent, machineOfRow, machinesOf } from './server.ts';

export const serverExists = 'attribute_exists(pk)';
const hasRoomForAMachine = '(attribute_not_exists(machineCount) OR machineCount < :room) AND size(machines) <= :inside';
const isEnrolled = 'attribute_exists(signingJwk)';
const isEnrolledInside = 'attribute_exists(machines.#machine)';
const signsWithThisKey = 'signingJwk = :seenKey';
const saidSomethingElse = '(attribute_not_exists(challengePath) OR challengePath <> :challengePath)';
const isKnownSilent = 'attribute_exists(silentAt)';
export const isNotKnownSilent = 'attribute_not_exists(silentAt)';
const isKnownSilentInside = 'attribute_exists(machines.#machine.silentAt)';
const wasNotSeenLately = '(attribute_not_exists(lastSeenAt) OR lastSeenAt < :lately)';
const wasNotSeenSince = '(attribute_not_exists(lastSeenAt) OR lastSeenAt <= :now)';
export const hasNoSilentMachines = 'attribute_not_exists(silent)';

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
export const dueFields = ({ label }: AgentServer, stepDueAt: string) => ({ duePk: dueServersOf(label), stepDueAt });
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
      const machine = row ? machineOfRow(server, MachineRow.parse(row)) : embeddedMachine(server, machineId);
      return machine && { server, machine };
    },

    /** All machines of a server, the newest first. */
    machines: async (server: AgentServer): Promise<Machine[]> => machinesOf(server, await allRows(table, server)),

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
      const rows = items.map((item) => MachineRow.parse(item));
      // Machines inside the server's item that belong to a later page are shown there.
      const last = next && rows.at(-1)?.id;
      const isOfThisPage = ({ id }: Machine) => (before === undefined || id < before) && (last === undefined || id >= last);
      return { items: machinesOf(server, rows).filter(isOfThisPage), hasMore: next !== undefined };
    },
  };
}

/** One Query per megabyte, which some thousand rows fill. */
async function allRows(table: TableReads, server: AgentServer): Promise<MachineRow[]> {
  return (await allItems(table, rowsOf(server))).map((item) => MachineRow.parse(item));
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
    const isInside = embeddedMachine(server, machine.id) !== undefined;
    const wasCounted = isCountedSilent(machine);
    const asRead = wasCounted ? noContactSince(machine, isKnownSilent) : { expression: isNotKnownSilent };
    const taken = isInside ? ['machines.#machine'] : [];
    const less = [...(isInside ? [] : ['machineCount :less']), ...(wasCounted ? ['silentCount :less'] : [])];
    return [
      table.deleteWrite(machineKey(server, machine.id), {
        ...asRead,
        expression: isInside ? asRead.expression : `${isEnrolled} AND ${asRead.expression}`,
      }),
      table.updateWrite(serverKey(server), {
        ...removeSilentUpdate(server, machine, { taken, less }),
        condition: [isInside ? isEnrolledInside : serverExists, ...silentAsRead(server, wasCounted)].join(' AND '),
      }),
    ];
  }

  return {
    ...machineReads(table),

    /** `dueAt`: when the machine counts as silent without contact. Refused if the server is gone or has no room. */
    addMachineWrites(server: AgentServer, machine: Machine, dueAt: string, news: MachineChangeRecords): Write[] {
      const inside = Object.keys(server.machines).length;
      const row = { ...machine, label: server.label, ...dueFields(server, dueAt) };
      const count = table.updateWrite(serverKey(server), {
        expression: 'ADD machineCount :one',
        condition: `${serverExists} AND ${hasRoomForAMachine}`,
        values: { ':one': 1, ':inside': inside, ':room': MAX_MACHINES - inside },
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
      const own = (await allRows(table, server)).filter(({ label }) => label === server.label);
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
      const { key, condition } = keysAsRead(server, machine);
      return table.checkWrite(key, condition);
    },

    /** Gives a machine new keys. Throws LostRace if it was revoked, or its keys have changed since it was read. */
    async changeMachineKeys(
      server: AgentServer,
      machine: Machine,
      { signingJwk, encryptionJwk }: Pick<Machine, 'signingJwk' | 'encryptionJwk'>,
      news: MachineChangeRecords,
    ): Promise<void> {
      const { key, at, condition } = keysAsRead(server, machine);
      const change = table.updateWrite(key, {
        ...condition,
        expression: `SET ${at}signingJwk = :signing, ${at}encryptionJwk = :encryption`,
        condition: condition.expression,
        values: { ...condition.values, ':signing': signingJwk, ':encryption': encryptionJwk },
      });
      await table.transact([change, ...changeRecordWrites(table, news)]);
    },

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
      const expression = embeddedMachine(server, machine.id) ? isNews : `${isEnrolled} AND ${isNews}`;
      const condition = { expression, values: { ':lately': lately.toISOString() } };
      const change = rowUpdate(server, machine, { sets: contactFields(server, said, contact), condition });
      return wonRace(table.update(machineKey(server, machine.id), change));
    },

    /**
     * For a transaction: what a machine serves. Refused if it was revoked. For a machine inside the server's item that cannot be
     * checked here: a row that this creates is due at once, so that the sweep deletes it.
     */
    servingWrite(server: AgentServer, machine: Machine, serving: NonNullable<Machine['serving']>, now: Date): Write {
      const isInside = embeddedMachine(server, machine.id) !== undefined;
      return rowWrite(server, machine, {
        sets: { serving },
        ...(isInside ? { ifNew: dueFields(server, now.toISOString()) } : { condition: { expression: isEnrolled } }),
      });
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
      const isCounted = isCountedSilent(machine);
      const sets = { ...contactFields(server, said, contact), silentAt: undefined };
      const isInside = embeddedMachine(server, machine.id) !== undefined;
      const taken = isInside ? ['machines.#machine.silentAt'] : [];
      const change = removeSilentUpdate(server, machine, { taken, less: isCounted ? ['silentCount :less'] : [] });
      const condition = [isCounted ? serverExists : isKnownSilentInside, ...silentAsRead(server, isCounted)].join(' AND ');
      await table.transact([
        rowWrite(server, machine, { sets, ...(isCounted && { condition: { expression: isKnownSilent } }) }),
        table.updateWrite(serverKey(server), {
          ...change,
          // The next sweep creates rows for the others that the last release recorded as silent.
          expression: `SET lastSeenAt = :now${isCounted ? '' : ', duePk = :duePk, stepDueAt = :now'} ${change.expression}`,
          condition,
          values: {
            ...change.values,
            ':now': contact.seenAt.toISOString(),
            ...(!isCounted && { ':duePk': dueServersOf(server.label) }),
          },
        }),
        outboxWrite(table, event),
      ]);
    },
  };
}

/** Where the machine's keys are, on condition that they are those that were read. */
function keysAsRead(server: AgentServer, machine: Machine): { key: Key; at: string; condition: Condition } {
  const values = { ':seenKey': machine.signingJwk };
  if (!embeddedMachine(server, machine.id))
    return { key: machineKey(server, machine.id), at: '', condition: { expression: signsWithThisKey, values } };
  const at = 'machines.#machine.';
  const expression = `${isEnrolledInside} AND ${at}${signsWithThisKey}`;
  return { key: serverKey(server), at, condition: { expression, names: { '#machine': machine.id }, values } };
}

/** In a server's item: removes a machine from the known silent ones. */
function removeSilentUpdate({ silent }: AgentServer, { id }: Machine, { taken, less }: { taken: string[]; less: string[] }) {
  const removed = [...taken, ...(silent ? ['silent.#machine'] : [])];
  const parts = [
    ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ...(less.length > 0 ? [`ADD ${less.join(', ')}`] : []),
  ];
  return {
    expression: parts.join(' '),
    ...(removed.length > 0 && { names: { '#machine': id } }),
    ...(less.length > 0 && { values: { ':less': -1 } }),
  };
}

/** Requires that the server still names no silent machines, because it was read before the machine. */
function silentAsRead({ silent }: AgentServer, isCounted: boolean): string[] {
  return isCounted && !silent ? [hasNoSilentMachines] : [];
}

/** Sets the due time in a write that happens anyway: the sweep finds a silent machine without reading the others. */
function contactFields(server: AgentServer, { challengePath }: MachineReport, { seenAt, dueAt }: Contact) {
  return { lastSeenAt: seenAt.toISOString(), challengePath, ...(dueAt !== undefined && dueFields(server, dueAt)) };
}

interface RowChange {
  /** Undefined fields are removed. */
  sets: Record<string, unknown>;
  /** Only if the row does not have them yet. */
  ifNew?: Record<string, unknown>;
  condition?: Condition;
}

/** A change of a machine's row. For a machine inside the server's item this creates the row, so it includes the owner. */
export function rowUpdate(server: AgentServer, { id }: Machine, { sets, ifNew = {}, condition }: RowChange): Update {
  const whose = embeddedMachine(server, id) && { id, label: server.label };
  const added = Object.entries(ifNew).filter(([, value]) => value !== undefined);
  const change = assignments(
    { ...whose, ...sets },
    added.map(([name]) => `${name} = if_not_exists(${name}, :${name})`),
  );
  const ofAdded = Object.fromEntries(added.map(([name, value]) => [`:${name}`, value]));
  return {
    ...change,
    values: { ...change.values, ...ofAdded, ...condition?.values },
    ...(condition && { condition: condition.expression }),
  };
}

export function rowWritesOf(table: Table) {
  return (server: AgentServer, machine: Machine, change: RowChange): Write =>
    table.updateWrite(machineKey(server, machine.id), rowUpdate(server, machine, change));
}

/** Also refused if the machine made contact since it was read. */
export function noContactSince({ lastSeenAt }: Machine, expression: string): Condition {
  if (lastSeenAt === undefined) return { expression: `${expression} AND attribute_not_exists(lastSeenAt)` };
  return { expression: `${expression} AND lastSeenAt = :seen`, values: { ':seen': lastSeenAt } };
}
