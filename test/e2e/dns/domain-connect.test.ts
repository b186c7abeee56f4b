import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { template } from '../../../lambdas/dns/domain-connect/template.ts';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { guardedRead } from '../../../lambdas/shared/net/http-read.gateway.ts';
import { acmeTlsFiles } from '../../../local/machine/acme-tls.ts';
import { stateDir as layoutOf } from '../../../local/machine/state-dir.ts';
import { recursiveServers } from '../../../local/name-servers/addresses.ts';
import { aProvider } from '../../lambdas/dns/domain-connect/a-provider.ts';
import { api, connection, createDomain, diagnosedAs, dns, isActive, ports, stateDir, until } from '../cloud.ts';
import { admin } from '../operator.ts';

const PROVIDER = 'domainconnect.provider.test';
const zone = `z${randomBytes(4).toString('hex')}.test`;
const tls = acmeTlsFiles(layoutOf(stateDir).pebble);
const root = readFileSync(tls.root, 'utf8');
const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const browse = guardedRead({ resolve, allowLoopback: true, trustedRootPem: root, timeoutMs: 5_000, maxBytes: 16_384 });

/** A provider that has imported the deployer's registered template. */
async function aProviderOfTheZone() {
  const ours = await admin<ReturnType<typeof template>>('domain-connect', 'template');
  const provider = await aProvider({
    ...{ zone, templates: [ours], resolve },
    tls: { name: PROVIDER, cert: readFileSync(tls.certificate, 'utf8'), key: readFileSync(tls.key, 'utf8') },
    onApply: (name, type, value) => dns.set(name, type, [value]),
  });
  await dns.set(PROVIDER, 'A', ['127.0.0.1']);
  await dns.set(`_domainconnect.${zone}`, 'TXT', [provider.host]);
  return provider;
}

it('a domain whose DNS provider has our template is set up by one confirmation there, and nothing is typed', async () => {
  const { records } = await admin<{ records: { name: string; value: string }[] }>('domain-connect', 'records');
  const values = records.map(({ value }) => value.replaceAll('"', ''));
  await dns.set(records[0]?.name ?? '', 'TXT', values);
  await using provider = await aProviderOfTheZone();

  const { id, url } = await createDomain(`shop.${zone}`);
  const { dns_setup } = await until(id, diagnosedAs('cname_not_found'));
  expect(dns_setup).toMatchObject({ type: 'domain_connect', provider: 'Provider' });
  const link = new URL(dns_setup?.url ?? '');
  expect(link.searchParams.get('redirect_uri')).toBe(`${connection.portal_url}?hostname=${url}`);
  const page = await fetch(connection.portal_url, { method: 'POST', body: new URLSearchParams({ hostname: url }) });
  expect(await page.text()).toContain(link.origin);

  expect(await browse(link.href)).toMatchObject({ kind: 'answer', status: 302 });
  expect(provider.records.get(url)).toBe(`CNAME ${connection.cname_target}`);
  expect(await until(id, isActive)).not.toHaveProperty('dns_setup');
  expect(provider.requests.filter((each) => each.includes('/settings'))).toHaveLength(1);
});

it('a live site whose hostname is validated by DNS is moved by two confirmations at its provider, the second once it is ready', async () => {
  await using provider = await aProviderOfTheZone();
  const url = `live.${zone}`;
  await dns.set(url, 'CNAME', ['edge.elsewhere.test']);
  const server_id = connection.server_id;
  const { body: made } = await api<DomainResource>('POST', '/domains', { body: { url, server_id, validation: 'dns' } });
  const offered = ({ dns_setup }: DomainResource, group: string) => dns_setup?.url.includes(`groupId=${group}`) === true;
  const setUp = async (group: string) => {
    const { dns_setup } = await until(made.id, (seen) => offered(seen, group));
    expect(await browse(dns_setup?.url ?? '')).toMatchObject({ kind: 'answer', status: 302 });
  };
  await setUp('validation');
  expect([...provider.records]).toEqual([[`_acme-challenge.${url}`, `CNAME ${made.dns_records[0]?.value}`]]);
  await until(made.id, diagnosedAs('ready_to_switch'));
  await setUp('routing');
  expect(provider.records.get(url)).toBe(`CNAME ${connection.cname_target}`);
  await until(made.id, isActive);
});

it('a domain whose DNS gives no answer at first is offered the set-up of its provider when a later check misses the record', async () => {
  await using _ = await aProviderOfTheZone();
  const url = `late.${zone}`;
  await dns.fail(url);
  const { id } = await createDomain(url);
  expect(await until(id, diagnosedAs('dns_validation_failed'))).not.toHaveProperty('dns_setup');
  await dns.heal(url);
  expect(await until(id, diagnosedAs('cname_not_found'))).toHaveProperty('dns_setup.url');
});
