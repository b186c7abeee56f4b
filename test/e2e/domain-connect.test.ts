import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GetPublicKeyCommand } from '@aws-sdk/client-kms';
import { expect, it } from 'vitest';
import { publicKeyRecords, template } from '../../lambdas/dns/domain-connect/template.ts';
import { DOMAIN_CONNECT_KEY_HOST } from '../../lambdas/shared/contract/domain-connect.ts';
import { guardedRead } from '../../lambdas/shared/net/http-read.gateway.ts';
import { dnsResolver } from '../../lambdas/shared/net/resolver.gateway.ts';
import { acmeTlsFiles } from '../../local/machine/acme-tls.ts';
import { stateDir as layoutOf } from '../../local/machine/state-dir.ts';
import { recursiveServers } from '../../local/name-servers/addresses.ts';
import { BASE_TARGET, DOMAIN_CONNECT } from '../../local/stage.ts';
import { aProvider } from '../lambdas/dns/domain-connect/a-provider.ts';
import { connection, createDomain, diagnosedAs, dns, isActive, stateDir, until } from './cloud.ts';
import { domainConnectKeyId, kms, ports } from './operator.ts';

const PROVIDER = 'domainconnect.provider.test';
const zone = `z${randomBytes(4).toString('hex')}.test`;
const tls = acmeTlsFiles(layoutOf(stateDir).pebble);
const root = readFileSync(tls.root, 'utf8');
const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const browse = guardedRead({ resolve, allowLoopback: true, trustedRootPem: root, timeoutMs: 5_000, maxBytes: 16_384 });

async function providerOf(templates: Parameters<typeof aProvider>[0]['templates']) {
  const provider = await aProvider({
    ...{ zone, templates, resolve },
    tls: { name: PROVIDER, cert: readFileSync(tls.certificate, 'utf8'), key: readFileSync(tls.key, 'utf8') },
    onApply: (name, type, value) => dns.set(name, type, [value]),
  });
  await dns.set(PROVIDER, 'A', ['127.0.0.1']);
  await dns.set(`_domainconnect.${zone}`, 'TXT', [provider.host]);
  return provider;
}

it('a domain whose DNS provider has our template is set up by one confirmation there, and nothing is typed', async () => {
  const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId: domainConnectKeyId }));
  await dns.set(`${DOMAIN_CONNECT_KEY_HOST}.${DOMAIN_CONNECT.keyDomain}`, 'TXT', publicKeyRecords(PublicKey));
  await using provider = await providerOf([template({ ...DOMAIN_CONNECT, baseTarget: BASE_TARGET })]);

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

it('a domain whose DNS gives no answer at first is offered the set-up of its provider when a later look misses the record', async () => {
  await using _ = await providerOf([template({ ...DOMAIN_CONNECT, baseTarget: BASE_TARGET })]);
  const url = `late.${zone}`;
  await dns.fail(url);
  const { id } = await createDomain(url);
  expect(await until(id, diagnosedAs('dns_validation_failed'))).not.toHaveProperty('dns_setup');
  await dns.heal(url);
  expect(await until(id, diagnosedAs('cname_not_found'))).toHaveProperty('dns_setup.url');
});
