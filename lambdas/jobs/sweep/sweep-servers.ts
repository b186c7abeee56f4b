import { CONTACT_RECORDED_SECONDS, type Settings } from '../../../contract/stack/settings.schema.ts';
import type { AgentServer, Machine } from '../../model/servers/server.schema.ts';
import type { ServerReads } from '../../model/servers/server.store.ts';
import {
  contactOf,
  knownSilent,
  silenceDueAt,
  silentMachines,
  withoutMachine,
  withSilenceOf,
  withSilent,
} from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { SilenceStore } from '../../model/servers/silence.store.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { type Key, keys, serverOfKey } from '../../shared/table/keys.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { pagesWhile } from '../../shared/table/queries.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface ServerSweepPorts {
  servers: Pick<ServerReads, 'get'>;
  silences: SilenceStore;
  settings: Pick<Settings, 'agent' | 'baseTarget'>;
  newEventId: () => string;
  newAuditId: () => string;
  clock: Clock;
  log: Log;
  /**
   * The table was restored since the shard's last sweep, so the last contacts are missing: all machines get time to call first.
   */
  isRestored?: boolean;
}

export interface ServerSweepResult {
  silent: number;
  retired: number;
  /** Failures of single servers, which do not stop the others. */
  failures: unknown[];
}

/** Longer than the interval of sweeps on any stage. Machines overdue for longer point to an outage of the service itself. */
const SERVICE_WAS_AWAY_SECONDS = 7200;

/** This many fit into a transaction with their server and the event, and their names into a 4 kB expression. */
const MAX_AT_ONCE = 90;

const DAY_SECONDS = 86_400;

/**
 * Sends events about machines that stopped polling, and retires those silent for days while another machine of the server polls.
 * Contacts move a machine's due time on, so it is usually due here only when silent. A concurrent poll wins.
 */
export async function sweepServers(shard: number, ports: ServerSweepPorts, endsAt: Date): Promise<ServerSweepResult> {
  const swept: ServerSweepResult = { silent: 0, retired: 0, failures: [] };
  const done = new Set<string>();
  const pages = pagesWhile(
    () => ports.clock() < endsAt,
    (startAt) => ports.silences.dueBefore(shard, ports.clock(), startAt),
  );
  for await (const page of pages) {
    for (const [place, due] of Map.groupBy(page.keys, placeOf)) {
      // The first due key of a server handles everything due at it.
      if (done.has(place)) continue;
      done.add(place);
      await sweepServer(due, ports, swept);
    }
  }
  return swept;
}

function placeOf(key: Key): string {
  const { organizationId, serverId } = serverOfKey(key);
  return `${organizationId}/${serverId}`;
}

async function sweepServer(due: readonly Key[], ports: ServerSweepPorts, swept: ServerSweepResult) {
  const [first] = due;
  if (!first) return;
  const { organizationId, serverId } = serverOfKey(first);
  try {
    const found = await ports.servers.get(organizationId, serverId);
    const server = found?.type === 'agent' ? found : undefined;
    const machines = server ? await ports.silences.machines(server) : [];
    const known = new Set(machines.map(({ id }) => keys.machine(organizationId, serverId, id).sk));
    const left = due.filter(({ sk }) => !known.has(sk));
    for (const key of left) await ports.silences.forget(key, server);
    if (server) await sweepMachines(await withCorrectedSilence(server, machines, ports), machines, ports, swept);
  } catch (cause) {
    ports.log('error', 'a server could not be swept', { organizationId, serverId, cause });
    swept.failures.push(cause);
  }
}

/**
 * Recounts the silent machines by their rows, because a restore need not keep the writes of a transaction together. This also
 * names others of many silent machines in place of those that came back or were revoked.
 */
async function withCorrectedSilence(
  server: AgentServer,
  machines: readonly Machine[],
  { silences, log }: ServerSweepPorts,
): Promise<AgentServer> {
  const right = withSilenceOf(server, machines);
  if (right === server || !(await silences.saveSilence(server, right))) return server;
  const { organizationId, id: serverId, silentCount } = right;
  log('warn', 'which machines of a server are silent is counted anew', { organizationId, serverId, silentCount });
  return right;
}

async function sweepMachines(
  server: AgentServer,
  machines: readonly Machine[],
  ports: ServerSweepPorts,
  swept: ServerSweepResult,
) {
  const now = ports.clock();
  const due = machines.filter(({ stepDueAt }) => stepDueAt !== undefined && stepDueAt < now.toISOString());
  const since = addSeconds(now, -SERVICE_WAS_AWAY_SECONDS);
  const overdue = ports.isRestored ? due : due.filter(({ stepDueAt = '' }) => stepDueAt < since);
  // Gives the machines time to call first.
  for (const machine of overdue) await ports.silences.watchAgain(server, machine, addSeconds(now, CONTACT_RECORDED_SECONDS));
  const punctual = due.filter((machine) => !overdue.includes(machine));
  const after = await markSilentMachines(server, punctual, ports, now, swept);
  const known = punctual.filter(({ silentAt }) => silentAt !== undefined);
  const isAnyHeard = silentMachines(machines, ports.settings.agent.silentAfterSeconds, now).length < machines.length;
  if (isAnyHeard) return retireMachines(after, known, ports, now, swept);
  // No machine polls: the whole server is down, and its machines may all come back.
  for (const machine of known) await ports.silences.watchAgain(server, machine, addSeconds(now, DAY_SECONDS));
}

/** Returns the server with the new marks. */
async function markSilentMachines(
  from: AgentServer,
  due: readonly Machine[],
  { silences, settings, newEventId, log }: ServerSweepPorts,
  now: Date,
  swept: ServerSweepResult,
): Promise<AgentServer> {
  const { silentAfterSeconds } = settings.agent;
  const watched = due.filter(({ silentAt }) => silentAt === undefined);
  const silent = silentMachines(watched, silentAfterSeconds, now);
  for (const machine of watched.filter((each) => !silent.includes(each)))
    await silences.watchAgain(from, machine, silenceDueAt(machine, silentAfterSeconds));
  let server = from;
  for (let begin = 0; begin < silent.length; begin += MAX_AT_ONCE) {
    const some = silent.slice(begin, begin + MAX_AT_ONCE);
    const after = withSilent(server, some);
    const facts = { randomId: newEventId(), baseTarget: settings.baseTarget, silentAfterSeconds, now };
    const event = serverEvent('server.offline', { server: after, silentMachines: knownSilent(after) }, facts);
    const marks = some.map((machine) => ({ machine, retireAt: retiredAt(machine, settings) }));
    // After a lost race a machine has polled or another sweep runs: the next sweep reads again.
    if (!(await silences.markSilent(server, marks, event))) return server;
    server = after;
    swept.silent += some.length;
    const { organizationId, id: serverId } = server;
    log('warn', 'machines are silent', { organizationId, serverId, machines: some.map(({ id }) => id) });
  }
  return server;
}

async function retireMachines(
  from: AgentServer,
  silent: readonly Machine[],
  { silences, settings, newEventId, newAuditId, log }: ServerSweepPorts,
  now: Date,
  swept: ServerSweepResult,
): Promise<void> {
  let server = from;
  for (const machine of silent) {
    const { organizationId, id: serverId } = server;
    const retireAt = retiredAt(machine, settings);
    if (retireAt > now.toISOString()) {
      await silences.watchAgain(server, machine, retireAt);
      continue;
    }
    const after = withoutMachine(server, machine);
    const facts = { randomId: newEventId(), baseTarget: settings.baseTarget, now };
    const event = serverEvent('machine.revoked', { server: after, machine, reason: 'silent' }, facts);
    const audit = retiredEntry(server, machine, newAuditId(), now);
    if (!(await wonRaceUnlessBusy(silences.revokeMachine(server, machine, { audit, event })))) continue;
    server = after;
    swept.retired += 1;
    log('info', 'a machine that was silent for days is retired', { organizationId, serverId, machineId: machine.id });
  }
}

function retiredAt(machine: Machine, { agent }: Pick<Settings, 'agent'>): string {
  return addSeconds(new Date(contactOf(machine)), agent.retireAfterDays * DAY_SECONDS);
}

function retiredEntry({ organizationId, id: serverId }: AgentServer, machine: Machine, id: string, now: Date): AuditEntry {
  const { id: machineId, name, lastSeenAt } = machine;
  return {
    id,
    at: now.toISOString(),
    organizationId,
    action: 'machine.retired',
    resource: { type: 'machine', id: machineId },
    actor: { type: 'service' },
    before: { name, server_id: serverId, ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }) },
  };
}
