import { keys } from '../shared/table/keys.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import { notThereYet, type Table, type Write } from '../shared/table/table.store.ts';
import { MAX_MACHINES, type Machine, Server } from './server.schema.ts';

const serverExists = 'attribute_exists(pk)';
const hasRoomForAMachine = 'size(machines) < :most';
const isEnrolled = 'attribute_exists(machines.#machine)';
const wasNotSeenLately = '(attribute_not_exists(machines.#machine.lastSeenAt) OR machines.#machine.lastSeenAt < :lately)';

/** Servers by id, and the labels that lead to them. */
export function serverStore(table: Table) {
  return {
    async get(organizationId: string, serverId: number): Promise<Server | undefined> {
      const item = await table.get(keys.server(organizationId, serverId));
      return item && Server.parse(item);
    },

    /** Whose label this is: the organization and server that a CNAME to it proves. */
    async ownerOfLabel(label: string): Promise<{ organizationId: string; serverId: number } | undefined> {
      const item = await table.get(keys.label(label));
      return item && { organizationId: String(item.organizationId), serverId: Number(item.serverId) };
    },

    /** The server and its label, for a transaction; it is refused if either is there already. */
    createWrites(server: Server): Write[] {
      const { organizationId, id: serverId, label } = server;
      return [
        table.putWrite({ ...keys.server(organizationId, serverId), ...server }, notThereYet),
        table.putWrite({ ...keys.label(label), organizationId, serverId }, notThereYet),
      ];
    },

    addMachineWrite(organizationId: string, serverId: number, machine: Machine): Write {
      return table.updateWrite(keys.server(organizationId, serverId), {
        expression: 'SET machines.#machine = :machine',
        condition: `${serverExists} AND ${hasRoomForAMachine}`,
        names: { '#machine': machine.id },
        values: { ':machine': machine, ':most': MAX_MACHINES },
      });
    },

    /** Takes a machine out: the next request it signs is refused. Answers whether it was there. */
    async revokeMachine(organizationId: string, serverId: number, machineId: string): Promise<boolean> {
      return wonRace(
        table.update(keys.server(organizationId, serverId), {
          expression: 'REMOVE machines.#machine',
          condition: isEnrolled,
          names: { '#machine': machineId },
        }),
      );
    },

    /** Notes that a machine asked, unless it was noted since `lately`. A machine revoked meanwhile is not brought back. */
    async markSeen(server: Server, machineId: string, now: Date, lately: Date): Promise<void> {
      await wonRace(
        table.update(keys.server(server.organizationId, server.id), {
          expression: 'SET machines.#machine.lastSeenAt = :now',
          condition: `${isEnrolled} AND ${wasNotSeenLately}`,
          names: { '#machine': machineId },
          values: { ':now': now.toISOString(), ':lately': lately.toISOString() },
        }),
      );
    },

    /** Tells the server's agents, at their next look, that something changed, and to look often for a while. */
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
