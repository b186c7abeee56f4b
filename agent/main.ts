import { Command, InvalidArgumentError } from 'commander';
import { certificateFolder } from './certificates/certificate-folder.gateway.ts';
import { enroll } from './enrollment/enroll.ts';
import { handshakeWithSelf } from './follow/handshake.gateway.ts';
import { runReload } from './follow/reload.gateway.ts';
import { runAgent } from './follow/run.ts';
import { closeCertificateDoor, openCertificateDoor } from './loopback/certificate-door.gateway.ts';
import { newIdentity, readIdentity, writeIdentity } from './machine/identity.gateway.ts';
import { decryptPrivateKey } from './machine/private-key.ts';
import { edgeService, enrollAt, fetchChallenge } from './service/edge.gateway.ts';
import { jsonLog } from './shared/log.gateway.ts';
import { reasonOf } from './shared/reason.ts';

const program = new Command('agent').description(
  'Keeps the certificates of one server on this machine, and its web server in step with them.',
);

program
  .command('enroll')
  .description('make this machine known to the service; does nothing if it already is')
  .requiredOption('--site <url>', 'address of the service, without /api')
  .requiredOption('--token <token>', 'one-time enrollment token (enr_…)')
  .requiredOption('--name <name>', 'how this machine is listed')
  .requiredOption('--dir <folder>', 'where keys and certificates are kept')
  .option('--replace', 'make new keys and enroll again, for a machine that was revoked', false)
  .action(async (options: { site: string; token: string; name: string; dir: string; replace: boolean }) => {
    const { dir } = options;
    await enroll(options, {
      readIdentity: () => readIdentity(dir),
      writeIdentity: (identity) => writeIdentity(dir, identity),
      newIdentity,
      enrollAt,
      log: jsonLog,
    });
  });

program
  .command('run')
  .description('fetch certificates and serve them to the web server on this machine, until stopped')
  .requiredOption('--dir <folder>', 'the folder of enroll')
  .requiredOption('--port <port>', 'loopback port for the web server: /.well-known/acme-challenge/, /health', portNumber)
  .option('--reload <command>', 'shell command that makes the web server read its certificates again')
  .option('--https-port <port>', 'where the web server takes HTTPS on this machine', portNumber, 443)
  .option(
    '--get-certificate',
    'also hand certificates and keys to Caddy on that port, at a secret path that <folder>/caddy/get-certificate.caddy names',
    false,
  )
  .action(async (options: { dir: string; port: number; reload?: string; httpsPort: number; getCertificate: boolean }) => {
    const identity = await readIdentity(options.dir);
    const enrollment = identity?.enrollment;
    if (!identity || !enrollment) throw new Error(`${options.dir} holds no enrolled machine: run enroll first`);
    const { reload } = options;
    if (!options.getCertificate) await closeCertificateDoor(options.dir);
    const ports = {
      machineId: enrollment.machine_id,
      folder: certificateFolder(options.dir),
      edge: edgeService({ ...identity, enrollment }),
      fetchChallenge: (token: string, hostname: string) => fetchChallenge(enrollment.site, token, hostname),
      handshake: (hostname: string) => handshakeWithSelf(hostname, options.httpsPort),
      decrypt: (jwe: string) => decryptPrivateKey(jwe, identity.encryption_jwk),
      door: options.getCertificate ? await openCertificateDoor(options.dir) : undefined,
      reload: async () => reload === undefined || runReload(reload, jsonLog),
      nowMs: Date.now,
      roll: Math.random,
      log: jsonLog,
    };
    // At once: every file is replaced in one step, so there is nothing to finish.
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(0));
    await (await runAgent(options.port, ports, new AbortController().signal)).ended;
  });

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new InvalidArgumentError('must be a port, 1 to 65535');
  return port;
}

try {
  await program.parseAsync();
} catch (error) {
  jsonLog('error', reasonOf(error));
  process.exitCode = 1;
}
