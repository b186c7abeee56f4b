import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { DUE_ZONE_PARTITION, keys, serverOutboxId } from '../../shared/table/keys.ts';
import { notThereYet, type Table, type TableReads, type Write } from '../../shared/table/table.store.ts';
import type { Room } from '../accounts/organization-limits.ts';
import { deleteAndGiveRoomBack, takeRoomWrite } from '../accounts/resource-counts.store.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import { machineReads, machineWrites, serverExists } from './machine.store.ts';
import { Server } from './server.schema.ts';

const hasTheseSettings = '#name = :seenName AND address = :seenAddress';
const hasThisNameAndNoAddress = '#name = :seenName AND attribute_not_exists(address)';
const announcedNothingSince = 'revision = :seen';

/** For a caller that only reads: it cannot write. */
function serverReads(table: TableReads) {
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
      table.putWrite({ ...keys.server(organizationId, serverId), ...server }, notThereYet),
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

    /** Changes name and address. Throws LostRace if they are no longer as in `before`. */
    async changeSettings(before: Server, { name, address }: Server, audit: AuditEntry): Promise<void> {
      const change = table.updateWrite(keys.server(before.organizationId, before.id), {
        expression: address ? 'SET #name = :name, address = :address' : 'SET #name = :name REMOVE address',
        condition: before.address ? hasTheseSettings : hasThisNameAndNoAddress,
        names: { '#name': 'name' },
        values: {
          ':name': name,
          ':seenName': before.name,
          ...(address && { ':address': address }),
          ...(before.address && { ':seenAddress': before.address }),
        },
      });
      const isMoved = before.address?.join() !== address?.join();
      const pointing = isMoved ? pointingWrites(before, address ?? [], audit) : [];
      await table.transact([change, auditWrite(table, audit), ...pointing]);
    },

    /** Deletes the server with its machines; its label stays taken. Throws LostRace if a certificate was announced since. */
    async remove(server: Server, audit: AuditEntry): Promise<void> {
      const { organizationId, id } = server;
      const condition =
        server.type === 'agent'
          ? { expression: announcedNothingSince, values: { ':seen': server.revision } }
          : { expression: serverExists };
      const pointing = server.address ? pointingWrites(server, [], audit) : [];
      const removal = [table.deleteWrite(keys.server(organizationId, id), condition), auditWrite(table, audit), ...pointing];
      await deleteAndGiveRoomBack(table, organizationId, 'servers', removal);
      if (server.type === 'agent') await deleteMachines(server);
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
