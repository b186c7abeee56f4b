import { SILENT_AFTER_SECONDS } from '../../../contract/stack/settings.schema.ts';
import { type AuditEntry, auditEntry, type Change } from '../../shared/audit/audit.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { livemodeOf } from '../accounts/tenant.ts';
import type { Machine, Server } from './server.schema.ts';

/** A server that exists by name only: no machine has been enrolled yet. */
export function unclaimedServer(
  organizationId: string,
  id: number,
  label: string,
  now: Date,
  name = `Server ${id}`,
  type: Server['type'] = 'agent',
): Server {
  const common = { organizationId, id, name, label, createdAt: now.toISOString() };
  switch (type) {
    case 'agent':
      return { ...common, type, machines: {}, revision: 0 };
  }
}

/** Where the CNAME records of a server's domains point. */
export function cnameTargetOf({ label }: Pick<Server, 'label'>, baseTarget: string): string {
  return `${label}.${baseTarget}`;
}

/** The machine of this id, if one is enrolled there. The id is a stranger's word: it may be a name that every object inherits. */
export function machineOf({ machines }: Pick<Server, 'machines'>, id: string): Machine | undefined {
  return Object.hasOwn(machines, id) ? machines[id] : undefined;
}

/** The server once a machine is taken out. */
export function withoutMachine(server: Server, id: string): Server {
  return { ...server, machines: omit(server.machines, id) };
}

/** Whether it asked lately. */
function isOnline({ lastSeenAt }: { lastSeenAt?: string | undefined }, silentAfterSeconds: number, now: Date): boolean {
  return lastSeenAt !== undefined && lastSeenAt >= addSeconds(now, -silentAfterSeconds);
}

/** Whether a machine that asked lately said that challenges which come to its own web server reach it. */
export function seesItsChallengePath({ machines }: Pick<Server, 'machines'>, now: Date): boolean {
  return Object.values(machines).some(
    (machine) => machine.challengePath === 'ok' && isOnline(machine, SILENT_AFTER_SECONDS, now),
  );
}

/** When a machine was last heard of: it asked, or it was enrolled and has not asked yet. */
export function contactOf({ lastSeenAt, enrolledAt }: Pick<Machine, 'lastSeenAt' | 'enrolledAt'>): string {
  return lastSeenAt ?? enrolledAt;
}

/** Machines that have not been heard of for so long that they count as silent, the longest silent first. */
export function silentMachines({ machines }: Pick<Server, 'machines'>, silentAfterSeconds: number, now: Date): Machine[] {
  const latest = addSeconds(now, -silentAfterSeconds);
  return Object.values(machines)
    .filter((machine) => contactOf(machine) < latest)
    .toSorted((one, other) => contactOf(one).localeCompare(contactOf(other)));
}

/** The machines that are known to be silent: of which `server.offline` has told, and `server.online` has not yet. */
export function knownSilent({ machines }: Pick<Server, 'machines'>): Machine[] {
  return Object.values(machines).filter(({ silentAt }) => silentAt !== undefined);
}

/**
 * Beyond the time of silence: with it, the second contact after the one that a time was counted from comes before that time, also
 * with the longest idle polls, and the sweep meets hardly a server that is not silent.
 */
const LATE_CONTACT_SECONDS = 90;

/** When to find out whether a machine is silent, should it not be heard of before. */
export function silenceDueAt(machine: Pick<Machine, 'lastSeenAt' | 'enrolledAt'>, silentAfterSeconds: number): string {
  return addSeconds(new Date(contactOf(machine)), silentAfterSeconds + LATE_CONTACT_SECONDS);
}

/** The same for the first of a server's machines; undefined where none is left to be watched. */
export function firstSilenceDueAt({ machines }: Pick<Server, 'machines'>, silentAfterSeconds: number): string | undefined {
  const watched = Object.values(machines).filter(({ silentAt }) => silentAt === undefined);
  return watched.map((machine) => silenceDueAt(machine, silentAfterSeconds)).toSorted()[0];
}

/** The server with what is new of some of its machines. */
export function withMachines(server: Server, changed: readonly Machine[]): Server {
  return { ...server, machines: { ...server.machines, ...Object.fromEntries(changed.map((machine) => [machine.id, machine])) } };
}

/** A server as the API shows it. */
export function serverResource(server: Server, baseTarget: string, now: Date, silentAfterSeconds = SILENT_AFTER_SECONDS) {
  const lastSeenAt = lastSeen(server);
  return {
    id: server.id,
    livemode: livemodeOf(server.organizationId),
    name: server.name,
    type: server.type,
    config: {},
    ...(server.address && { address: server.address }),
    cname_target: cnameTargetOf(server, baseTarget),
    status: statusOf(server, lastSeenAt, silentAfterSeconds, now),
    ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
    created_at: server.createdAt,
  };
}

export function machineResource({ id, name, enrolledAt, lastSeenAt }: Machine) {
  return { id, name, enrolled_at: enrolledAt, ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }) };
}

/** What of a server somebody has chosen, or was told once: for its audit records. */
export function serverSettings({ id, name, type, address, label }: Server) {
  return { id, name, type, ...(address && { address }), label };
}

function lastSeen({ machines }: Server): string | undefined {
  return Object.values(machines)
    .flatMap(({ lastSeenAt }) => lastSeenAt ?? [])
    .toSorted()
    .at(-1);
}

/** `error` is for servers that the service itself reaches into; an agent's troubles are its domains' diagnoses. */
function statusOf(
  { machines }: Server,
  lastSeenAt: string | undefined,
  silentAfterSeconds: number,
  now: Date,
): 'unclaimed' | 'online' | 'offline' {
  if (Object.keys(machines).length === 0) return 'unclaimed';
  return isOnline({ lastSeenAt }, silentAfterSeconds, now) ? 'online' : 'offline';
}

/** A server may be asked for, or come into being by the number that a domain names: it is on record either way. */
export function serverCreated(call: Change, id: string, server: Server): AuditEntry {
  const resource = { type: 'server' as const, id: String(server.id) };
  return auditEntry(call, id, { action: 'server.created', resource, after: serverSettings(server) });
}
