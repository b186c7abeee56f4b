import { mkdir, readFile, rm } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createServer as createTlsServer } from 'node:tls';
import { expect, it, onTestFinished, vi } from 'vitest';
import { certificateFolder } from '../../../agent/certificates/certificate-folder.gateway.ts';
import { combinedPem, type StoredCertificate } from '../../../agent/certificates/stored-certificate.ts';
import { openCertificateEndpoint } from '../../../agent/loopback/certificate-endpoint.gateway.ts';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { handshakeWithSelf } from '../../../agent/poll/handshake.gateway.ts';
import { runAgent } from '../../../agent/poll/run.ts';
import { edgeService, fetchChallenge } from '../../../agent/service/edge.gateway.ts';
import type { Log } from '../../../agent/shared/log.gateway.ts';
import { ReportRequest } from '../../../lambdas/agent-api/edge.schema.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';
import { certificateFor, changeTo } from '../a-certificate.ts';
import { edgeOnLoopback } from '../edge-on-loopback.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HOST = 'shop.customer.com';
const certificate = certificateFor(HOST);

/** A local web server with one certificate. */
async function webServerWith({ certificatePem, privateKeyPem }: StoredCertificate): Promise<number> {
  const server = createTlsServer({ cert: certificatePem, key: privateKeyPem }, (socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

interface Started {
  httpsPort?: number;
  isWayOpen?: boolean;
  /** The agent's port; default: any free one. */
  agentPort?: number;
  caddyPort?: number;
}

async function start(site: string, dir: string, { httpsPort = 1, isWayOpen = true, agentPort = 0, caddyPort }: Started = {}) {
  const stop = new AbortController();
  const enrolled = { ...identity, enrollment: { ...identity.enrollment, site } };
  const ports = {
    machineId: 'mch_1',
    folder: certificateFolder(dir),
    edge: edgeService(enrolled),
    fetchChallenge: (token: string, hostname: string) => fetchChallenge(enrolled.enrollment, token, hostname),
    handshake: (hostname: string) => handshakeWithSelf(hostname, httpsPort),
    decrypt: (jwe: string) => decryptPrivateKey(jwe, identity.encryption_jwk),
    isWayOpen: vi.fn(async () => isWayOpen),
    reload: vi.fn(async () => true),
    door: await openCertificateEndpoint(dir, undefined, caddyPort),
    nowMs: Date.now,
    jitter: () => 0.5,
    log: vi.fn<Log>(),
  };
  const { port, ended } = await runAgent(agentPort, ports, stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await ended;
  });
  const certificateOf = (hostname: string) => `${ports.door.path}?server_name=${hostname}`;
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  /** A request with the customer's Host, as from a proxy; fetch would overwrite it. */
  const getAs = (host: string, path: string) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const sent = httpGet({ host: '127.0.0.1', port, path, headers: { host } }, async (response) => {
        resolve({ status: response.statusCode, body: await text(response) });
      });
      sent.on('error', reject);
    });
  return { get, getAs, certificateOf, ports, port, stop, ended };
}

/** A service with one certificate; `reported` resolves with the first report. */
async function service() {
  let report: (body: ReportRequest) => void = () => undefined;
  const reported = new Promise<ReportRequest>((resolve) => {
    report = resolve;
  });
  const change = await changeTo(certificate);
  const edge = await edgeOnLoopback(({ path, body }) => {
    if (path.startsWith('/edge/v1/challenges/')) return { text: 'token.thumbprint' };
    if (path === '/edge/v1/reports') {
      report(ReportRequest.parse(JSON.parse(body)));
      return { json: { accepted: 1 } };
    }
    const changes = path.includes('since=') ? [] : [change];
    return { json: { changes, hostnames: [], cursor: 'c1', place: '0.1', poll_after_seconds: 60 } };
  });
  return { ...edge, reported };
}

it('a running agent fetches a certificate, serves it, and reports that its machine shows it', async () => {
  const { site, reported } = await service();
  const { get, certificateOf, ports } = await start(site, await temporaryFolder(), {
    httpsPort: await webServerWith(certificate),
  });
  expect(await reported).toEqual({ serving: { place: '0.1', missing: [], missing_count: 0 } });
  expect(await (await get(certificateOf(HOST))).text()).toBe(combinedPem(certificate));
  expect((await get(certificateOf('other.customer.com'))).status).toBe(404);
  expect(ports.reload).toHaveBeenCalledTimes(1);
});

it('a running agent tells Caddy where its keys are, and makes it read that, also with nothing to serve yet', async () => {
  const { site, stop } = await edgeOnLoopback(() => ({
    json: { changes: [], hostnames: [], cursor: 'c1', place: '0.1', poll_after_seconds: 60 },
  }));
  const dir = await temporaryFolder();
  const { ports, port } = await start(site, dir);
  expect(await readFile(join(dir, 'caddy', 'get-certificate.caddy'), 'utf8')).toBe(
    `get_certificate http http://127.0.0.1:${port}${ports.door.path}\n`,
  );
  await vi.waitUntil(() => ports.reload.mock.calls.length === 1);
  stop();
});

it('a running agent makes Caddy read a new path once, and then no certificate, also after a restart', async () => {
  const { site, reported } = await service();
  const dir = await temporaryFolder();
  const options = { httpsPort: await webServerWith(certificate), caddyPort: 8601 };
  const first = await start(site, dir, options);
  await reported;
  expect(first.ports.reload).toHaveBeenCalledTimes(1);
  first.stop.abort();
  await first.ended;
  const { ports, certificateOf, get } = await start(site, dir, { ...options, agentPort: first.port });
  await vi.waitUntil(async () => (await (await get('/health')).text()).includes('"complete":true'));
  expect(ports.reload).not.toHaveBeenCalled();
  expect((await get(certificateOf(HOST.toUpperCase()))).status).toBe(200);
});

it('a running agent reports that its machine shows something else, or nothing', async () => {
  const other = certificateFor(HOST);
  const first = await service();
  await start(first.site, await temporaryFolder(), { httpsPort: await webServerWith(other) });
  expect((await first.reported).serving?.missing).toEqual([{ hostname: HOST, fingerprint_sha256: other.fingerprintSha256 }]);
  const second = await service();
  await start(second.site, await temporaryFolder());
  expect((await second.reported).serving?.missing).toEqual([{ hostname: HOST, error: 'ECONNREFUSED' }]);
});

it('a running agent passes the challenges of its hostnames on to the service', async () => {
  const { site, requests } = await service();
  const { getAs } = await start(site, await temporaryFolder());
  expect(await getAs(`${HOST}:80`, '/.well-known/acme-challenge/abc')).toEqual({ status: 200, body: 'token.thumbprint' });
  expect(requests.find(({ path }) => path === '/edge/v1/challenges/abc')?.headers['x-cps-hostname']).toBe(HOST);
});

it('a running agent passes on no challenge of a hostname that it was not told of', async () => {
  const { site, requests } = await service();
  const { getAs } = await start(site, await temporaryFolder());
  const hosts = Array.from({ length: 20 }, (_, n) => `stranger-${n}.example.com`);
  const answers = await Promise.all(hosts.map((host, n) => getAs(host, `/.well-known/acme-challenge/junk-${n}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
  expect(requests.filter(({ path }) => path.startsWith('/edge/v1/challenges/'))).toEqual([]);
});

it('a running agent passes on the first challenge of a hostname, which it asks the service about meanwhile', async () => {
  let isTold = false;
  const { site, requests } = await edgeOnLoopback(({ path }) => {
    if (path.startsWith('/edge/v1/challenges/')) return { text: 'token.thumbprint' };
    return { json: { changes: [], hostnames: isTold ? [HOST] : [], cursor: 'c1', place: '0.1', poll_after_seconds: 60 } };
  });
  const { getAs } = await start(site, await temporaryFolder());
  await vi.waitUntil(() => requests.length > 0);
  isTold = true;
  expect(await getAs(HOST, '/.well-known/acme-challenge/token')).toEqual({ status: 200, body: 'token.thumbprint' });
  expect(requests.filter(({ path }) => path.startsWith('/edge/v1/certificates'))).toHaveLength(2);
});

it('a running agent passes on the first challenge of a hostname also after a poll that failed', async () => {
  let isDown = true;
  const { site, requests } = await edgeOnLoopback(({ path }) => {
    if (path.startsWith('/edge/v1/challenges/')) return { text: 'token.thumbprint' };
    if (isDown) return { status: 503, json: {} };
    return { json: { changes: [], hostnames: [HOST], cursor: 'c1', place: '0.1', poll_after_seconds: 60 } };
  });
  const { getAs } = await start(site, await temporaryFolder());
  await vi.waitUntil(() => requests.length > 0);
  isDown = false;
  expect(await getAs(HOST, '/.well-known/acme-challenge/token')).toEqual({ status: 200, body: 'token.thumbprint' });
});

it('a running agent answers 502 for a hostname it has no news of, and leaves a service alone that has named a time', async () => {
  const { site, requests } = await edgeOnLoopback(() => ({ status: 503, headers: { 'retry-after': '60' }, json: {} }));
  const { ports, getAs } = await start(site, await temporaryFolder());
  await vi.waitUntil(() => ports.log.mock.calls.some(([, text]) => text.startsWith('the service does not answer')));
  expect(await getAs(HOST, '/.well-known/acme-challenge/token')).toMatchObject({ status: 502 });
  expect(requests).toHaveLength(1);
});

it('a running agent ends when it is told to', async () => {
  const { site } = await service();
  const { stop, ended, get } = await start(site, await temporaryFolder());
  stop.abort();
  await ended;
  await expect(get('/health')).rejects.toThrow();
});

it('a restarted agent serves what is on disk while the service is down', async () => {
  const dir = await temporaryFolder();
  await certificateFolder(dir).store(certificate);
  const { site, stop } = await service();
  stop();
  const { get, getAs, certificateOf } = await start(site, dir);
  expect(await (await get(certificateOf(HOST))).text()).toBe(combinedPem(certificate));
  expect(await (await get('/health')).json()).toMatchObject({ status: 'serving', certificates: 1 });
  expect(await getAs(HOST, '/.well-known/acme-challenge/abc')).toMatchObject({ status: 502 });
});

it('a restarted agent serves and says what is wrong when its disk takes nothing', async () => {
  const dir = await temporaryFolder();
  const held = certificateFor('held.customer.com');
  await certificateFolder(dir).store(held);
  // A folder blocks the new file, also for root, who can write to a read-only folder.
  await mkdir(join(dir, 'certificates', held.hostname, '.private-key.pem.new'));
  await rm(join(dir, 'certificates', held.hostname, 'private-key.pem'));
  await mkdir(join(dir, 'combined', `.${HOST}.pem.new`));
  const { site } = await service();
  const { get, certificateOf, ports } = await start(site, dir);
  await vi.waitUntil(() => ports.log.mock.calls.length >= 3);
  expect(await (await get(certificateOf(held.hostname))).text()).toBe(combinedPem(held));
  const errors = ports.log.mock.calls.filter(([level]) => level === 'error').map(([, , facts]) => facts);
  expect(errors).toEqual([
    { hostname: held.hostname, reason: expect.stringContaining('EISDIR') },
    { hostname: HOST, reason: expect.stringContaining('EISDIR') },
  ]);
});

it.each([
  ['asks for news only', [certificate], true, 'c0'],
  ['asks from the beginning when its folder was emptied', [], true, undefined],
  ['asks from the beginning when nobody has told it yet which hostnames to expect', [certificate], false, undefined],
])('a restarted agent %s', async (_, stored, knowsHostnames, since) => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  for (const one of stored) await folder.store(one);
  await folder.writeCursor('mch_1', 'c0');
  if (knowsHostnames) await folder.writeHostnames('mch_1', []);
  const { site, requests, reported } = await service();
  await start(site, dir, { httpsPort: await webServerWith(certificate) });
  await reported;
  const asked = requests.find(({ path }) => path.startsWith('/edge/v1/certificates'));
  expect(new URL(asked?.path ?? '', site).searchParams.get('since') ?? undefined).toBe(since);
});

it.each([
  [true, 'ok'],
  [false, 'failed'],
])('a running agent tells the service whether challenges reach it through its own web server (%s)', async (isWayOpen, told) => {
  const asked: string[] = [];
  let heard: () => void = () => undefined;
  const hasHeard = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const { site } = await edgeOnLoopback(({ path }) => {
    asked.push(path);
    if (path.includes('challenge_path=')) heard();
    return { json: { changes: [], hostnames: [], cursor: 'c1', place: '0.1', poll_after_seconds: 0 } };
  });
  const { ports } = await start(site, await temporaryFolder(), { isWayOpen });
  await hasHeard;
  expect(asked.at(-1)).toContain(`challenge_path=${told}`);
  expect(ports.isWayOpen).toHaveBeenCalledExactlyOnceWith(undefined);
});
