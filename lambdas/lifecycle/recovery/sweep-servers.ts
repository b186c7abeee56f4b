import { CONTACT_RECORDED_SECONDS, type Settings } from '../../../contract/stack/settings.schema.ts';
import type { Machine, Server } from '../../model/servers/server.schema.ts';
import type { ServerReads } from '../../model/servers/server.store.ts';
import { firstSilenceDueAt, knownSilent, silentMachines, withMachines } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { SilenceStore } from '../../model/servers/silence.store.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface ServerSweepPorts {
  servers: Pick<ServerReads, 'get'>;
  silences: Pick<SilenceStore, 'dueBefore' | 'markSilent' | 'watchAgain'>;
  settings: Pick<Settings, 'agent' | 'baseTarget'>;
  newEventId: () => string;
  clock: Clock;
  log: Log;
}

export interface SweptServers {
  silent: number;
  /** What went wrong with single servers, which must not keep the sweep from the others. */
  failures: unknown[];
}

/** Longer than between two sweeps of any stage. What is so late tells of the service: it was stopped, or its table restored. */
const SERVICE_WAS_AWAY_SECONDS = 7200;

/** So many fit into the 4 kB of an expression, also where none of them has ever called. The others stay due. */
const MOST_AT_ONCE = 50;

/**
 * Tells of machines that ask no more. Recorded contacts move their server's due time on, so that a server is met here as a rule
 * only when one of its machines is silent. A poll that comes meanwhile wins.
 */
export async function sweepServers(shard: number, ports: ServerSweepPorts, endsAt: Date): Promise<SweptServers> {
  const swept: SweptServers = { silent: 0, failures: [] };
  let startAt: Item | undefined;
  do {
    const page = await ports.silences.dueBefore(shard, ports.clock(), startAt);
    for (const { organizationId, serverId } of page.servers) {
      try {
        if (await noteSilence(await ports.servers.get(organizationId, serverId), ports)) swept.silent += 1;
      } catch (cause) {
        ports.log('error', 'a server could not be swept', { organizationId, serverId, cause });
        swept.failures.push(cause);
      }
    }
    startAt = page.next;
  } while (startAt && ports.clock() < endsAt);
  return swept;
}

async function noteSilence(server: Server | undefined, ports: ServerSweepPorts): Promise<boolean> {
  if (server?.type !== 'agent' || server.stepDueAt === undefined) return false; // deleted, or the index is behind
  const { silences, settings, newEventId, clock, log } = ports;
  const { silentAfterSeconds } = settings.agent;
  const now = clock();
  if (server.stepDueAt < addSeconds(now, -SERVICE_WAS_AWAY_SECONDS)) {
    await silences.watchAgain(server, addSeconds(now, CONTACT_RECORDED_SECONDS)); // the machines call first
    return false;
  }
  const silentAt = now.toISOString();
  const found = silentMachines(server, silentAfterSeconds, now).filter((machine) => machine.silentAt === undefined);
  const silent = found.slice(0, MOST_AT_ONCE);
  const after = withMachines(
    server,
    silent.map((machine): Machine => ({ ...machine, silentAt })),
  );
  const nextDueAt = firstSilenceDueAt(after, silentAfterSeconds);
  if (silent.length === 0) {
    await silences.watchAgain(server, nextDueAt);
    return false;
  }
  const facts = { randomId: newEventId(), baseTarget: settings.baseTarget, silentAfterSeconds, now };
  const event = serverEvent('server.offline', { server: after, silentMachines: knownSilent(after) }, facts);
  const isNoted = await silences.markSilent(server, silent, nextDueAt, event);
  const { organizationId, id: serverId } = server;
  if (isNoted) log('warn', 'machines are silent', { organizationId, serverId, machines: silent.map(({ id }) => id) });
  return isNoted;
}
