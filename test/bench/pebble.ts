import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpsExchange } from '../../lambdas/acme/exchange.gateway.ts';
import { anyFreePort } from '../../local/machine/free-ports.ts';
import { installGoTools } from '../../local/machine/tools.ts';
import { RECURSIVE_VIEW } from '../../local/name-servers/addresses.ts';
import { dnsControl } from '../../local/name-servers/control.ts';
import { aCertificate } from '../lambdas/steps/issuance/a-certificate.ts';

export interface Pebble {
  directoryUrl: string;
  /** PEM of the root of its HTTPS certificate. */
  trustedRootPem: string;
  /** Key authorizations, by token, of the web server to which every hostname points. */
  challenges: Map<string, string>;
  /** Fallback folder of that web server, with `.well-known/acme-challenge` in it. */
  webroot: string;
  /** Fallback server for tokens that are in neither, by its port. */
  askedOtherwise: { port?: number };
  /** PEM of the root of issued certificates. */
  root(): Promise<string>;
  /** Requests since the start, and how many of them polled an order: a slower machine polls more. */
  requests(): { all: number; looksAtOrders: number };
  stop(): Promise<void>;
}

const EVERY_NAME_BELOW = 'customer.example';
const STARTS_WITHIN_MS = 15_000;
const POLL_EVERY_MS = 50;

interface PebbleOptions {
  nonceRejectPercent: number;
  /** Alternate chains of each certificate, each to a root of its own. */
  alternateChains?: number;
  /** Requires external account binding with one of these keys (base64url), by key id. */
  externalAccounts?: Record<string, string>;
  /** Reuses authorizations: the next order for a validated name is ready at once. */
  reusesAuthorizations?: boolean;
  /** Its names in CAA records and challenges. */
  caaIdentities?: string[];
  /** Another program than the pinned one. */
  program?: string;
  /** Resolver for validation; default: its own DNS. */
  dnsServer?: string;
}

/** A real CA on free ports, with a DNS in which every name below `customer.example` is 127.0.0.1. */
export async function startPebble(options: PebbleOptions): Promise<Pebble> {
  const folder = await mkdtemp(join(tmpdir(), 'pebble-'));
  const tools = await installGoTools({ logs: folder, signal: undefined });
  const [acme, management, dns] = [await anyFreePort(), await anyFreePort(), await anyFreePort()];
  const challenges = new Map<string, string>();
  const webroot = join(folder, 'webroot');
  const askedOtherwise: Pebble['askedOtherwise'] = {};
  const web = createServer(async (request, response) => {
    const token = basename(request.url ?? '');
    const answer = challenges.get(token) ?? (await lyingIn(webroot, token));
    if (answer !== undefined) response.writeHead(200).end(answer);
    else if (askedOtherwise.port === undefined) response.writeHead(404).end();
    else passOn(request, response, askedOtherwise.port);
  }).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const ports = { acme, management, http: portOf(web.address()) };
  const trustedRootPem = await writeConfig(folder, ports, options);

  const zones = join(folder, 'dns');
  dnsControl({ folder: zones, baseTarget: EVERY_NAME_BELOW, listenPort: 0, untilServed: async () => undefined }).prepare();
  const dnsClient = spawn(join(tools, 'name-servers'), ['-folder', zones, '-listen', `${RECURSIVE_VIEW}=127.0.0.1:${dns}`], {
    stdio: 'ignore',
  });
  const logFile = join(folder, 'pebble.log');
  const log = openSync(logFile, 'w');
  const dnsServer = options.dnsServer ?? `127.0.0.1:${dns}`;
  const program = options.program ?? join(tools, 'pebble');
  const ca = spawn(program, ['-config', join(folder, 'config.json'), '-dnsserver', dnsServer], {
    stdio: ['ignore', log, log],
    env: {
      PEBBLE_VA_NOSLEEP: '1',
      PEBBLE_AUTHZREUSE: options.reusesAuthorizations ? '100' : '0',
      PEBBLE_WFE_NONCEREJECT: String(options.nonceRejectPercent),
      PEBBLE_ALTERNATE_ROOTS: String(options.alternateChains ?? 0),
    },
  });
  const stop = async () => {
    await Promise.all([end(ca), end(dnsClient)]);
    web.close();
    web.closeAllConnections();
    closeSync(log);
    await rm(folder, { recursive: true, force: true });
  };
  const directoryUrl = `https://localhost:${acme}/dir`;
  try {
    await untilItAnswers(directoryUrl, trustedRootPem);
  } catch (error) {
    await stop();
    throw error;
  }
  const requests = () => {
    const handled = readFileSync(logFile, 'utf8').match(/\S+ -> calling handler\(\)/g) ?? [];
    return { all: handled.length, looksAtOrders: handled.filter((line) => line.startsWith('/my-order/')).length };
  };
  const root = async () => {
    const url = `https://localhost:${management}/roots/0`;
    const answer = await httpsExchange({ trustedRootPem })({ method: 'GET', url, signal: AbortSignal.timeout(STARTS_WITHIN_MS) });
    if (answer.kind === 'failed') throw new Error(answer.reason);
    return answer.body;
  };
  return { directoryUrl, trustedRootPem, challenges, webroot, askedOtherwise, root, requests, stop };
}

/** Returns the certificate of its HTTPS, which is self-signed. */
async function writeConfig(
  folder: string,
  ports: { acme: number; management: number; http: number },
  { externalAccounts: externalAccountMACKeys, caaIdentities }: Pick<PebbleOptions, 'externalAccounts' | 'caaIdentities'>,
): Promise<string> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = aCertificate({ hostname: 'localhost', publicKey, signedWith: privateKey, issuer: 'localhost' });
  const files = { certificate: join(folder, 'tls.pem'), privateKey: join(folder, 'tls-key.pem') };
  await writeFile(files.certificate, pem);
  await writeFile(files.privateKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const pebble = {
    listenAddress: `127.0.0.1:${ports.acme}`,
    managementListenAddress: `127.0.0.1:${ports.management}`,
    ...files,
    httpPort: ports.http,
    tlsPort: ports.http,
    keyAlgorithm: 'ecdsa',
    ...(caaIdentities && { caaIdentities }),
    ...(externalAccountMACKeys && { externalAccountBindingRequired: true, externalAccountMACKeys }),
    domainBlocklist: ['blocked.example'],
    retryAfter: { authz: 1, order: 1 },
    profiles: { default: { description: '90 days', validityPeriod: 90 * 86_400 } },
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ pebble }));
  return pem;
}

async function untilItAnswers(url: string, trustedRootPem: string): Promise<void> {
  const exchange = httpsExchange({ trustedRootPem });
  const giveUp = AbortSignal.timeout(STARTS_WITHIN_MS);
  while (true) {
    const result = await exchange({ method: 'GET', url, signal: giveUp });
    if (result.kind === 'answer') return;
    if (giveUp.aborted) throw new Error(`Pebble does not start: ${result.reason}`);
    await sleep(POLL_EVERY_MS);
  }
}

async function lyingIn(webroot: string, token: string): Promise<string | undefined> {
  return readFile(join(webroot, '.well-known', 'acme-challenge', token), 'utf8').catch(() => undefined);
}

function passOn({ url, headers }: IncomingMessage, response: ServerResponse, port: number): void {
  const asked = get({ host: '127.0.0.1', port, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502);
    answer.pipe(response);
  });
  asked.on('error', () => response.writeHead(502).end());
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return address.port;
}
