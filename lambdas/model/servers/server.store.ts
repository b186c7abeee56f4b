import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { auditWrite } from '../../shared/audit/audit.store.ts';
import { outboxWrite } from '../../shared/outbox/outbox.store.ts';
import { DUE_AWS_SERVERS_PARTITION, DUE_ZONE_PARTITION, keys, serverOutboxId } from '../../shared/table/keys.ts';
import { notThereYet, type Table, type TableReads, type Update, type Write } from '../../shared/table/table.store.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { QuotaRoom } from '../accounts/organization-limits.ts';
import { deleteAndReleaseQuota, takeQuotaWrite } from '../accounts/resource-counts.store.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import { machineReads, machineWrites, serverExists } from './machine.store.ts';
import { Server } from './server.schema.ts';
import { isAwsServer } from './server.ts';

const isCheckPossible = '(attribute_not_exists(checkPossibleAt) OR checkPossibleAt <= :now)';
const announcedNothingSince = 'revision = :seen';
const hasNoAddress = 'attribute_not_exists(address)';

/** Read-only, for callers that may not write. */
export function serverReads(table: TableReads) {
  return {
    ...machineReads(table),

    async get(organizationId: string, serverId: number): Promise<Server | undefined> {
      const item = await table.get(keys.server(organizationId, serverId));
      return item && Server.parse(item);
    },

    /** The organization and server of this label, which a CNAME to it proves. */
    async ownerOfLabel(label: string): Promise<{ organizationId: string; serverId: number } | undefined> {
      const item = await table.get(keys.label(label));
      return item && { organizationId: String(item.organizationId), serverId: Number(item.serverId) };
    },
  };
}
export type ServerReads = ReturnType<typeof serverReads>;

/** For the transaction that changes the target of a server's label: wakes the zone writer. Test mode has no DNS records. */
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

/** Ensures that a new server's account is checked, even if the message for that is lost. */
function awsCheckDueFields(server: Server) {
  const isChecked = isAwsServer(server) && !isTestTenant(server.organizationId);
  return isChecked ? { duePk: DUE_AWS_SERVERS_PARTITION, stepDueAt: server.createdAt } : {};
}

/** The settings of a server, by type: a change is refused if another request has changed any of them. */
function settingsUpdate(before: Server, after: Server): Update {
  const [seen, next] = [settingsIn(before), settingsIn(after)];
  const names = Object.keys(seen);
  const isSet = (name: string) => next[name] !== undefined;
  const sets = names.filter(isSet).map((name) => `#${name} = :${name}`);
  // The last check does not apply to another role.
  const stale =
    isAwsServer(before) && before.access?.problem && ['roleArn', 'httpListenerArn'].some((name) => seen[name] !== next[name])
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

export function serverStore(table: Table) {
  const { deleteMachines, ...machines } = machineWrites(table);

  /**
   * The server, its label and its record, for a transaction; it is refused if server or label exist already, or the quota is used
   * up.
   */
  function createWrites(server: Server, audit: AuditEntry, room: QuotaRoom): Write[] {
    const { organizationId, id: serverId, label } = server;
    return [
      table.putWrite({ ...keys.server(organizationId, serverId), ...server, ...awsCheckDueFields(server) }, notThereYet),
      table.putWrite({ ...keys.label(label), organizationId, serverId }, notThereYet),
      auditWrite(table, audit),
      takeQuotaWrite(table, organizationId, 'servers', room),
      ...(server.address ? pointingWrites(server, server.address, audit) : []),
    ];
  }

  /**
   * The change is audited. The message that wakes the zone writer has the same id except for its prefix, so that it is unique,
   * too.
   */
  const pointingWrites = (server: Server, addresses: readonly string[], { id, at }: AuditEntry) =>
    addressWrites(table, server, addresses, { id: serverOutboxId(id.replace(/^aud_/, 'evt_'), server.label), createdAt: at });

  return {
    ...serverReads(table),
    ...machines,

    createWrites,

    /** Throws LostRace if the id is taken (then the server is the first item found), the label is taken, or there is no room. */
    async create(server: Server, audit: AuditEntry, room: QuotaRoom, alongside: Write[] = []): Promise<void> {
      await table.transact([...createWrites(server, audit, room), ...alongside]);
    },

    /** Changes the settings. Throws LostRace if they have changed since `before`. */
    async changeSettings(before: Server, after: Server, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const change = table.updateWrite(keys.server(before.organizationId, before.id), settingsUpdate(before, after));
      const isMoved = before.address?.join() !== after.address?.join();
      const pointing = isMoved ? pointingWrites(before, after.address ?? [], audit) : [];
      await table.transact([change, auditWrite(table, audit), ...pointing, ...alongside]);
    },

    /** For a transaction: wakes the check of a server's AWS account. Nothing of test mode reaches AWS. */
    accountCheckWrites(server: Server, eventId: string, now: Date): Write[] {
      const { organizationId, id: serverId, label, type } = server;
      if (type === 'agent' || isTestTenant(organizationId)) return [];
      const entry = { id: serverOutboxId(eventId, label), createdAt: now.toISOString(), organizationId, serverId };
      return [outboxWrite(table, { kind: 'aws-server', ...entry })];
    },

    /** Requests a check of the AWS account now. Throws LostRace, with the server found, while the last one is too recent. */
    async requestCheck(server: Server, eventId: string, now: Date, perSeconds: number): Promise<void> {
      const turn = table.updateWrite(keys.server(server.organizationId, server.id), {
        expression: 'SET checkPossibleAt = :next',
        condition: `${serverExists} AND ${isCheckPossible}`,
        values: { ':next': addSeconds(now, perSeconds), ':now': now.toISOString() },
      });
      await table.transact([turn, ...this.accountCheckWrites(server, eventId, now)]);
    },

    /** Deletes the server with its machines; its label remains reserved. Throws LostRace if a certificate was announced since. */
    async remove(server: Server, audit: AuditEntry, alongside: Write[] = []): Promise<void> {
      const { organizationId, id } = server;
      const { expression, values } =
        server.type === 'agent'
          ? { expression: announcedNothingSince, values: { ':seen': server.revision } }
          : { expression: serverExists, values: undefined };
      // Without this, a record that its label has got since would remain.
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
      await deleteAndReleaseQuota(table, organizationId, 'servers', removal);
      // The server is already deleted: on a failure here, the caller would delete it again, and get a 404.
      if (server.type === 'agent') await deleteMachines(server).catch(() => undefined);
    },

    /** Announces a change to the server's agents, for their next poll, and makes them poll often for a while. */
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
