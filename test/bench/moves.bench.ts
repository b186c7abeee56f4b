import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { isWildcard } from '../../contract/domain-name.ts';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Cloud } from '../../local/cloud.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { type Visit, visitors } from '../../local/move/visitors.ts';
import { START_TIMINGS } from '../../local/stage.ts';
import { raiseLimits } from '../../local/test-cloud.ts';
import { aCertificate } from '../lambdas/steps/issuance/a-certificate.ts';
import { benchPorts, forgetCloud, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';

// The effect on visitors while live sites move here from another edge, one after another. Each has its certificate before its
// CNAME changes, by DNS validation. One in ten is a wildcard, visited at random names below it. Every name is visited equally
// often from beginning to end.

const SIZES = {
  short: { names: 10, visitsOfEach: 20, visitsPerSecond: 20, moveEveryMs: 500 },
  long: { names: 100, visitsOfEach: 100, visitsPerSecond: 200, moveEveryMs: 300 },
};
const WILDCARD_EVERY = 10;
/** A loopback address that nothing else uses. */
const OTHER_ADDRESS = '127.0.0.3';
const LARGEST_BULK = 100;
/** Concurrent callers: the emulator starts a process for each request without an idle one. */
const CALLERS = 6;
/** Each check takes a process: ready names are checked rarely, and the bench requests a check after each move. */
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 30, dnsCheckLongestSeconds: 600, dnsWindowSeconds: 7_200 };
const PATIENCE_MS = 900_000;
const QUIET_MS = 5_000;

type Ask = <Answer = DomainResource>(method: string, path: string, body?: object) => Promise<Answer>;

/** `args`: another number of names. */
export async function run(size: Size, args: readonly string[] = []): Promise<Measurement[]> {
  const { names: usual, ...load } = SIZES[size];
  const names = args[0] === undefined ? usual : Number(args[0]);
  const urls = Array.from({ length: names }, (_, number) => urlOf(number));
  try {
    return await withCloud({ timings: TIMINGS, recordsRequests: true }, async (cloud) => {
      const other = await otherEdge(urls.filter(isWildcard));
      try {
        return await measure(cloud, { ...load, urls, otherRootPem: other.certificatePem });
      } finally {
        other.stop();
      }
    });
  } finally {
    forgetCloud();
  }
}

function urlOf(number: number): string {
  const isOfWildcard = (number + 1) % WILDCARD_EVERY === 0;
  return isOfWildcard ? `*.moves-${number}.customer.test` : `moves-${number}.customer.test`;
}

/** The original edge, with one self-issued certificate for all names. */
async function otherEdge(wildcards: readonly string[]) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const hostname = '*.customer.test';
  const certificatePem = aCertificate({ hostname, alsoFor: wildcards, issuer: hostname, publicKey, signedWith: privateKey });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ cert: certificatePem, key }, (_, response) => response.end('the other edge'));
  server.listen(benchPorts().edgeHttps, OTHER_ADDRESS);
  await once(server, 'listening');
  return { certificatePem, stop: () => void server.close() };
}

interface Load {
  urls: readonly string[];
  visitsOfEach: number;
  visitsPerSecond: number;
  moveEveryMs: number;
  /** Root of the other edge's certificate. */
  otherRootPem: string;
}

async function measure(cloud: Cloud, load: Load): Promise<Measurement[]> {
  const { urls, visitsOfEach, visitsPerSecond, moveEveryMs, otherRootPem } = load;
  const names = urls.length;
  const { connection, dns } = cloud;
  const rootsPem = readFileSync(connection.ca_root_file, 'utf8') + otherRootPem;
  const { visit, startVisits: come } = visitors({ dnsPort: benchPorts().dns, httpsPort: connection.edge_https_port, rootsPem });
  const urlOfVisit = new Map<string, string>();
  const hostnameFor = (url: string) => {
    const hostname = url.replace('*', `v-${randomUUID().slice(0, 8)}`);
    urlOfVisit.set(hostname, url);
    return hostname;
  };
  await dns.set('edge.elsewhere.test', 'A', [OTHER_ADDRESS]);
  await pMap(
    urls,
    async (url) => {
      await dns.set(url, 'CNAME', ['edge.elsewhere.test']);
      const { failed } = await visit(hostnameFor(url));
      if (failed !== undefined) throw new Error(`the other edge does not serve ${url}: ${failed}`);
    },
    { concurrency: CALLERS },
  );

  await raiseLimits(connection, stateDir(STATE_DIR).root);
  const ask = callerOf(connection);
  const callsBefore = zoneCalls();
  const registeredAt = performance.now();
  const domains = await registerAll(cloud, ask, urls);
  const readySeconds = await untilAll(ask, ({ diagnosis }) => diagnosis.code === 'ready_to_switch', names, registeredAt);
  const calls = zoneCalls() - callsBefore;
  // Caddy closes a new connection at some of its reloads, one of which the last certificate may have caused.
  await sleep(QUIET_MS);

  const coming = come(visitsPerSecond, (number) => hostnameFor(urls[number % names] ?? ''));
  const beganAt = performance.now();
  const movedAt = new Map<string, number>();
  await sleep(QUIET_MS);
  for (const { id, url, cname_target } of domains) {
    await dns.set(url, 'CNAME', [cname_target]);
    movedAt.set(url, performance.now());
    await Promise.all([ask('POST', `/domains/${id}/check`), sleep(moveEveryMs)]);
  }
  const activeSeconds = await untilAll(ask, ({ ssl_status }) => ssl_status === 'active', names, beganAt);
  // Visitors start a little late: without the quiet time at the end, the last one would be missing.
  await sleep(Math.max(0, beganAt + (names * visitsOfEach * 1000) / visitsPerSecond - performance.now()));
  await sleep(QUIET_MS);
  const visits = await coming.stop();
  const seconds = (performance.now() - beganAt) / 1000;
  const ours = new Map((await listAll(ask)).map(({ url, certificate }) => [url, certificate?.fingerprint_sha256]));
  const urlOfOne = ({ hostname }: Visit) => urlOfVisit.get(hostname) ?? '';
  const isOurs = (each: Visit) => each.fingerprintSha256 === ours.get(urlOfOne(each));
  const answered = visits.filter(({ failed }) => failed === undefined);
  const late = answered.filter((each) => each.at >= (movedAt.get(urlOfOne(each)) ?? Number.POSITIVE_INFINITY) && !isOurs(each));
  const failures = Map.groupBy(visits, ({ failed }) => failed);
  for (const [reason, those] of failures) if (reason !== undefined) console.log(`${those.length} times: ${reason}`);
  const none = { atMost: 0 };
  return [
    count('names that moved', [...ours.values()].filter(Boolean).length, { atLeast: names }),
    count('of them wildcards', [...ours.keys()].filter(isWildcard).length, { atLeast: Math.floor(names / WILDCARD_EVERY) }),
    count('new TLS connections meanwhile', visits.length, { atLeast: names * visitsOfEach }),
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

/** API calls that changed records of the hosted zone. */
function zoneCalls(): number {
  const { recordedRequests, recordedCounts } = stateDir(STATE_DIR);
  const counts: number[] = JSON.parse(readFileSync(recordedCounts, 'utf8'));
  const lines = readFileSync(recordedRequests, 'utf8').trimEnd().split('\n');
  const isChange = (line = '') => /"POST \S+\/rrset\/?"/.test(line);
  return counts.filter((_, at) => isChange(lines[at])).reduce((sum, times) => sum + times, 0);
}

async function registerAll({ connection, dns }: Cloud, ask: Ask, urls: readonly string[]): Promise<DomainResource[]> {
  for (let from = 0; from < urls.length; from += LARGEST_BULK) {
    const domains = urls
      .slice(from, from + LARGEST_BULK)
      .map((url) => ({ url, server_id: connection.server_id, validation: 'dns' }));
    await ask('POST', '/domains/bulk', { domains });
  }
  const made = await listAll(ask);
  if (made.length !== urls.length) throw new Error(`${made.length} of ${urls.length} names were registered`);
  await pMap(
    made,
    async ({ id, dns_records: [record] }) => {
      if (record?.purpose !== 'validation') throw new Error(`domain ${id} has no record for its validation`);
      await dns.set(record.name, 'CNAME', [record.value]);
    },
    { concurrency: CALLERS },
  );
  return made;
}

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
