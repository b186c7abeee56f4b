import { readFile } from 'node:fs/promises';
import type { DomainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Component } from '../../../../local/processes/component.ts';
import type { ProcessTable } from '../../../../local/processes/process-table.ts';
import { api, connection, createDomain, dns, isActive, type Key, newHostname, until } from '../../cloud.ts';
import { type AgentProgram, callAgentWith, startAgent } from './agent-program.ts';
import type { Target } from './load.ts';
import type { Place, ProgramName } from './programs.ts';
import { startRelay } from './relay.ts';
import { planWebServer } from './web-server.ts';

/** A server of the service on its own address: a web server as in its recipe, and its agent. */
export interface StartedServer {
  id: number;
  cnameTarget: string;
  place: Place;
  webServer: Component;
  agent: AgentProgram;
  /** Cuts the machine off from the service for good. */
  cutOff: () => void;
  /** Where a visitor of a hostname connects. */
  target: (hostname: string) => Target;
  /** The agent's options, for its doctor. */
  doctorOptions: string[];
}

/** A server with one customer domain. */
export interface Machine extends Omit<StartedServer, 'target'> {
  domain: DomainResource;
  target: Target;
}

/** The arguments of `startServer`. */
export async function startMachine(...args: Parameters<typeof startServer>): Promise<Machine> {
  const server = await startServer(...args);
  const url = newHostname(args[0]);
  await dns.set(url, 'CNAME', [server.cnameTarget]);
  const { id } = await createDomain(url, server.id);
  return { ...server, domain: await until(id, isActive), target: server.target(url) };
}

/**
 * `folder`: for this machine alone. `stops` and `running` collect its programs, to end them. Default: the first organization, and
 * the recipe's address.
 */
export async function startServer(
  name: ProgramName,
  installed: string,
  folder: string,
  stops: (() => Promise<void>)[],
  running: ProcessTable,
  { key = connection as Key, host }: { key?: Key; host?: number } = {},
): Promise<StartedServer> {
  const ports = { httpPort: connection.edge_http_port, httpsPort: connection.edge_https_port };
  const { place, agentOptions, webServer } = await planWebServer(name, installed, folder, ports, running, host);
  const relay = await startRelay(Number(new URL(connection.site_url).port));
  const { status, body: server } = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name }, key });
  if (status !== 201) throw new Error(`creating a server answers ${status}: ${JSON.stringify(server)}`);
  const { token } = (await api<{ token: string }>('POST', `/servers/${server.id}/enrollments`, { key })).body;
  await dns.set(server.cname_target, 'A', [place.address]);
  const machine = ['--name', name, '--dir', place.agentFolder];
  await callAgentWith({ CPS_AGENT_TOKEN: token }, 'enroll', '--site', relay.url, ...machine);

  const agent = startAgent(...agentOptions);
  stops.push(agent.stop);
  if (agent.pid !== undefined) running.add(`agent of ${name}`, agent.pid);
  await agent.logged('serving');
  stops.push(webServer.stop);
  await webServer.start();
  const ca = await readFile(connection.ca_root_file, 'utf8');
  return {
    id: server.id,
    cnameTarget: server.cname_target,
    place,
    webServer,
    agent,
    cutOff: relay.cut,
    target: (hostname) => ({ hostname, address: place.address, port: place.httpsPort, ca }),
    doctorOptions: ['--dir', place.agentFolder, '--address', place.address, '--http-port', String(place.httpPort)],
  };
}
