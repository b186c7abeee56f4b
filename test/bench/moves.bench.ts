import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Cloud } from '../../local/cloud.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { type Visit, visitors } from '../../local/move/visitors.ts';
import { START_TIMINGS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { aCertificate } from '../lambdas/steps/issuance/a-certificate.ts';
import { benchPorts, forgetCloud, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';

// What visitors notice while the live sites of another edge move here, one after another. Each has its certificate before its
// CNAME moves: it is validated by DNS. Every name is visited from beginning to end.

const SIZES = {
  short: { names: 10, visitsPerSecond: 20, moveEveryMs: 500 },
  long: { names: 100, visitsPerSecond: 200, moveEveryMs: 300 },
};
/** Of loopback, where nobody else listens. */
const OTHER_ADDRESS = '127.0.0.3';
const LARGEST_BULK = 100;
/** Callers at once: the emulator begins a process for each request that meets no idle one. */
const CALLERS = 6;
/** Each check is a process's work: hundreds of names are looked at every half a minute. */
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 10, dnsWindowSeconds: 3_600 };
const PATIENCE_MS = 900_000;
const QUIET_MS = 5_000;

type Ask = <Answer = DomainResource>(method: string, path: string, body?: object) => Promise<Answer>;

/** `args`: another number of names. */
export async function run(size: Size, args: readonly string[] = []): Promise<Measurement[]> {
  const { visitsPerSecond, moveEveryMs, ...usual } = SIZES[size];
  const names = args[0] === undefined ? usual.names : Number(args[0]);
  try {
    return await withCloud({ timings: TIMINGS, recordsRequests: true }, async (cloud) => {
      const other = await otherEdge();
      try {
        return await measure(cloud, { names, visitsPerSecond, moveEveryMs, otherRootPem: other.certificatePem });
      } finally {
        other.stop();
      }
    });
  } finally {
    forgetCloud();
  }
}

/** Where the names are at first: a certificate for all of them, which nobody has to issue. */
async function otherEdge() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = '*.customer.test';
  const certificatePem = aCertificate({ hostname: name, issuer: name, publicKey, signedWith: privateKey });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ cert: certificatePem, key }, (_, response) => response.end('the other edge'));
  server.listen(benchPorts().edgeHttps, OTHER_ADDRESS);
  await once(server, 'listening');
  return { certificatePem, stop: () => void server.close() };
}

interface Load {
  names: number;
  visitsPerSecond: number;
  moveEveryMs: number;
  /** What the certificate of the other edge chains to. */
  otherRootPem: string;
}

async function measure(cloud: Cloud, { names, visitsPerSecond, moveEveryMs, otherRootPem }: Load): Promise<Measurement[]> {
  const { connection, dns } = cloud;
  const rootsPem = readFileSync(connection.ca_root_file, 'utf8') + otherRootPem;
  const { visit, come } = visitors({ dnsPort: benchPorts().dns, httpsPort: connection.edge_https_port, rootsPem });
  const hostnames = Array.from({ length: names }, (_, number) => `moves-${number}.customer.test`);
  await dns.set('edge.elsewhere.test', 'A', [OTHER_ADDRESS]);
  await inParallel(hostnames, async (hostname) => {
    await dns.set(hostname, 'CNAME', ['edge.elsewhere.test']);
    const { failed } = await visit(hostname);
    if (failed !== undefined) throw new Error(`the other edge does not serve ${hostname}: ${failed}`);
  });

  await raiseLimits(connection, stateDir(STATE_DIR).root);
  const ask = callerOf(connection);
  const callsBefore = zoneCalls();
  const registeredAt = performance.now();
  const domains = await registerAll(cloud, ask, hostnames);
  const readySeconds = await untilAll(ask, ({ diagnosis }) => diagnosis.code === 'ready_to_switch', names, registeredAt);
  const calls = zoneCalls() - callsBefore;
  // Caddy closes a new connection at some of its reloads, and the last certificate may have caused one.
  await sleep(QUIET_MS);

  const coming = come(visitsPerSecond, (number) => hostnames[number % names] ?? '');
  const beganAt = performance.now();
  const movedAt = new Map<string, number>();
  await sleep(QUIET_MS);
  for (const { url, cname_target } of domains) {
    await dns.set(url, 'CNAME', [cname_target]);
    movedAt.set(url, performance.now());
    await sleep(moveEveryMs);
  }
  const activeSeconds = await untilAll(ask, ({ ssl_status }) => ssl_status === 'active', names, beganAt);
  await sleep(QUIET_MS);
  const visits = await coming.stop();
  const seconds = (performance.now() - beganAt) / 1000;
  const ours = new Map((await listAll(ask)).map(({ url, certificate }) => [url, certificate?.fingerprint_sha256]));
  const isOurs = ({ hostname, fingerprintSha256 }: Visit) => fingerprintSha256 === ours.get(hostname);
  const answered = visits.filter(({ failed }) => failed === undefined);
  const late = answered.filter((each) => each.at >= (movedAt.get(each.hostname) ?? Number.POSITIVE_INFINITY) && !isOurs(each));
  const failures = Map.groupBy(visits, ({ failed }) => failed);
  for (const [reason, those] of failures) if (reason !== undefined) console.log(`${those.length} times: ${reason}`);
  const none = { atMost: 0 };
  return [
    count('names that moved', [...ours.values()].filter(Boolean).length, { atLeast: names }),
    count('new TLS connections meanwhile', visits.length, { atLeast: names }),
    count('failed handshakes or requests', visits.length - answered.length, none),
    count('shown the certificate of the other edge after the CNAME had moved', late.length, none),
    count('connections served here', answered.filter(isOurs).length, { atLeast: names }),
    time('connections a second', visits.length / seconds, {}, decimals(0)),
    time('registered to ready, all names, s', readySeconds, {}, decimals(0)),
    time('first CNAME moved to all names active, s', activeSeconds, {}, decimals(0)),
    time('calls that wrote the zone for all orders', calls),
  ];
}

function callerOf({ base_url, api_key_id, api_key }: Cloud['connection']): Ask {
  const headers = { 'x-api-key-id': api_key_id, 'x-api-key': api_key, 'content-type': 'application/json' };
  return async <Answer>(method: string, path: string, body?: object) => {
    const answer = await fetch(`${base_url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

/** Calls by which records of the hosted zone were changed. */
function zoneCalls(): number {
  const { recordedRequests, recordedCounts } = stateDir(STATE_DIR);
  const counts: number[] = JSON.parse(readFileSync(recordedCounts, 'utf8'));
  const lines = readFileSync(recordedRequests, 'utf8').trimEnd().split('\n');
  const isChange = (line = '') => /"POST \S+\/rrset\/?"/.test(line);
  return counts.filter((_, at) => isChange(lines[at])).reduce((sum, times) => sum + times, 0);
}

async function registerAll({ connection, dns }: Cloud, ask: Ask, hostnames: readonly string[]): Promise<DomainResource[]> {
  for (let from = 0; from < hostnames.length; from += LARGEST_BULK) {
    const domains = hostnames
      .slice(from, from + LARGEST_BULK)
      .map((url) => ({ url, server_id: connection.server_id, validation: 'dns' }));
    await ask('POST', '/domains/bulk', { domains });
  }
  const made = await listAll(ask);
  if (made.length !== hostnames.length) throw new Error(`${made.length} of ${hostnames.length} names were registered`);
  await inParallel(made, async ({ id, dns_records: [record] }) => {
    if (record?.purpose !== 'validation') throw new Error(`domain ${id} has no record for its validation`);
    await dns.set(record.name, 'CNAME', [record.value]);
  });
  return made;
}

/** Seconds since then. */
async function untilAll(ask: Ask, isReached: (domain: DomainResource) => boolean, names: number, since: number): Promise<number> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const domains = await listAll(ask);
    const reached = domains.filter(isReached).length;
    if (reached === names) return (performance.now() - since) / 1000;
    if (performance.now() > giveUpAt) {
      const codes = domains.filter((domain) => !isReached(domain)).map(({ diagnosis }) => diagnosis.code);
      throw new Error(`${names - reached} of ${names} names are not as wanted: ${[...new Set(codes)].join(', ')}`);
    }
    await sleep(3_000);
  }
}

async function listAll(ask: Ask): Promise<DomainResource[]> {
  const found: DomainResource[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: DomainResource[]; next_cursor: string | null } = await ask(
      'GET',
      `/domains?limit=${LARGEST_BULK}${after}`,
    );
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: CALLERS }, worker));
}
