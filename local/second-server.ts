import { Resolver } from 'node:dns/promises';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { Command } from 'commander';
import { ApiError, createClient } from '../client/typescript/create-client.ts';
import { type Connection, runningCloud, runningConnection, writePrivately } from './connection.ts';
import { NODE, PROJECT } from './machine/environment.ts';
import { anyFreePort } from './machine/free-ports.ts';
import { makeStatePrivate } from './machine/private-files.ts';
import { runCommand } from './machine/run-command.ts';
import { type StateDir, startFolder, stateDir } from './machine/state-dir.ts';
import { stopRequest } from './machine/stop-request.ts';
import { installPythonTools, locateTools } from './machine/tools.ts';
import { agent } from './processes/agent.ts';
import { component } from './processes/component.ts';
import { reloadCommand, webServer } from './processes/web-server.ts';

interface SecondServer {
  id: number;
  cname_target: string;
}

/** Another loopback address than the first server's 127.0.0.1. DNS, the CA and browsers see another machine. */
const ADDRESS = '127.0.0.2';

const IN_DNS_MS = 60_000;

new Command('npm run second-server')
  .description(`Runs a second server on ${ADDRESS} for the local cloud, with a web server and an agent of its own, until Ctrl-C.`)
  .parse();

const stop = stopRequest();
try {
  await run();
} catch (error) {
  console.error(styleText('red', `second-server: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const connection = runningConnection();
  const first = stateDir(startFolder());
  const root = join(first.root, 'second-server');
  const state = { ...first, logs: join(root, 'logs'), caddy: join(root, 'caddy'), agent: join(root, 'agent') };
  makeStatePrivate(state);
  for (const folder of [state.logs, state.caddy]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { caddy } = locateTools(await installPythonTools({ logs: state.logs, signal: stop.signal }), '');
  const server = await settleServer(connection, state, join(root, 'server.json'));
  const crash = Promise.withResolvers<string>();
  const surroundings = { logs: state.logs, table: { add: () => undefined, remove: () => undefined }, onCrash: crash.resolve };
  const ports = { ...runningCloud(first).ports, agent: await anyFreePort() };
  await untilInDns(server.cname_target, ports.dns);
  const programs = [
    component(webServer(caddy, state, ports, ADDRESS), surroundings),
    component(agent(state, ports, reloadCommand(caddy, state), ADDRESS), surroundings),
  ];
  try {
    for (const program of programs) await program.start();
    console.log(moveADomain(connection, server));
    const crashed = await Promise.race([crash.promise, stop.asked]);
    if (crashed !== undefined) throw new Error(crashed);
  } finally {
    await Promise.all(programs.map((program) => program.stop()));
  }
}

/** The service writes the address into its base target's zone, and the local name servers serve that. */
async function untilInDns(name: string, dnsPort: number): Promise<void> {
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dnsPort}`]);
  const deadline = Date.now() + IN_DNS_MS;
  while ((await resolver.resolve4(name))[0] !== ADDRESS) {
    stop.signal.throwIfAborted();
    if (Date.now() > deadline) throw new Error(`${name} does not lead to ${ADDRESS}: \`npm run admin -- zone\` says why`);
    await sleep(200);
  }
}

/** The server of an earlier run, or a new one with this machine enrolled. */
async function settleServer(connection: Connection, state: StateDir, file: string): Promise<SecondServer> {
  const { site_url: siteUrl, api_key_id: apiKeyId, api_key: apiKey } = connection;
  const client = createClient({ siteUrl, apiKeyId, apiKey });
  if (existsSync(file)) {
    const kept: SecondServer = JSON.parse(readFileSync(file, 'utf8'));
    const path = { id: kept.id };
    const found = await client.GET('/api/servers/{id}', { params: { path } }).catch(undefinedIfNotFound);
    if (found?.data.cname_target === kept.cname_target) return kept;
  }
  const { data: server } = await client.POST('/api/servers', { body: { name: 'Second server', address: [ADDRESS] } });
  const { data: enrollment } = await client.POST('/api/servers/{id}/enrollments', { params: { path: { id: server.id } } });
  const names = ['--site', connection.site_url, '--name', 'second', '--dir', state.agent];
  const again = existsSync(state.agent) ? ['--replace'] : [];
  await runCommand('enrolling the agent', {
    command: NODE,
    args: ['agent/main.ts', 'enroll', ...names, ...again],
    env: { CPS_AGENT_TOKEN: enrollment.token },
    cwd: PROJECT,
    log: join(state.logs, 'enroll.log'),
    signal: stop.signal,
  });
  const { id, cname_target } = server;
  writePrivately(file, { id, cname_target });
  return { id, cname_target };
}

/** The stored server belongs to another local cloud. */
function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error;
}

function moveADomain({ base_url, api_key_id, api_key, edge_https_port, ca_root_file }: Connection, server: SecondServer): string {
  const keys = `-H 'x-api-key-id: ${api_key_id}' -H 'x-api-key: ${api_key}'`;
  return `
Server ${server.id} is up on ${ADDRESS}, and its cname_target is ${server.cname_target}. In another shell, to move an active domain to it:

  id=…           # of the domain, and
  hostname=…     # its url

  # it gets the certificate first; the old server serves on
  curl -s -X PATCH ${base_url}/domains/$id ${keys} -H 'content-type: application/json' -d '{"server_id": ${server.id}}'; echo

  # once GET says "state":"awaiting_dns" in "move": the customer's part
  curl -s ${base_url}/domains/$id ${keys}; echo
  npm run dns -- set $hostname CNAME ${server.cname_target}

  # the other server answers; after a moment the domain says no more of a move
  curl --cacert ${ca_root_file} --resolve $hostname:${edge_https_port}:${ADDRESS} https://$hostname:${edge_https_port}/; echo

Ctrl-C ends it; the next run takes up the same server.
`;
}
