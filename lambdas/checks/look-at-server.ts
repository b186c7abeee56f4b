import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { DomainObservation, MachinesObservation } from '../lifecycle/observation.ts';
import { clean } from '../model/domains/diagnosis/conditions.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { Server } from '../model/servers/server.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { contactOf, silentMachines } from '../model/servers/server.ts';
import { lookAtServed, type TlsPorts } from './look-at-served.ts';

export interface ServerPorts {
  net: TlsPorts['net'];
  settings: Pick<Settings, 'edgeHttpsPort' | 'agent'>;
  /** Absent: whoever has asked may not know of machines. */
  servers?: Pick<ServerReads, 'get'>;
}

/**
 * What is served for an active domain, and beside it whether its server's machines ask us: one handshake, one read. Of other
 * domains nothing.
 */
export function looksAtServer({ net, settings, servers }: ServerPorts) {
  return async (domain: Domain, now: Date, timeoutMs?: number): Promise<Pick<DomainObservation, 'served' | 'machines'>> => {
    const { phase, url, served, organizationId, serverId } = domain;
    if (phase !== 'active' || served === undefined) return {};
    const [shown, server] = await Promise.all([
      lookAtServed({ net, httpsPort: settings.edgeHttpsPort }, url, served.certificate, now, timeoutMs),
      servers?.get(organizationId, serverId),
    ]);
    if (!servers) return { served: shown };
    return { served: shown, machines: lookAtMachines(server, settings.agent.silentAfterSeconds, now) };
  };
}

/** The others are counted: the list of the server's machines has them. */
const MOST_NAMED = 5;

/** Whether the machines of a server ask the service, and which do not, since when. */
export function lookAtMachines(server: Server | undefined, silentAfterSeconds: number, now: Date): MachinesObservation {
  const all = Object.values(server?.machines ?? {});
  if (server === undefined || all.length === 0) return { kind: 'machines-silent' };
  const silent = silentMachines(server, silentAfterSeconds, now);
  if (silent.length === 0) return { kind: 'machines-heard' };
  const named = silent.slice(0, MOST_NAMED).map((machine) => `${machine.name} (last heard of at ${contactOf(machine)})`);
  const more = silent.length > MOST_NAMED ? [`${silent.length - MOST_NAMED} more`] : [];
  const reason = silent.length === all.length ? 'server_silent' : 'machine_silent';
  return { kind: 'machines-silent', reason, observed: clean([...named, ...more].join(', ')) };
}
