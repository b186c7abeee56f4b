import { AWS_LIMITS } from '../../../contract/stack/aws-limits.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { dueServersOf, keys, MACHINE_PREFIX, serverPartition } from '../../shared/table/keys.ts';
import { wonRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { allItems } from '../../shared/table/queries.ts';
import type { Table, TableReads, Write } from '../../shared/table/table.store.ts';
import { type AgentServer, MAX_MACHINES, type Machine, MachineRow, Server } from './server.schema.ts';
import { insideMachine, isCountedSilent, machineOfRow, machinesOf } from './server.ts';

export const serverExists = 'attribute_exists(pk)';
const hasRoomForAMachine = '(attribute_not_exists(machineCount) OR machineCount < :room) AND size(machines) <= :inside';
const isEnrolled = 'attribute_exists(signingJwk)';
const isEnrolledInside = 'attribute_exists(machines.#machine)';
const signsWithThisKey = 'signingJwk = :seenKey';
const signsInsideWithThisKey = 'machines.#machine.signingJwk = :seenKey';
const saidSomethingElse = '(attribute_not_exists(challengePath) OR challengePath <> :path)';
const isKnownSilent = 'attribute_exists(silentAt)';
const isNotKnownSilent = 'attribute_not_exists(silentAt)';
const isKnownSilentInside = 'attribute_exists(machines.#machine.silentAt)';
const wasNotSeenLately = '(attribute_not_exists(lastSeenAt) OR lastSeenAt < :lately)';
const wasNotSeenSince = '(attribute_not_exists(lastSeenAt) OR lastSeenAt <= :now)';
const calledAsRead = 'lastSeenAt = :seen';
const neverCalled = 'attribute_not_exists(lastSeenAt)';
const namesNoneSilent = 'attribute_not_exists(silent)';

export type Said = Pick<Machine, 'challengePath'>;
export interface Contact {
  seenAt: Date;
  /** When the machine may be silent next; absent where its row has a time that is good enough. */
  dueAt?: string;
}

/** What tells of a change to a machine, in the transaction of the change. */
export interface MachineNews {
  audit: AuditEntry;
  /** Absent where it was told before the table was restored. */
  event?: OutboxEvent;
}

const newsWrites = (table: Table, { audit, event }: MachineNews): Write[] => [
  auditWrite(table, audit),
  ...(event ? [outboxWrite(table, event)] : []),
];
const machineKey = ({ organizationId, id }: AgentServer, machineId: string) => keys.machine(organizationId, id, machineId);
const serverKey = ({ organizationId, id }: AgentServer) => keys.server(organizationId, id);

/** For a caller that only reads: it cannot write. */
export function machineReads(table: TableReads) {
  return {
    /** A machine with its server, by one request. `mayLag`: a change of the last second may be missing. */
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
      const machine = row ? machineOfRow(server, MachineRow.parse(row)) : insideMachine(server, machineId);
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
      // Those inside the server's item which belong to a later page are shown there.
      const last = next && rows.at(-1)?.id;
      const isOfThisPage = ({ id }: Machine) => (before === undefined || id < before) && (last === undefined || id >= last);
      return { items: machinesOf(server, rows).filter(isOfThisPage), hasMore: next !== undefined };
    },
  };
}

/** A Query for each megabyte, which some thousand of them fill. */
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

/** What `serverStore` does with machines. */
export function machineWrites(table: Table) {
  /** Of a machine that goes. Refused if it went before, became silent or, being silent, was heard of since it was read. */
  function removalWrites(server: AgentServer, machine: Machine): Write[] {
    const isInside = insideMachine(server, machine.id) !== undefined;
    const wasCounted = isCountedSilent(machine);
    const silentSince = [isKnownSilent, machine.lastSeenAt === undefined ? neverCalled : calledAsRead];
    const taken = isInside ? ['machines.#machine'] : [];
    const less = [...(isInside ? [] : ['machineCount :less']), ...(wasCounted ? ['silentCount :less'] : [])];
    return [
      table.deleteWrite(machineKey(server, machine.id), {
        expression: [...(isInside ? [] : [isEnrolled]), ...(wasCounted ? silentSince : [isNotKnownSilent])].join(' AND '),
        ...(wasCounted && machine.lastSeenAt !== undefined && { values: { ':seen': machine.lastSeenAt } }),
      }),
      table.updateWrite(serverKey(server), {
        ...silenceTaken(server, machine, { taken, less }),
        condition: [isInside ? isEnrolledInside : serverExists, ...silentAsRead(server, wasCounted)].join(' AND '),
      }),
    ];
  }

  return {
    ...machineReads(table),

    /** `dueAt`: when the machine is silent, should it not be heard of before. Refused where the server is gone or has no room. */
    addMachineWrites(server: AgentServer, machine: Machine, dueAt: string, news: MachineNews): Write[] {
      const inside = Object.keys(server.machines).length;
      const { label } = server;
      const row = { ...machine, label, duePk: dueServersOf(label), stepDueAt: dueAt };
      const count = table.updateWrite(serverKey(server), {
        expression: 'ADD machineCount :one',
        condition: `${serverExists} AND ${hasRoomForAMachine}`,
        values: { ':one': 1, ':inside': inside, ':room': MAX_MACHINES - inside },
      });
      return [count, table.putWrite({ ...machineKey(server, machine.id), ...row }), ...newsWrites(table, news)];
    },

    /** Takes a machine out: the next request it signs is refused. Throws LostRace if it is no longer as it was read. */
    async revokeMachine(server: AgentServer, machine: Machine, news: MachineNews, alongside: Write[] = []): Promise<void> {
      await table.transact([...removalWrites(server, machine), ...newsWrites(table, news), ...alongside]);
    },

    /** Of a server that is gone: they are nobody's any more, and what is left of them after a failure, the sweep deletes. */
    async deleteMachines(server: AgentServer): Promise<void> {
      const own = (await allRows(table, server)).filter(({ label }) => label === server.label);
      const atOnce = AWS_LIMITS.transactionItems.value;
      for (let from = 0; from < own.length; from += atOnce) {
        const some = own.slice(from, from + atOnce);
        await table.transact(some.map(({ id }) => table.deleteWrite(machineKey(server, id))));
      }
    },

    /**
     * For a transaction: it is refused, with the row among what was found, if the machine was revoked or has other keys by now.
     */
    stillEnrolledCheck(server: AgentServer, machine: Machine): Write {
      const values = { ':seenKey': machine.signingJwk };
      if (!insideMachine(server, machine.id))
        return table.checkWrite(machineKey(server, machine.id), { expression: signsWithThisKey, values });
      return table.checkWrite(serverKey(server), {
        expression: `${isEnrolledInside} AND ${signsInsideWithThisKey}`,
        names: { '#machine': machine.id },
        values,
      });
    },

    /** Gives a machine new keys. Throws LostRace if it was revoked, or has others by now than were read. */
    async changeMachineKeys(
      server: AgentServer,
      machine: Machine,
      { signingJwk, encryptionJwk }: Pick<Machine, 'signingJwk' | 'encryptionJwk'>,
      news: MachineNews,
    ): Promise<void> {
      const values = { ':signing': signingJwk, ':encryption': encryptionJwk, ':seenKey': machine.signingJwk };
      const change = insideMachine(server, machine.id)
        ? table.updateWrite(serverKey(server), {
            expression: 'SET machines.#machine.signingJwk = :signing, machines.#machine.encryptionJwk = :encryption',
            condition: `${isEnrolledInside} AND ${signsInsideWithThisKey}`,
            names: { '#machine': machine.id },
            values,
          })
        : table.updateWrite(machineKey(server, machine.id), {
            expression: 'SET signingJwk = :signing, encryptionJwk = :encryption',
            condition: signsWithThisKey,
            values,
          });
      await table.transact([change, ...newsWrites(table, news)]);
    },

    /**
     * Notes that a machine asked, and what it said, unless it said the same since `lately`: then it answers false. A machine
     * revoked meanwhile is not brought back.
     */
    async markSeen(
      server: AgentServer,
      machine: Machine,
      said: Said,
      { lately, ...contact }: Contact & { lately: Date },
    ): Promise<boolean> {
      const isNews = said.challengePath === undefined ? wasNotSeenLately : `(${wasNotSeenLately} OR ${saidSomethingElse})`;
      const change = contactUpdate(server, machine, said, contact);
      const condition = insideMachine(server, machine.id) ? isNews : `${isEnrolled} AND ${isNews}`;
      const values = { ...change.values, ':lately': lately.toISOString() };
      return wonRace(table.update(machineKey(server, machine.id), { ...change, condition, values }));
    },

    /**
     * For a transaction: what a machine serves. Refused if it was revoked. Of one inside the server's item that cannot be seen
     * here: a row that comes of it is due at once, so that the sweep deletes it.
     */
    servingWrite(server: AgentServer, machine: Machine, serving: NonNullable<Machine['serving']>, now: Date): Write {
      const key = machineKey(server, machine.id);
      const values = { ':serving': serving };
      if (!insideMachine(server, machine.id))
        return table.updateWrite(key, { expression: 'SET serving = :serving', condition: isEnrolled, values });
      const { label } = server;
      return table.updateWrite(key, {
        expression:
          'SET serving = :serving, id = :id, label = :label, duePk = if_not_exists(duePk, :duePk), stepDueAt = if_not_exists(stepDueAt, :now)',
        values: { ...values, ':id': machine.id, ':label': label, ':duePk': dueServersOf(label), ':now': now.toISOString() },
      });
    },

    /**
     * The same in the server's item, for all its machines. `sees`: whether challenges reach this one, where that is news. Where
     * many machines write that item at once, it is left to one of their later polls.
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
     * The same of a machine that was known to be silent: it is told once, however many of its polls come at once. Throws LostRace
     * if another machine of the server, or another poll of this one, was faster.
     */
    async markReturned(
      server: AgentServer,
      machine: Machine,
      said: Said,
      contact: Contact & { dueAt: string },
      event: OutboxEvent,
    ): Promise<void> {
      const isCounted = isCountedSilent(machine);
      const seen = {
        ...contactUpdate(server, machine, said, contact, ['silentAt']),
        ...(isCounted && { condition: isKnownSilent }),
      };
      const isInside = insideMachine(server, machine.id) !== undefined;
      const taken = isInside ? ['machines.#machine.silentAt'] : [];
      const change = silenceTaken(server, machine, { taken, less: isCounted ? ['silentCount :less'] : [] });
      const condition = [isCounted ? serverExists : isKnownSilentInside, ...silentAsRead(server, isCounted)].join(' AND ');
      await table.transact([
        table.updateWrite(machineKey(server, machine.id), seen),
        table.updateWrite(serverKey(server), {
          ...change,
          // The others that the last release knew to be silent get rows by the next sweep.
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

/** Of a server's item: a machine is taken from those that are known to be silent. */
function silenceTaken({ silent }: AgentServer, { id }: Machine, { taken, less }: { taken: string[]; less: string[] }) {
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

/** A server without names of silent machines cannot lose one: it was read before the machine. */
function silentAsRead({ silent }: AgentServer, isCounted: boolean): string[] {
  return isCounted && !silent ? [namesNoneSilent] : [];
}

/** The due mark comes with a write that is made anyway: the sweep finds a silent machine without reading the others. */
function contactUpdate(
  server: AgentServer,
  { id }: Machine,
  { challengePath }: Said,
  { seenAt, dueAt }: Contact,
  taken: string[] = [],
) {
  const { label } = server;
  const isInside = insideMachine(server, id) !== undefined;
  const set = [
    'lastSeenAt = :now',
    ...(isInside ? ['id = :id', 'label = :label'] : []),
    ...(challengePath === undefined ? [] : ['challengePath = :path']),
    ...(dueAt === undefined ? [] : ['duePk = :duePk', 'stepDueAt = :dueAt']),
  ];
  const removed = challengePath === undefined ? [...taken, 'challengePath'] : taken;
  return {
    expression: `SET ${set.join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
    values: {
      ':now': seenAt.toISOString(),
      ...(isInside && { ':id': id, ':label': label }),
      ...(challengePath !== undefined && { ':path': challengePath }),
      ...(dueAt !== undefined && { ':duePk': dueServersOf(label), ':dueAt': dueAt }),
    },
  };
}
