import { X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { ListResourceRecordSetsCommand, Route53Client } from '@aws-sdk/client-route-53';
import { describe, expect, inject, it, vi } from 'vitest';
import { hostedZone } from '../../../lambdas/route53-publisher/hosted-zone.gateway.ts';
import { remoteComponent } from '../../../local/control.ts';
import { dnsClient } from '../../../local/dns-client.ts';
import { awsClientSettings, awsEndpoint } from '../../../local/machine/environment.ts';
import { PORT_NAMES, portsOf } from '../../../local/machine/ports.ts';
import { ensureHostedZone } from '../../../local/name-servers/zone-mirror.ts';
import { BASE_TARGET } from '../../../local/stage.ts';
import { listeningPorts, memoryBytes } from '../cloud-processes.ts';

const connection = inject('connection');
const ports = inject('ports');
const everyPort = PORT_NAMES.flatMap((name) => portsOf(name, ports));
const records = dnsClient(connection.dns_management_url);
const resolver = new Resolver();
resolver.setServers([`127.0.0.1:${ports.dns}`]);

const component = (name: 'ministack' | 'dns' | 'pebble') => remoteComponent(inject('controlUrl'), name);
const rootFile = () => readFileSync(connection.ca_root_file, 'utf8');

async function ask(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const answer = await fetch(`${connection.base_url}${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function answersAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port }, () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

describe('the local cloud', () => {
  it('writes the data to use it where only its owner reads it', () => {
    const file = join(inject('stateDir'), 'connection.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(connection);
  });

  it('keeps whatever it writes from the other users of the machine', async () => {
    const stateDir = inject('stateDir');
    expect(statSync(stateDir).mode & 0o777).toBe(0o700);
    expect(statSync(dirname(stateDir)).mode & 0o777).toBe(0o700);
    // A Lambda's folder may be removed while it is listed.
    const names = await vi.waitFor(() => readdirSync(stateDir, { recursive: true, encoding: 'utf8' }));
    const writable = names
      .map((name) => join(stateDir, name))
      .filter((path) => ((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o022) !== 0)
      .filter((path) => !lstatSync(path).isSymbolicLink());
    expect(writable).toEqual([]);
  });

  it('listens where it says, and nowhere else', async () => {
    expect(listeningPorts().filter((port) => !everyPort.includes(port))).toEqual([]);
  });

  it('answers on loopback only', async () => {
    const outside = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.filter(({ internal }) => !internal));
    for (const port of everyPort) {
      expect(await answersAt('127.0.0.1', port), `port ${port}`).toBe(true);
      for (const { address } of outside) expect(await answersAt(address, port), `${address} port ${port}`).toBe(false);
    }
  });

  it('keeps its DNS records when the DNS server restarts', async () => {
    await records.set('kept.customer.test', 'CNAME', ['target.test']);
    await component('dns').stop();
    await expect(resolver.resolveCname('kept.customer.test')).rejects.toThrow();
    await component('dns').start();
    expect(await resolver.resolveCname('kept.customer.test')).toEqual(['target.test']);
  });

  it('puts the root of a new CA before the one that earlier certificates chain to', async () => {
    const before = rootFile();
    await component('pebble').stop();
    await component('pebble').start();
    expect(rootFile().endsWith(before)).toBe(true);
    expect(new X509Certificate(rootFile()).fingerprint256).not.toBe(new X509Certificate(before).fingerprint256);
  });

  it('keeps organizations, keys and domains when AWS restarts, and works on new ones', async () => {
    const before = await ask('/domains', { url: 'before-restart.customer.test', server_id: 1 });
    expect(before.status).toBe(201);
    await component('ministack').stop();
    await component('ministack').start();
    expect((await ask(`/domains/${before.body.id}`)).body.url).toBe('before-restart.customer.test');

    await records.set('after-restart.customer.test', 'CNAME', [connection.cname_target]);
    const after = await ask('/domains', { url: 'after-restart.customer.test', server_id: 1 });
    await expect
      .poll(async () => (await ask(`/domains/${after.body.id}`)).body.ssl_status, { timeout: 100_000, interval: 500 })
      .toBe('active');
  });

  it('has after a kill of AWS what the API acknowledged a moment before', async () => {
    const url = `before-kill-${Date.now()}.customer.test`;
    const created = await ask('/domains', { url, server_id: 1 });
    expect(created.status).toBe(201);
    await component('ministack').kill();
    await component('ministack').start();
    expect((await ask(`/domains/${created.body.id}`)).body.url).toBe(url);
  });

  it('has after a kill of AWS what Route 53 acknowledged a moment before', async () => {
    const HostedZoneId = await ensureHostedZone(ports.aws, BASE_TARGET);
    const route53 = new Route53Client(awsClientSettings(awsEndpoint(ports.aws)));
    const name = `kept-${Date.now()}.${BASE_TARGET}`;
    const set = { name, type: 'TXT' as const, values: ['"kept"'] };
    const sent = await hostedZone(HostedZoneId, () => route53).change([{ action: 'UPSERT', set }]);
    expect(sent.kind).toBe('sent');
    await component('ministack').kill();
    await component('ministack').start();
    const start = { HostedZoneId, StartRecordName: name, StartRecordType: 'TXT' as const, MaxItems: 1 };
    const { ResourceRecordSets } = await route53.send(new ListResourceRecordSetsCommand(start));
    expect(ResourceRecordSets?.[0]).toMatchObject({ Name: `${name}.`, ResourceRecords: [{ Value: '"kept"' }] });
    await hostedZone(HostedZoneId, () => route53).change([{ action: 'DELETE', set }]);
    route53.destroy();
  });

  it('takes less than 1 GiB at rest', async () => {
    // After a restart of the emulator and one domain; idle Lambdas of other tests end after three minutes.
    await expect.poll(memoryBytes, { timeout: 200_000, interval: 2_000 }).toBeLessThan(1024 ** 3);
  });
});
