import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import type { StoredCertificate } from '../../agent/certificates/stored-certificate.ts';
import { writeIdentity } from '../../agent/machine/identity.gateway.ts';
import { agentInstaller } from '../../lambdas/model/servers/agent-installer.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { anyFreePort } from '../../local/machine/free-ports.ts';
import { requireAnswer } from '../../local/processes/checks.ts';
import { component } from '../../local/processes/component.ts';
import { certificateFor } from '../agent/a-certificate.ts';
import { findProgram, type Place, type ProgramName } from '../e2e/servers/web-servers/programs.ts';
import { planWebServer } from '../e2e/servers/web-servers/web-server.ts';
import { certificate, identity, server } from '../lambdas/agent-api/an-agent.ts';
import { count, decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';
import { startService } from './fleet/service-in-memory.ts';
import type { Met, Visited } from './installs/visitors.ts';

// The effect on visitors of unchanged names while certificates of other names are added and removed at the same server, whose
// agent and web server run as in docs/servers/. The service is its own code with a table in memory. The baseline is the same
// visitors without changes.

/** Certificates to add, and the same number to remove. */
const CHANGES = { short: 20, long: 200 };
const STAYING = 50;
/** Interval, in which one is added and one removed. */
const EVERY_MS = 100;
/** Poll interval of an agent that expects a certificate. It reloads its web server after each answer with news. */
const POLL_SECONDS = 2;
const MAX_TIMES = 2;
const PATIENCE_MS = 40_000;
const WEB_SERVERS = ['caddy', 'nginx'] as const satisfies ProgramName[];
/** Programs end with this process: no table is needed to find them. */
const NO_TABLE = { add: () => undefined, remove: () => undefined };

type Service = Awaited<ReturnType<typeof startService>>;

/** `args`: one of the web servers, instead of both. */
export async function run(size: Size, args: readonly string[] = []): Promise<Measurement[]> {
  const measured: Measurement[] = [];
  for (const name of WEB_SERVERS) {
    if (args.length > 0 && !args.includes(name)) continue;
    const program = await findProgram(name);
    if (program === undefined) console.warn(`${name} is not installed here, and is left out`);
    else measured.push(...(await measure(name, program, CHANGES[size])));
  }
  return measured;
}

async function measure(name: (typeof WEB_SERVERS)[number], program: string, changes: number): Promise<Measurement[]> {
  const certificatesOf = (kind: string, length: number) =>
    Array.from({ length }, (_, number) => certificateFor(`${kind}${number}.customer.com`));
  const staying = certificatesOf('stays', STAYING);
  const leaving = certificatesOf('leaves', changes);
  const coming = certificatesOf('comes', changes);
  const atFirst = [...staying, ...leaving];
  const service = await startService(atFirst, { patienceMs: PATIENCE_MS, idlePollSeconds: POLL_SECONDS });
  const folder = await mkdtemp(join(tmpdir(), 'cps-installs-'));
  const reloads = join(folder, 'reloads');
  const { place, stop } = await startMachine(name, program, join(folder, name), service, reloads);
  try {
    if (!(await service.served(atFirst.length))) throw new Error(`${name} does not serve what there is at first`);
    const visited = { address: place.address, port: place.httpsPort, fingerprints: fingerprintsOf(staying) };
    await visitWhile(visited, () => sleep(2_000)); // programs that have just started are slow
    const alone = await visitWhile(visited, () => sleep(changes * EVERY_MS));
    const reloadsBefore = await linesOf(reloads);
    let isAllServed = false;
    const beside = await visitWhile(visited, async () => {
      for (const [number, certificateToInstall] of coming.entries()) {
        await Promise.all([
          install(service, certificateToInstall, atFirst.length + number),
          remove(service, leaving[number]?.hostname ?? '', STAYING + number),
          sleep(EVERY_MS),
        ]);
      }
      isAllServed = await service.served(atFirst.length + 2 * changes);
    });
    const shown = await Promise.all([...coming, ...leaving].map(({ hostname }) => shownBy(place, hostname)));
    const come = coming.filter(({ fingerprintSha256 }, number) => shown[number] === fingerprintSha256).length;
    const gone = shown.slice(changes).filter((fingerprint) => fingerprint === undefined).length;
    for (const reason of beside.reasons) console.log(`${name}: ${reason}`);
    const reloadsBeside = (await linesOf(reloads)) - reloadsBefore;
    const times = median(beside.milliseconds) / median(alone.milliseconds);
    const none = { atMost: 0 };
    return [
      count(`${name}: certificates that came`, isAllServed ? come : 0, { atLeast: changes }),
      count(`${name}: certificates that went`, isAllServed ? gone : 0, { atLeast: changes }),
      count(`${name}: new connections meanwhile`, beside.opened, { atLeast: changes }),
      count(`${name}: requests on kept connections meanwhile`, beside.kept, { atLeast: changes }),
      count(`${name}: failed handshakes`, beside.failedHandshakes, none),
      count(`${name}: dropped connections`, beside.dropped, none),
      count(`${name}: wrong certificates`, beside.wrongCertificates, none),
      count(`${name}: wrong answers`, beside.wrongAnswers, none),
      count(`${name}: reloads meanwhile`, reloadsBeside),
      count(`${name}: requests sent once more, as their kept connection had just been closed`, beside.closedBetween),
      time(`${name}: a new connection and its answer, without changes, ms`, median(alone.milliseconds), {}, decimals(1)),
      time(`${name}: the same beside changes, times that without`, times, { atMost: MAX_TIMES }, decimals(2)),
    ];
  } finally {
    await stop();
    service.stop();
    await rm(folder, { recursive: true });
  }
}

async function startMachine(name: ProgramName, program: string, folder: string, { site }: Service, reloads: string) {
  const [httpPort, httpsPort] = [await anyFreePort(), await anyFreePort()];
  const planned = await planWebServer(name, program, folder, { httpPort, httpsPort }, NO_TABLE);
  const { place, agentOptions, webServer } = planned;
  await writeIdentity(place.agentFolder, { ...identity, enrollment: { ...identity.enrollment, site } });
  const reload = agentOptions.at(-1);
  const agent = component(
    {
      name: `agent of ${name}`,
      command: NODE,
      args: ['agent/main.ts', 'run', ...agentOptions.slice(0, -1), `echo reload >> ${reloads}; ${reload}`],
      cwd: PROJECT,
      check: () => requireAnswer(`http://127.0.0.1:${place.agentPort}/health`),
    },
    { logs: folder, table: NO_TABLE, onCrash: console.error },
  );
  const stop = async () => {
    await Promise.all([agent.stop(), webServer.stop()]);
  };
  try {
    await agent.start();
    await webServer.start();
    return { place, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The writes of the lifecycle's steps. */
async function install(service: Service, { hostname, ...made }: StoredCertificate, domainId: number): Promise<void> {
  service.keepPrivateKey(domainId, made.privateKeyPem);
  const facts = { ...certificate.facts, fingerprintSha256: made.fingerprintSha256 };
  const { certificates, table } = service;
  const toInstall = { ...certificate, hostname, domainId, facts, chainPem: made.certificatePem };
  await table.transact([certificates.putWrite(toInstall)]);
  await agentInstaller(server).install(toInstall, { agent: service }, new Date());
}

async function remove(service: Service, hostname: string, domainId: number): Promise<void> {
  const now = new Date();
  const retired = await service.certificates.retire({ ...certificate, hostname, domainId }, now);
  if (retired) await agentInstaller(server).remove(retired, { agent: service }, now);
}

async function visitWhile(visited: Visited, work: () => Promise<void>): Promise<Met> {
  const visitors = spawn(NODE, ['test/bench/installs/visitors.ts'], {
    cwd: PROJECT,
    env: { ...process.env, VISITED: JSON.stringify(visited) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  try {
    await work();
  } finally {
    visitors.stdin.end();
  }
  return JSON.parse(await text(visitors.stdout));
}

/** The certificate fingerprint of a handshake; undefined if the handshake fails. */
function shownBy({ address, httpsPort }: Place, hostname: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: httpsPort, servername: hostname, rejectUnauthorized: false });
    socket.once('secureConnect', () => {
      resolve(socket.getPeerCertificate().fingerprint256.replaceAll(':', '').toLowerCase());
      socket.destroy();
    });
    socket.once('error', () => resolve(undefined));
  });
}

function fingerprintsOf(certificates: readonly StoredCertificate[]): Record<string, string> {
  return Object.fromEntries(certificates.map(({ hostname, fingerprintSha256 }) => [hostname, fingerprintSha256]));
}

async function linesOf(file: string): Promise<number> {
  return (await readFile(file, 'utf8').catch(() => '')).split('\n').length - 1;
}
