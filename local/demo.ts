import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { styleText } from 'node:util';
import { Command } from 'commander';
import type { DomainResource } from '../lambdas/domains/domain-resource.ts';
import type { Connection } from './connection.ts';
import { dnsServer } from './dns-server.ts';
import { NODE, PROJECT } from './environment.ts';
import { fetchServed } from './served-certificate.ts';
import { stateDir } from './state-dir.ts';

const LOOK_EVERY_MS = 250;
const PATIENCE_MS = 120_000;
const STARTED = Date.now();

const program = new Command('npm run demo --')
  .description('Plays a customer domain from its creation to served HTTPS, against the local cloud that `npm start` runs.')
  .option('--hostname <name>', 'the domain to play', `shop-${randomBytes(3).toString('hex')}.customer.test`)
  .parse();

try {
  await play(connection(), program.opts<{ hostname: string }>().hostname);
} catch (error) {
  console.error(styleText('red', `demo: ${error instanceof Error ? error.message : String(error)}`));
  process.exitCode = 1;
}

async function play(cloud: Connection, hostname: string): Promise<void> {
  const dns = dnsServer(cloud.dns_management_url);
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
  printTimeline(active.id);
  if (served.fingerprintSha256 !== active.certificate.fingerprint_sha256)
    throw new Error('another certificate is served than the API names');
  console.log(
    styleText('green', `\n${hostname} is served with the certificate that the API names; it renews on ${active.renews_on}.`),
  );
}

/** Looks at the domain until it is as wanted, and tells each change on the way. */
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
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what} in vain; the last word was "${told}"`);
}

function verdict({ dns_status, ssl_status, diagnosis }: DomainResource): string {
  return `DNS ${dns_status}, certificate ${ssl_status}, ${diagnosis.code}`;
}

async function api(cloud: Connection, method: string, path: string, body?: object): Promise<DomainResource> {
  const answer = await fetch(`${cloud.base_url}${path}`, {
    method,
    headers: { 'x-api-key-id': cloud.api_key_id, 'x-api-key': cloud.api_key, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text}`);
  return JSON.parse(text) as DomainResource;
}

function printTimeline(domainId: number): void {
  console.log(styleText('bold', '\nThe domain’s timeline'));
  const args = [`${PROJECT}/bin/admin.ts`, 'timeline', '--domain', String(domainId)];
  console.log(execFileSync(NODE, args, { encoding: 'utf8', cwd: PROJECT }).trimEnd());
}

function tell(what: string, how: string): void {
  const seconds = ((Date.now() - STARTED) / 1000).toFixed(1).padStart(6);
  console.log(`${styleText('dim', `${seconds} s`)}  ${styleText('bold', what.padEnd(28))}  ${how}`);
}

/** Throws, with the remedy, when no local cloud runs. */
function connection(): Connection {
  const state = stateDir(process.env.CPS_STATE_DIR ?? '.local');
  if (!existsSync(state.cloud) || !existsSync(state.connection))
    throw new Error('the local cloud does not run: start it with `npm start`');
  return JSON.parse(readFileSync(state.connection, 'utf8')) as Connection;
}
