import { execFileSync } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { DomainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { anyFreePort } from '../../../../local/machine/free-ports.ts';
import { requireAnswer } from '../../../../local/processes/checks.ts';
import { type Component, component } from '../../../../local/processes/component.ts';
import type { ProcessTable } from '../../../../local/processes/process-table.ts';
import { api, connection, createDomain, dns, isActive, newHostname, until } from '../../cloud.ts';
import { type AgentProgram, callAgent, startAgent } from './agent-program.ts';
import type { Target } from './load.ts';
import { type Place, PROGRAM_NAMES, PROGRAMS, type Program, type ProgramName } from './programs.ts';
import { startRelay } from './relay.ts';

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

/** Whom Debian's web servers run as, where root runs the tests: keys reach them by the group alone. */
const WEB_USER = 'www-data';
const webUser = process.geteuid?.() === 0 && exists('getent', 'passwd', WEB_USER) ? WEB_USER : undefined;

/** `folder`: one for this machine alone. `stops` gets what ends each of its programs, `running` each of them. */
export async function startMachine(
  name: ProgramName,
  installed: string,
  folder: string,
  stops: (() => Promise<void>)[],
  running: ProcessTable,
): Promise<Machine> {
  // As on a server of the integrator's: the local cloud's own umask (keepPrivate) reaches the tests, and shuts the web server's
  // user out.
  process.umask(0o022);
  const program = PROGRAMS[name];
  const place = await settlePlace(name, folder);
  const binary = await enterable(name, installed, place);
  const relay = await startRelay(Number(new URL(connection.site_url).port));
  const { status, body: server } = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name } });
  if (status !== 201) throw new Error(`creating a server answers ${status}: ${JSON.stringify(server)}`);
  const { token } = (await api<{ token: string }>('POST', `/servers/${server.id}/enrollments`)).body;
  await dns.set(server.cname_target, 'A', [place.address]);
  await callAgent('enroll', '--site', relay.url, '--token', token, '--name', name, '--dir', place.agentFolder);

  const agent = startAgent(...agentOptions(place, program.reload(place, binary)));
  stops.push(agent.stop);
  if (agent.pid !== undefined) running.add(`agent of ${name}`, agent.pid);
  await agent.logged('serving');
  const webServer = await planWebServer(name, binary, program, place, running);
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

async function settlePlace(name: ProgramName, folder: string): Promise<Place> {
  const host = 10 + PROGRAM_NAMES.indexOf(name);
  const place = {
    address: `127.0.0.${host}`,
    secondAddress: `127.0.1.${host}`,
    httpPort: connection.edge_http_port,
    httpsPort: connection.edge_https_port,
    agentPort: await anyFreePort(),
    applicationPort: await startApplication(),
    agentFolder: join(folder, 'agent'),
    folder: join(folder, 'web-server'),
  };
  await mkdir(place.folder, { recursive: true });
  for (const entered of [dirname(folder), folder, place.folder]) await chmod(entered, 0o755);
  if (webUser) await chown(place.folder, Number(idOf('-u')), Number(idOf('-g')));
  return place;
}

function agentOptions(place: Place, reload: string): string[] {
  const ports = ['--port', String(place.agentPort), '--address', place.address, '--https-port', String(place.httpsPort)];
  const rights = webUser ? ['--group', webUser] : [];
  return ['--dir', place.agentFolder, ...ports, ...rights, '--get-certificate', '--reload', reload];
}

async function planWebServer(
  name: string,
  binary: string,
  { files, args, beforeStart }: Program,
  place: Place,
  table: ProcessTable,
) {
  for (const [file, content] of Object.entries(files(place, binary))) await writeFile(join(place.folder, file), content);
  const asWebUser = webUser ? ['setpriv', `--reuid=${webUser}`, `--regid=${webUser}`, '--clear-groups', '--'] : [];
  const before = beforeStart ? `${beforeStart(place)}; ` : '';
  const [command = '', ...others] = [...asWebUser, 'sh', '-c', `${before}exec "$@"`, 'sh', binary, ...args(place)];
  return component(
    {
      name,
      command,
      args: others,
      cwd: place.folder,
      env: { HOME: place.folder, XDG_CONFIG_HOME: place.folder, XDG_DATA_HOME: place.folder },
      check: () => requireAnswer(`http://${place.address}:${place.httpPort}/`, [301]),
    },
    { logs: dirname(place.folder), table, onCrash: console.error },
  );
}

/** The integrator's, behind the web server: says as whom it was asked. */
async function startApplication(): Promise<number> {
  const application = createServer(({ headers }, response) => response.end(`${headers.host}\n`));
  // Longer than any web server keeps a connection to it.
  application.keepAliveTimeout = 300_000;
  await new Promise<void>((resolve) => {
    application.listen(0, '127.0.0.1', resolve);
  });
  application.unref();
  return (application.address() as AddressInfo).port;
}

/** The local cloud's Caddy lies in a folder that nobody else enters. */
async function enterable(name: ProgramName, installed: string, { folder }: Place): Promise<string> {
  if (name !== 'caddy' || !webUser) return installed;
  const copy = join(folder, name);
  await copyFile(installed, copy);
  await chmod(copy, 0o755);
  return copy;
}

const idOf = (what: '-u' | '-g') => execFileSync('id', [what, WEB_USER], { encoding: 'utf8' });

function exists(...[command, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
