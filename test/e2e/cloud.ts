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

// The cloud that test/e2e/start-cloud.ts started for this run, as integrators and operators see it.

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
 * Calls the API with the first organization's key, or with another one. A `body` that is neither text nor bytes is sent as JSON.
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

/** A new webhook host that resolves to this machine and has no receiver. */
export async function newReceiverHost(): Promise<string> {
  const name = newHostname('hooks');
  await dns.set(name, 'A', ['127.0.0.1']);
  return name;
}

/** A hostname that no other test uses. */
export function newHostname(label: string): string {
  return `${label}-${randomBytes(4).toString('hex')}.customer.test`;
}

export async function createDomain(url: string, serverId = connection.server_id, key?: Key): Promise<DomainResource> {
  const { status, body } = await api('POST', '/domains', { body: { url, server_id: serverId }, ...(key && { key }) });
  if (status !== 201) throw new Error(`creating ${url} answers ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A domain whose CNAME is already set. */
export async function createWithCname(label: string): Promise<DomainResource> {
  const url = newHostname(label);
  await dns.set(url, 'CNAME', [connection.cname_target]);
  return createDomain(url);
}

/** A server whose label points to server 1 but has no CAA records, so that the customer's CAA records count. */
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

/** Polls once a second until the domain is as wanted; the error contains its last state. */
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

/** Log lines of a CA, for counting requests. */
export function pebbleLog(name: PebbleName = 'pebble'): string[] {
  return readFileSync(join(stateDir, 'logs', `${name}.log`), 'utf8').split('\n');
}
