import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { Command, Option } from 'commander';
import { escapeInvisible } from '../contract/invisible.ts';
import type { DomainResource } from '../lambdas/model/domains/domain-resource.ts';
import { type Connection, runningCloud, runningConnection } from './connection.ts';
import { dnsClient } from './dns-client.ts';
import { acmeTlsFiles } from './machine/acme-tls.ts';
import { NODE, PROJECT } from './machine/environment.ts';
import { columns, withHangingIndent } from './machine/layout.ts';
import { newHostname } from './machine/new-hostname.ts';
import { shortenedTimes } from './machine/shortened-times.ts';
import { startFolder, stateDir } from './machine/state-dir.ts';
import { installPythonTools, locateTools } from './machine/tools.ts';
import { moveLiveSite } from './move/move-live-site.ts';
import { otherEdge } from './move/other-edge.ts';
import { fetchServed } from './served-certificate.ts';
import { START_TIMINGS, START_WEBHOOKS } from './stage.ts';

/** An API key is limited to 100 requests a minute. */
const POLL_EVERY_MS = 1_000;
const PATIENCE_MS = 120_000;
/** For output without a terminal width. */
const WIDTH = 120;
const STARTED = Date.now();
const anyHostname = newHostname();
/** Shown so that nobody mistakes them for the times of a deployment. */
const SHORTER = shortenedTimes({ timings: START_TIMINGS, webhooks: START_WEBHOOKS })
  .slice(0, 2)
  .map(({ what, here, onAws }) => `${what} ${here} (on AWS: ${onAws})`)
  .concat('all of them: docs/guides/first-domain.md')
  .join('; ');

const BRANDS = ['bakery', 'orbit'];
const themeOf = (brand: string) => JSON.parse(readFileSync(join(PROJECT, 'local', 'brands', `${brand}.json`), 'utf8')) as object;

/** The output of `admin --json timeline`. */
interface Timeline {
  timeline: { at: string; what: string; diagnosis: string }[];
}

const program = new Command('npm run demo --')
  .description('Plays a customer domain from its creation to served HTTPS, against the local cloud that `npm start` runs.')
  .addOption(new Option('--hostname <name>', 'the domain to play').default(anyHostname, 'a new one under customer.test'))
  .option(
    '--renewal',
    'then makes its renewal due, two months early, and waits for the service to renew it by itself: a minute and a half',
  )
  .option(
    '--move',
    'has the domain be a live site of another edge first, which moves here without one failed request: under a minute',
  )
  .addOption(new Option('--brand <name>', 'gives the portal the look of an example brand').choices(BRANDS))
  .parse();

try {
  const { hostname, renewal, move, brand } = program.opts<{ hostname: string; renewal?: true; move?: true; brand?: string }>();
  const cloud = runningConnection();
  tell('times are shorter here', SHORTER);
  const active = await (move ? playMove(cloud, hostname) : play(cloud, hostname));
  if (renewal) await playRenewal(cloud, active);
  if (brand !== undefined) await api(cloud, 'PUT', '/organization/theme', themeOf(brand));
  const { url } = await api<{ url: string }>(cloud, 'POST', `/domains/${active.id}/portal-link`);
  console.log(`\nWhat the owner of ${hostname} sees, in a browser:\n${url}`);
} catch (error) {
  console.error(styleText('red', `demo: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}

async function play(cloud: Connection, hostname: string): Promise<DomainResource> {
  const dns = dnsClient(cloud.dns_management_url);
  tell('the integrator registers', hostname);
  const created = await api(cloud, 'POST', '/domains', { url: hostname, server_id: cloud.server_id });
  tell('the service answers', `domain ${created.id}, DNS ${created.dns_status}, certificate ${created.ssl_status}`);

  const undone = await waitFor(cloud, created, 'a diagnosis', ({ diagnosis }) => diagnosis.code === 'cname_not_found');
  tell('who must act', undone.diagnosis.actor);
  tell('the exact fix', undone.diagnosis.fix.text);

  await dns.set(hostname, 'CNAME', [created.cname_target]);
  const cnameSetAt = Date.now();
  tell('the customer sets', `${hostname} CNAME ${created.cname_target}`);
  const active = await waitFor(cloud, undone, 'HTTPS', ({ ssl_status }) => ssl_status !== 'pending');
  if (active.ssl_status !== 'active' || !active.certificate) throw new Error(`no certificate: ${active.diagnosis.summary}`);
  tell('from CNAME to HTTPS', `${((Date.now() - cnameSetAt) / 1000).toFixed(1)} s`);

  const served = await fetchServed(hostname, cloud.edge_https_port, cloud.ca_root_file);
  tell('a browser opens', `https://${hostname}/ → ${served.status}, verified against ${cloud.ca_root_file}`);
  tell('certificate served', served.fingerprintSha256);
  tell('certificate named by the API', active.certificate.fingerprint_sha256);
  printTimeline(active, 'from its creation', created.created_at);
  if (served.fingerprintSha256 !== active.certificate.fingerprint_sha256)
    throw new Error('another certificate is served than the API names');
  console.log(
    styleText(
      'green',
      `\n${hostname} is served with the certificate that the API names; it is to be renewed on ${active.renews_on}.`,
    ),
  );
  return active;
}

/** Moves a web site from another edge to this one while visitors record any interruption. */
async function playMove(cloud: Connection, hostname: string): Promise<DomainResource> {
  const { ports } = runningCloud();
  const state = stateDir(startFolder());
  const { caddy } = locateTools(await installPythonTools({ logs: state.logs, signal: undefined }), '');
  const { acme_directory_url: acmeDirectoryUrl, ca_root_file: caRootFile, cname_target: cnameTarget } = cloud;
  const edge = await otherEdge(caddy, { ...ports, acmeDirectoryUrl, acmeRootFile: acmeTlsFiles(state.pebble).root });
  const moved = await moveLiveSite(hostname, {
    ...{ address: edge.address, cnameTarget, dns: dnsClient(cloud.dns_management_url), tell },
    ...{ dnsPort: ports.dns, httpsPort: cloud.edge_https_port, rootsPem: readFileSync(caRootFile, 'utf8') },
    register: (url) => api(cloud, 'POST', '/domains', { url, server_id: cloud.server_id, validation: 'dns' }),
    check: ({ id }) => api(cloud, 'POST', `/domains/${id}/check`),
    waitFor: (domain, what, isReached) => waitFor(cloud, domain, what, isReached),
  }).finally(edge.stop);
  const { active, made, failed, byOther, byUs } = moved;
  tell('certificate named by the API', active.certificate?.fingerprint_sha256 ?? '');
  tell('requests of visitors', `${made}, of which ${failed.length} failed`);
  tell('answered by', `the other edge: ${byOther}; this one: ${byUs}`);
  printTimeline(active, 'from its creation', active.created_at);
  if (failed.length > 0) throw new Error(`visitors noticed the move: ${[...new Set(failed)].join('; ')}`);
  console.log(styleText('green', `\n${hostname} has moved here, and none of ${made} requests failed.`));
  return active;
}

/** From a due renewal to the served certificate, without any request. */
async function playRenewal(cloud: Connection, before: DomainResource): Promise<void> {
  console.log();
  const dueAt = new Date();
  admin('renew', '--domain', String(before.id));
  tell('time passes', `as if it were ${before.renews_on}: the renewal of domain ${before.id} is due`);
  tell('nobody does anything', 'the scan, which runs every minute, finds what is due');
  const serial = before.certificate?.serial_number;
  const begun = await waitFor(
    cloud,
    before,
    'the renewal',
    ({ renewal, certificate }) => renewal !== undefined || certificate?.serial_number !== serial,
  );
  tell('the scan has begun it', `certificate ${begun.ssl_status}: the present one is served on`);
  const after = await waitFor(
    cloud,
    begun,
    'another certificate',
    ({ certificate, renewal }) => certificate?.serial_number !== serial && !renewal,
  );
  const served = await fetchServed(before.url, cloud.edge_https_port, cloud.ca_root_file);
  tell('certificate before', before.certificate?.fingerprint_sha256 ?? '');
  tell('certificate served now', served.fingerprintSha256);
  printTimeline(after, 'of its renewal', dueAt.toISOString());
  if (served.fingerprintSha256 !== after.certificate?.fingerprint_sha256)
    throw new Error('another certificate is served than the API names');
  console.log(styleText('green', `\n${before.url} was renewed by itself; the next time is ${after.renews_on}.`));
}

/** Polls the domain until it matches, and prints each change. */
async function waitFor(
  cloud: Connection,
  last: DomainResource,
  what: string,
  isReached: (domain: DomainResource) => boolean,
): Promise<DomainResource> {
  const until = Date.now() + PATIENCE_MS;
  let told = verdict(last);
  while (Date.now() < until) {
    const domain = await api(cloud, 'GET', `/domains/${last.id}`);
    if (verdict(domain) !== told) tell('the service says', `${verdict(domain)}: ${domain.diagnosis.summary}`);
    told = verdict(domain);
    if (isReached(domain)) return domain;
    await sleep(POLL_EVERY_MS);
  }
  throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what} in vain; the last word was "${told}"`);
}

function verdict({ dns_status, ssl_status, diagnosis }: DomainResource): string {
  return `DNS ${dns_status}, certificate ${ssl_status}, ${diagnosis.code}`;
}

async function api<Answer = DomainResource>(cloud: Connection, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${cloud.base_url}${path}`, {
    method,
    headers: { 'x-api-key-id': cloud.api_key_id, 'x-api-key': cloud.api_key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
  return JSON.parse(text) as Answer;
}

function admin<Answer>(...args: string[]): Answer {
  return JSON.parse(execFileSync(NODE, ['bin/admin.ts', '--json', ...args], { encoding: 'utf8', cwd: PROJECT })) as Answer;
}

/** Prints the events after an instant, with the seconds since then. */
function printTimeline({ id }: DomainResource, when: string, since: string): void {
  const { timeline } = admin<Timeline>('timeline', '--domain', String(id));
  console.log(styleText('bold', `\nThe domain’s timeline, ${when}`));
  const entries = timeline.filter(({ at }) => at >= since);
  const rows = entries.map(({ at, what, diagnosis }) => [secondsBetween(since, at), what, diagnosis].map(escapeInvisible));
  console.log(columns(rows).join('\n'));
}

function tell(what: string, how: string): void {
  const lead = `${styleText('dim', secondsBetween(STARTED, Date.now()))}  ${styleText('bold', what.padEnd(28))}  `;
  console.log(withHangingIndent(lead, how, process.stdout.columns ?? WIDTH));
}

function secondsBetween(from: string | number, to: string | number): string {
  const milliseconds = new Date(to).getTime() - new Date(from).getTime();
  return `${(milliseconds / 1000).toFixed(1).padStart(6)} s`;
}
