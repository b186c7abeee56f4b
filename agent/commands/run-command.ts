import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { certificateFolder } from '../certificates/certificate-folder.gateway.ts';
import { ANY_HOSTNAME, checkChallengeRoute } from '../doctor/challenge-route-check.ts';
import { getFromHere } from '../doctor/http-probe.gateway.ts';
import { withCurrentKeys } from '../enrollment/current-keys.ts';
import { siteFollower } from '../enrollment/set-site.ts';
import { closeCertificateEndpoint, openCertificateEndpoint } from '../loopback/certificate-endpoint.gateway.ts';
import { groupId } from '../machine/group.gateway.ts';
import { readHostMarks } from '../machine/host.gateway.ts';
import { readEnrolled } from '../machine/identity.gateway.ts';
import { isOfAnotherHost } from '../machine/identity.schema.ts';
import { writeLastRun } from '../machine/last-run.gateway.ts';
import { decryptPrivateKey } from '../machine/private-key.ts';
import { handshakeWithSelf } from '../poll/handshake.gateway.ts';
import { runReload } from '../poll/reload.gateway.ts';
import { runAgent } from '../poll/run.ts';
import { edgeService, fetchChallenge } from '../service/edge.gateway.ts';
import type { FileRights } from '../shared/file-rights.ts';
import { jsonLog } from '../shared/log.gateway.ts';
import { LOOPBACK } from '../shared/loopback.ts';
import { reasonOf } from '../shared/reason.ts';
import { fileMode, ipAddress, portNumber } from './options.ts';
import { setSitePorts } from './set-site-command.ts';

interface RunOptions {
  dir: string;
  port: number;
  reload?: string;
  httpPort: number;
  httpsPort: number;
  address: string;
  group?: string;
  mode?: number;
  caddyPort?: number;
  getCertificate: boolean;
}

export function runCommand(): Command {
  return new Command('run')
    .description('fetch certificates and serve them to the web server on this machine, until stopped')
    .requiredOption('--dir <folder>', 'the folder of enroll')
    .requiredOption('--port <port>', 'loopback port for the web server: /.well-known/acme-challenge/, /health', portNumber)
    .option('--reload <command>', 'shell command that makes the web server read its certificates again')
    .option('--http-port <port>', 'where the web server takes HTTP on this machine', portNumber, 80)
    .option('--https-port <port>', 'where the web server takes HTTPS on this machine', portNumber, 443)
    .option('--address <address>', 'where the web server listens on this machine', ipAddress, LOOPBACK)
    .option('--group <group>', "group that reads certificates and keys: the web server's, where it does not start as root")
    .option('--mode <mode>', 'of the files with certificates and keys; 0600, or with --group 0640', fileMode)
    .option(
      '--caddy-port <port>',
      'loopback port where Caddy reads certificates from the folder itself, so that it needs no reload: see docs/servers/caddy.md',
      portNumber,
    )
    .option(
      '--get-certificate',
      'instead of --caddy-port: the agent hands certificates to Caddy on --port, and reloads Caddy after each change',
      false,
    )
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const { dir, reload } = options;
  const identity = await readEnrolled(dir);
  const { machine_id } = identity.enrollment;
  if (isOfAnotherHost(identity, await readHostMarks()))
    jsonLog('error', 'the keys in this folder were made on another machine: run enroll again, which gives this one its own');
  const rights = await rightsOf(options);
  const { caddyPort } = options;
  const isAsked = options.getCertificate || caddyPort !== undefined;
  if (!isAsked) await closeCertificateEndpoint(dir).catch(diskTakesNothing);
  const folder = certificateFolder(dir, rights);
  await folder.createFolders().catch(diskTakesNothing);
  const service = withCurrentKeys(identity, {
    readEnrolled: () => readEnrolled(dir),
    edge: edgeService,
    decryptWith: decryptPrivateKey,
    nowMs: Date.now,
    log: jsonLog,
  });
  const ports = {
    ...service,
    machineId: machine_id,
    folder,
    fetchChallenge: (token: string, hostname: string) => fetchChallenge({ site: service.site(), machine_id }, token, hostname),
    handshake: (hostname: string) => handshakeWithSelf(hostname, options.httpsPort, options.address),
    isWayOpen: (hostname: string | undefined) => isWayOpen(options, machine_id, hostname),
    door: isAsked ? await openCertificateEndpoint(dir, rights, caddyPort) : undefined,
    moveTo: siteFollower(setSitePorts(dir)),
    reload: async () => reload === undefined || runReload(reload, jsonLog),
    nowMs: Date.now,
    jitter: Math.random,
    log: jsonLog,
  };
  const lastRun = { port: options.port, ...(reload !== undefined && { reload }) };
  await writeLastRun(dir, lastRun).catch(diskTakesNothing);
  // Exits at once: files are replaced atomically, so there is nothing to finish.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
  await (await runAgent(options.port, ports, new AbortController().signal)).ended;
}

/** The result is reported to the service, which may then order although it cannot reach this machine itself. */
async function isWayOpen({ httpPort, address, port }: RunOptions, machineId: string, hostname = ANY_HOSTNAME): Promise<boolean> {
  const way = { port: httpPort, address, hostname, agentPort: port, machineId };
  const { status } = await checkChallengeRoute(way, { get: getFromHere, nonce: () => randomBytes(12).toString('hex') });
  return status === 'ok';
}

function diskTakesNothing(error: unknown): void {
  jsonLog('error', 'the disk takes nothing', { reason: reasonOf(error) });
}

async function rightsOf({ group, mode }: RunOptions): Promise<FileRights> {
  const gid = group === undefined ? undefined : await groupId(group);
  return { fileMode: mode ?? (group === undefined ? 0o600 : 0o640), gid };
}
