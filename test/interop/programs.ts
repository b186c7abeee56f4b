import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as ask, createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { httpsExchange } from '../../lambdas/acme/exchange.gateway.ts';
import { anyFreePort } from '../../local/machine/free-ports.ts';
import { installAcme2certifier, installPythonTools, installStepCa } from '../../local/machine/tools.ts';
import { forwarded, end as send } from '../e2e/forward-request.ts';
import { aCertificate } from '../lambdas/steps/issuance/a-certificate.ts';
import { aPrivateCa } from './a-private-ca.ts';

/** External account binding (RFC 8555, section 7.3.4). */
export const EXTERNAL = { kid: 'customer-7', hmacKey: Buffer.alloc(32, 7).toString('base64url') };

/** A running CA. */
export interface OtherProgram {
  version: string;
  directoryUrl: string;
  /** PEM of the root of its HTTPS certificate. */
  trustedRootPem: string;
  stop(): Promise<void>;
}

export interface ProgramOptions {
  /** The web server to which every hostname points: the CA uses it as its HTTP proxy, and needs neither port 80 nor DNS. */
  webPort: number;
  /** Accounts need a binding: to `EXTERNAL`, if an operator can configure a key. */
  requiresBinding: boolean;
}

export interface Program {
  name: string;
  /** Whether a binding is required, and whether an operator can configure a key. */
  binding: 'issues when bound' | 'required, but it takes no key' | 'never required';
  /** Its build takes more than the minute that `npm run prove` allows. */
  isSlowToInstall?: true;
  start(options: ProgramOptions): Promise<OtherProgram>;
}

/** Key authorizations, by token, on a web server for every hostname; requests for others go to the port `behind`. */
export async function serveChallenges(behind?: number): Promise<{ answers: Map<string, string>; port: number; server: Server }> {
  const answers = new Map<string, string>();
  const server = createServer(async (incoming, response) => {
    const answer = answers.get(basename(incoming.url ?? ''));
    if (answer !== undefined) response.writeHead(200).end(answer);
    else if (behind === undefined) response.writeHead(404).end();
    else {
      incoming.url = new URL(incoming.url ?? '', 'http://localhost').pathname;
      const passedOn = forwarded(ask, { host: '127.0.0.1', port: behind }, incoming, await buffer(incoming));
      send(await passedOn.catch(() => 'reset' as const), incoming, response);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { answers, port: portOf(server), server };
}

const viaProxy = (port: number) => ({ HTTP_PROXY: `http://127.0.0.1:${port}`, http_proxy: `http://127.0.0.1:${port}` });

const stepCa: Program = {
  name: 'step-ca',
  binding: 'required, but it takes no key',
  isSlowToInstall: true,
  async start({ webPort, requiresBinding }) {
    const run = await aRun('step-ca');
    const command = await installStepCa({ logs: run.folder, signal: undefined });
    const { root, intermediate, intermediateKey } = await aPrivateCa('step-ca');
    const [rootFile, crt, key] = await run.write({
      'root.crt': root,
      'intermediate.crt': intermediate,
      'intermediate.key': intermediateKey,
    });
    const port = await anyFreePort();
    const config = {
      ...{ root: rootFile, crt, key, address: `127.0.0.1:${port}`, dnsNames: ['localhost'] },
      db: { type: 'badgerv2', dataSource: join(run.folder, 'db') },
      authority: { provisioners: [{ type: 'ACME', name: 'acme', challenges: ['http-01'], requireEAB: requiresBinding }] },
    };
    const [file = ''] = await run.write({ 'ca.json': JSON.stringify(config) });
    const stop = run.spawn(command, [file], { STEPPATH: run.folder, ...viaProxy(webPort) });
    const pins = await readFile(new URL('step-ca/go.mod', import.meta.url), 'utf8');
    const [, version = ''] = /smallstep\/certificates v(\S+)/.exec(pins) ?? [];
    return up({ version, directoryUrl: `https://localhost:${port}/acme/acme/directory`, trustedRootPem: async () => root, stop });
  },
};

const caddy: Program = {
  name: 'Caddy acme_server',
  binding: 'never required',
  async start({ webPort }) {
    const run = await aRun('caddy');
    const command = join(await installPythonTools({ logs: run.folder, signal: undefined }), 'bin', 'caddy');
    const [port, httpPort] = [await anyFreePort(), await anyFreePort()];
    const caddyfile = `{
      admin off
      skip_install_trust
      auto_https disable_redirects
      http_port ${httpPort}
      storage file_system ${run.folder}
    }
    https://localhost:${port} {
      bind 127.0.0.1
      tls internal
      acme_server {
        challenges http-01
      }
    }`;
    const [file = ''] = await run.write({ Caddyfile: caddyfile });
    const stop = run.spawn(command, ['run', '--adapter', 'caddyfile', '--config', file], {
      HOME: run.folder,
      ...viaProxy(webPort),
    });
    const version = await versionOf(command, ['version'], /v(\S+)/);
    const trustedRootPem = () => readFile(join(run.folder, 'pki', 'authorities', 'local', 'root.crt'), 'utf8');
    return up({ version, directoryUrl: `https://localhost:${port}/acme/local/directory`, trustedRootPem, stop });
  },
};

/** Meant to run behind a TLS proxy. */
const acme2certifier: Program = {
  name: 'acme2certifier',
  binding: 'issues when bound',
  async start({ webPort, requiresBinding }) {
    const run = await aRun('acme2certifier');
    const python = await installAcme2certifier({ logs: run.folder, signal: undefined });
    const { root, intermediate, intermediateKey } = await aPrivateCa('acme2certifier');
    const [rootFile, crt, key, keys] = await run.write({
      'root.pem': root,
      'intermediate.pem': intermediate,
      'intermediate.key': intermediateKey,
      'keys.json': JSON.stringify({ [EXTERNAL.kid]: EXTERNAL.hmacKey }),
    });
    await mkdir(join(run.folder, 'certs'));
    const config = [
      '[DEFAULT]',
      ...['[CAhandler]', 'handler_module: acme2certifier.cahandlers.openssl_ca_handler'],
      ...[`issuing_ca_key: ${key}`, `issuing_ca_cert: ${crt}`, `issuing_ca_crl: ${join(run.folder, 'crl.pem')}`],
      ...[`ca_cert_chain_list: ["${rootFile}"]`, `cert_save_path: ${join(run.folder, 'certs')}`, 'cert_validity_days: 90'],
      ...['[DBhandler]', 'handler: wsgi', `dbfile: ${join(run.folder, 'acme.db')}`],
      ...['[Challenge]', 'challenge_validation_timeout: 5', '[Directory]', '[Certificate]', '[Order]'],
      ...(requiresBinding
        ? ['[EABhandler]', 'eab_handler_module: acme2certifier.eabhandlers.json_handler', `key_file: ${keys}`]
        : []),
    ];
    const [file = ''] = await run.write({ 'acme_srv.cfg': config.join('\n') });
    const port = await anyFreePort();
    const script = new URL('serve_acme2certifier.py', import.meta.url).pathname;
    const stopProgram = run.spawn(python, [script, String(port), '192.0.2.7'], {
      ACME_SRV_CONFIGFILE: file,
      ACME2CERTIFIER_BASE_DIR: run.folder,
      ...viaProxy(webPort),
    });
    const tls = await speakTlsBefore(port);
    const stop = async () => {
      tls.server.close();
      tls.server.closeAllConnections();
      await stopProgram();
    };
    const version = await versionOf(
      python,
      ['-c', 'import importlib.metadata as m; print(m.version("acme2certifier"))'],
      /(\S+)/,
    );
    return up({ version, directoryUrl: `https://localhost:${tls.port}/directory`, trustedRootPem: async () => tls.cert, stop });
  },
};

export const PROGRAMS: readonly Program[] = [stepCa, caddy, acme2certifier];

async function speakTlsBefore(behind: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const cert = aCertificate({ hostname: 'localhost', publicKey, signedWith: privateKey, issuer: 'localhost' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createTlsServer({ cert, key }, async (incoming, response) => {
    incoming.headers['x-forwarded-proto'] = 'https';
    const body = await buffer(incoming);
    const answer = await forwarded(ask, { host: '127.0.0.1', port: behind }, incoming, body).catch(() => 'reset' as const);
    send(answer, incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, cert, port: portOf(server) };
}

/** A new folder, and the log of a program in it. */
async function aRun(name: string) {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  const log = join(folder, 'program.log');
  return {
    folder,
    write: (files: Record<string, string>) =>
      Promise.all(
        Object.entries(files).map(async ([file, text]) => {
          await writeFile(join(folder, file), text, { mode: 0o600 });
          return join(folder, file);
        }),
      ),
    spawn(command: string, args: string[], env: Record<string, string>): () => Promise<void> {
      const output = openSync(log, 'w');
      const child = spawn(command, args, { cwd: folder, stdio: ['ignore', output, output], env: { ...process.env, ...env } });
      closeSync(output);
      return async () => {
        await ended(child);
        if (process.env.CPS_INTEROP_LOGS) console.log(readFileSync(log, 'utf8'));
        await rm(folder, { recursive: true, force: true });
      };
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

async function versionOf(command: string, args: string[], pattern: RegExp): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args);
  return pattern.exec(stdout)?.[1] ?? stdout.trim();
}

const STARTS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;

async function up({
  trustedRootPem,
  ...program
}: Omit<OtherProgram, 'trustedRootPem'> & { trustedRootPem: () => Promise<string> }): Promise<OtherProgram> {
  const giveUp = AbortSignal.timeout(STARTS_WITHIN_MS);
  for (let said = ''; !giveUp.aborted; await sleep(LOOK_EVERY_MS)) {
    const root = await trustedRootPem().catch(() => undefined);
    if (root === undefined) continue;
    const answer = await httpsExchange({ trustedRootPem: root })({ method: 'GET', url: program.directoryUrl, signal: giveUp });
    if (answer.kind === 'answer' && answer.status === 200) return { ...program, trustedRootPem: root };
    said = answer.kind === 'answer' ? String(answer.status) : answer.reason;
    if (said === '') throw new Error('unreachable');
  }
  await program.stop();
  throw new Error(`${program.directoryUrl} does not answer`);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
