import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { ComponentName } from '../../local/components.ts';
import type { Connection } from '../../local/connection.ts';
import { remoteComponent } from '../../local/control.ts';
import { dnsClient } from '../../local/dns-client.ts';
import type { PebbleName } from '../../local/processes/pebble.ts';
import { PATIENCE_SECONDS } from './patience.ts';

// The cloud that test/e2e/start-cloud.ts started for this run, as an integrator and as an operator see it.

export const connection: Connection = inject('connection');
export const stateDir = inject('stateDir');
export const ports = inject('ports');
export const dns = dnsClient(connection.dns_management_url);
export const component = (name: ComponentName) => remoteComponent(inject('controlUrl'), name);

export interface Answer<Body = DomainResource> {
  status: number;
  headers: Headers;
  body: Body;
}
export interface Key {
  api_key_id: string;
  api_key: string;
}
interface Ask {
  body?: unknown;
  key?: Key;
  headers?: Record<string, string>;
}

/**
 * A call of the API with the first organization's key, unless another is given. A `body` that is no text or bytes is sent as
 * JSON.
 */
export async function api<Body = DomainResource>(method: string, path: string, ask: Ask = {}): Promise<Answer<Body>> {
  const { body, key = connection, headers = {} } = ask;
  const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(`${connection.base_url}${path}`, {
    method,
    headers: {
      'x-api-key-id': key.api_key_id,
      'x-api-key': key.api_key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(raw !== undefined && { body: raw as RequestInit['body'] & {} }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: (text === '' ? undefined : JSON.parse(text)) as Body };
}

/** The host of a webhook that nobody listens to: it leads here, and is in no other test. */
export async function newReceiverHost(): Promise<string> {
  const name = newHostname('hooks');
  await dns.set(name, 'A', ['127.0.0.1']);
  return name;
}

/** A hostname that no other test has. */
export function newHostname(label: string): string {
  return `${label}-${randomBytes(4).toString('hex')}.customer.test`;
}

export async function createDomain(url: string, serverId = connection.server_id, key?: Key): Promise<DomainResource> {
  const { status, body } = await api('POST', '/domains', { body: { url, server_id: serverId }, ...(key && { key }) });
  if (status !== 201) throw new Error(`creating ${url} answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A domain whose customer has set the CNAME already. */
export async function createWithCname(label: string): Promise<DomainResource> {
  const url = newHostname(label);
  await dns.set(url, 'CNAME', [connection.cname_target]);
  return createDomain(url);
}

/**
 * Another server of the organization, whose label leads to server 1 by records of its own. CAA records are none of them: those of
 * the customer count.
 */
export async function bareServer(key?: Key): Promise<{ id: number; cname_target: string }> {
  const made = await api<{ id: number; cname_target: string }>('POST', '/servers', {
    body: { name: 'Bare' },
    ...(key && { key }),
  });
  if (made.status !== 201) throw new Error(`creating a server answers ${made.status}: ${JSON.stringify(made.body)}`);
  await dns.set(made.body.cname_target, 'A', ['127.0.0.1']);
  return made.body;
}

async function getDomain(id: number, key?: Key): Promise<DomainResource> {
  return (await api('GET', `/domains/${id}`, key && { key })).body;
}

/** Looks once a second until the domain is as wanted; what it last was is in the error. */
export async function until(
  id: number,
  isReached: (domain: DomainResource) => boolean,
  seconds = PATIENCE_SECONDS,
  key?: Key,
): Promise<DomainResource> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const domain = await getDomain(id, key);
    if (isReached(domain)) return domain;
    if (Date.now() > end) throw new Error(`not reached within ${seconds} s: ${JSON.stringify(domain, null, 1)}`);
    await sleep(1_000);
  }
}

export const isActive = ({ dns_status, ssl_status }: DomainResource) => dns_status === 'validated' && ssl_status === 'active';
export const diagnosedAs = (code: string) => (domain: DomainResource) => domain.diagnosis.code === code;

/** The lines that a CA has logged, for counting what it was asked. */
export function pebbleLog(name: PebbleName = 'pebble'): string[] {
  return readFileSync(join(stateDir, 'logs', `${name}.log`), 'utf8').split('\n');
}
