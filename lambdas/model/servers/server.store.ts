import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { DUE_AWS_SERVERS_PARTITION, DUE_ZONE_PARTITION, keys, serverOutboxId } from '../../shared/table/keys.ts';
import { notThereYet, type Table, type TableReads, type Update, type Write } from '../../shared/table/table.store.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Room } from '../accounts/organization-limits.ts';
import { deleteAndGiveRoomBack, takeRoomWrite } from '../accounts/resource-counts.store.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import { machineReads, machineWrites, serverExists } from './machine.store.ts';
import { Server } from './server.schema.ts';
import { isAtAws } from './server.ts';

const isCheckPossible = '(attribute_not_exists(checkPossibleAt) OR checkPossibleAt <= :now)';
const announcedNothingSince = 'revision = :seen';
const hasNoAddress = 'attribute_not_exists(address)';

/** For a caller that only reads: it cannot write. */
export function serverReads(table: TableReads) {
  return {
    ...machineReads(table),

    async get(organizationId: string, serverId: number): Promise<Server | undefined> {
      const item = await table.get(keys.server(organizationId, serverId));
      return item && Server.parse(item);
    },

    /** Whose label this is: the organization and server that a CNAME to it proves. */
    async ownerOfLabel(label: string): Promise<{ organizationId: string; serverId: number } | undefined> {
      const item = await table.get(keys.label(label));
      return item && { organizationId: String(item.organizationId), serverId: Number(item.serverId) };
    },
  };
}
export type ServerReads = ReturnType<typeof serverReads>;

/**
 * For the transaction that changes where a server's label points: the zone has to follow, and its writer is woken. Test mode has
 * no place in DNS.
 */
export function addressWrites(
  table: Table,
  { organizationId, id: serverId, label }: Pick<Server, 'organizationId' | 'id' | 'label'>,
  addresses: readonly string[],
  wake: { id: string; createdAt: string },
): Write[] {
  if (isTestTenant(organizationId)) return [];
  const want = table.updateWrite(keys.labelRecords(label), {
    expression:
      'SET label = :label, organizationId = :organizationId, serverId = :serverId, addresses = :addresses, duePk = :duePk, stepDueAt = :now ' +
      'REMOVE problem ADD revision :one',
    values: {
      ':label': label,
      ':organizationId': organizationId,
      ':serverId': serverId,
      ':addresses': addresses,
      ':duePk': DUE_ZONE_PARTITION,
      ':now': wake.createdAt,
      ':one': 1,
    },
  });
  return [want, outboxWrite(table, { kind: 'zone', organizationId, ...wake })];
}

/** The account of a new server is checked, even if the message for that is lost. */
function awsDueMark(server: Server) {
  const isChecked = isAtAws(server) && !isTestTenant(server.organizationId);
  return isChecked ? { duePk: DUE_AWS_SERVERS_PARTITION, stepDueAt: server.createdAt } : {};
}

/** What somebody sets of a server, by type: a change is refused where another has changed any of it. */
function settingsUpdate(before: Server, after: Server): Update {
  const [seen, next] = [settingsIn(before), settingsIn(after)];
  const names = Object.keys(seen);
  const isSet = (name: string) => next[name] !== undefined;
  const sets = names.filter(isSet).map((name) => `#${name} = :${name}`);
  // What the last check found does not hold for another role.
  const stale =
    isAtAws(before) && before.access?.problem && ['roleArn', 'httpListenerArn'].some((name) => seen[name] !== next[name])
      ? ['access']
      : [];
  const removes = [...names.filter((name) => !isSet(name)).map((name) => `#${name}`), ...stale];
  const unchanged = names.map((name) =>
    seen[name] === undefined ? `attribute_not_exists(#${name})` : `#${name} = :seen_${name}`,
  );
  return {
    expression: `SET ${sets.join(', ')}${removes.length > 0 ? ` REMOVE ${removes.join(', ')}` : ''}`,
    condition: unchanged.join(' AND '),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    values: Object.fromEntries(
      names.flatMap((name) => [
        ...(isSet(name) ? [[`:${name}`, next[name]]] : []),
        ...(seen[name] === undefined ? [] : [[`:seen_${name}`, seen[name]]]),
      ]),
    ),
  };
}

function settingsIn(server: Server): Record<string, unknown> {
  const { name, address } = server;
  if (server.type === 'agent') return { name, address, machineRoles: server.machineRoles };
  if (server.type === 'cloudfront') return { name, roleArn: server.roleArn, managed: server.managed };
  return { name, address, roleArn: server.roleArn, httpListenerArn: server.httpListenerArn };
}

/** Servers by id, and the labels that lead to them. */
export function serverStore(table: Table) {
  const { deleteMachines, ...machines } = machineWrites(table);

  /**
   * The server, its label and its record, for a transaction; it is refused if server or label are there already, or the quota is
   * used up.
   */
  function createWrites(server: Server, audit: AuditEntry, room: Room): Write[] {
    const { organizationId, id: serverId, label } = server;
    return [
      table.putWrite({ ...keys.server(organizationId, serverId), ...server, ...awsDueMark(server) }, notThereYet),
      table.putWrite({ ...keys.label(label), organizationId, serverId }, notThereYet),
      auditWrite(table, audit),
      takeRoomWrite(table, organizationId, 'servers', room),
      ...(server.address ? pointingWrites(server, server.address, audit) : []),
    ];
  }

  /** The change is audited: what wakes the zone's writer has the same id but for its prefix, so that it is its own, too. */
  const pointingWrites = (server: Server, addresses: readonly string[], { id, at }: AuditEntry) =>
    addressWrites(table, server, addresses, { id: serverOutboxId(id.replace(/^aud_/, 'evt_'), server.label), createdAt: at });

  return {
    ...serverReads(table),
    ...machines,

    createWrites,

    /** Throws LostRace if the id is taken (then the server is the first item found), the label is taken, or there is no room. */
    async create(server: Server, audit: AuditEntry, room: Room, alongside: Write[] = []): Promise<void> {
      await table.transact([...createWrites(server, audit, room), ...alongside]);
    },

    /** Changes what somebody has set. Throws LostRace if that is no longer as in `before`. */
    async changeSettings(before: Server, after: Server, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const change = table.updateWrite(keys.server(before.organizationId, before.id), settingsUpdate(before, after));
      const isMoved = before.address?.join() !== after.address?.join();
      const pointing = isMoved ? pointingWrites(before, after.address ?? [], audit) : [];
      await table.transact([change, auditWrite(table, audit), ...pointing, ...alongside]);
    },

    /** For a transaction: wakes who checks the AWS account of a server. Nothing of test mode touches AWS. */
    accountCheckWrites(server: Server, eventId: string, now: Date): Write[] {
      const { organizationId, id: serverId, label, type } = server;
      if (type === 'agent' || isTestTenant(organizationId)) return [];
      const entry = { id: serverOutboxId(eventId, label), createdAt: now.toISOString(), organizationId, serverId };
      return [outboxWrite(table, { kind: 'aws-server', ...entry })];
    },

    /** Asks for a check of the AWS account now. Throws LostRace, with the server found, while the last one is too recent. */
    async requestCheck(server: Server, eventId: string, now: Date, perSeconds: number): Promise<void> {
      const turn = table.updateWrite(keys.server(server.organizationId, server.id), {
        expression: 'SET checkPossibleAt = :next',
        condition: `${serverExists} AND ${isCheckPossible}`,
        values: { ':next': addSeconds(now, perSeconds), ':now': now.toISOString() },
      });
      await table.transact([turn, ...this.accountCheckWrites(server, eventId, now)]);
    },

    /** Deletes the server with its machines; its label stays taken. Throws LostRace if a certificate was announced since. */
    async remove(server: Server, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const { organizationId, id } = server;
      const { expression, values } =
        server.type === 'agent'
          ? { expression: announcedNothingSince, values: { ':seen': server.revision } }
          : { expression: serverExists, values: undefined };
      // A record that its label has got since would stay.
      const condition = {
        expression: server.address ? expression : `${expression} AND ${hasNoAddress}`,
        ...(values && { values }),
      };
      const pointing = server.address ? pointingWrites(server, [], audit) : [];
      const removal = [
        table.deleteWrite(keys.server(organizationId, id), condition),
        auditWrite(table, audit),
        ...pointing,
        ...alongside,
      ];
      await deleteAndGiveRoomBack(table, organizationId, 'servers', removal);
      // The server is gone: a failure here would have the caller delete it again, and meet a 404.
      if (server.type === 'agent') await deleteMachines(server).catch(() => undefined);
    },

    /** Tells the server's agents, at their next check, that something changed, and to look often for a while. */
    async raiseRevision(organizationId: string, serverId: number, installingUntil: string): Promise<Server> {
      const item = await table.update(keys.server(organizationId, serverId), {
        expression: 'ADD revision :one SET installingUntil = :until',
        condition: serverExists,
        values: { ':one': 1, ':until': installingUntil },
      });
      return Server.parse(item);
    },
  };
}
export type ServerStore = ReturnType<typeof serverStore>;
