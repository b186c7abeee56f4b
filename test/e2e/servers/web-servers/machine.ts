import { readFile } from 'node:fs/promises';
import type { DomainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Component } from '../../../../local/processes/component.ts';
import type { ProcessTable } from '../../../../local/processes/process-table.ts';
import { api, connection, createDomain, dns, isActive, newHostname, until } from '../../cloud.ts';
import { type AgentProgram, callAgent, startAgent } from './agent-program.ts';
import type { Target } from './load.ts';
import type { Place, ProgramName } from './programs.ts';
import { startRelay } from './relay.ts';
import { planWebServer } from './web-server.ts';

/** A server of the service on an address of its own: a web server as its recipe says, its agent, and one customer domain. */
export interface Machine {
  place: Place;
  webServer: Component;
  agent: AgentProgram;
  /** The service is gone for this machine, and stays so. */
  cutOff: () => void;
  domain: DomainResource;
  target: Target;
  /** What the agent was started with, for its doctor. */
  doctorOptions: string[];
}

/** `folder`: one for this machine alone. `stops` gets what ends each of its programs, `running` each of them. */
export async function startMachine(
  name: ProgramName,
  installed: string,
  folder: string,
  stops: (() => Promise<void>)[],
  running: ProcessTable,
): Promise<Machine> {
  const ports = { httpPort: connection.edge_http_port, httpsPort: connection.edge_https_port };
  const { place, agentOptions, webServer } = await planWebServer(name, installed, folder, ports, running);
  const relay = await startRelay(Number(new URL(connection.site_url).port));
  const { status, body: server } = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name } });
  if (status !== 201) throw new Error(`creating a server answers ${status}: ${JSON.stringify(server)}`);
  const { token } = (await api<{ token: string }>('POST', `/servers/${server.id}/enrollments`)).body;
  await dns.set(server.cname_target, 'A', [place.address]);
  await callAgent('enroll', '--site', relay.url, '--token', token, '--name', name, '--dir', place.agentFolder);

  const agent = startAgent(...agentOptions);
  stops.push(agent.stop);
  if (agent.pid !== undefined) running.add(`agent of ${name}`, agent.pid);
  await agent.logged('serving');
  stops.push(webServer.stop);
  await webServer.start();
  const url = newHostname(name);
  await dns.set(url, 'CNAME', [server.cname_target]);
  const { id } = await createDomain(url, server.id);
  const ca = await readFile(connection.ca_root_file, 'utf8');
  return {
    place,
    webServer,
    agent,
    cutOff: relay.cut,
    domain: await until(id, isActive),
    target: { hostname: url, address: place.address, port: place.httpsPort, ca },
    doctorOptions: ['--dir', place.agentFolder, '--address', place.address, '--http-port', String(place.httpPort)],
  };
}
