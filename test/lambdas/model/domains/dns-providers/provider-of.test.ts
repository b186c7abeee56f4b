import { describe, expect, it } from 'vitest';
import { LOCALES } from '../../../../../contract/paths.ts';
import { formDirections } from '../../../../../copy/describe.ts';
import {
  DNS_PROVIDERS,
  type DnsProvider,
  type DnsProviderKey,
} from '../../../../../lambdas/model/domains/dns-providers/dns-providers.ts';
import { NAME_SERVERS, providerOf } from '../../../../../lambdas/model/domains/dns-providers/provider-of.ts';
import { dnsProviderOf } from '../../../../../lambdas/model/domains/dns-providers/record-in-form.ts';
import { languageOf } from '../../../../../lambdas/pages/locales.ts';
import { aView } from '../../../../copy/a-view.ts';

/** Name servers as found in real zones. */
const SEEN: Partial<Record<DnsProviderKey, string[]>> = {
  cloudflare: ['adele.ns.cloudflare.com', 'vick.ns.cloudflare.com'],
  godaddy: ['ns39.domaincontrol.com', 'ns40.domaincontrol.com'],
  namecheap: ['dns1.registrar-servers.com', 'dns2.registrar-servers.com'],
  route53: ['ns-1536.awsdns-00.co.uk', 'ns-0.awsdns-00.com', 'ns-1024.awsdns-00.org', 'ns-512.awsdns-00.net'],
  google: ['ns-cloud-a1.googledomains.com', 'ns-cloud-a2.googledomains.com'],
  ns1: ['dns1.p02.nsone.net', 'dns2.p02.nsone.net'],
  squarespace: ['dns1.p02.nsone.net', 'ns01.squarespacedns.com', 'ns02.squarespacedns.com'],
  ionos: ['ns1045.ui-dns.biz', 'ns1116.ui-dns.org', 'ns1048.ui-dns.com', 'ns1056.ui-dns.de'],
  hostinger: ['ns1.dns-parking.com', 'ns2.dns-parking.com'],
  porkbun: ['curitiba.ns.porkbun.com', 'salvador.ns.porkbun.com'],
  namesilo: ['ns1.dnsowl.com', 'ns2.dnsowl.com'],
};

describe('the DNS provider of a zone', () => {
  it.each(Object.entries(SEEN))('%s is told from the names of its servers', (key, nameServers) =>
    expect(providerOf(nameServers)).toBe(key),
  );

  it.each(Object.entries(NAME_SERVERS))('%s is told from a server below each of its names', (key, { ends }) => {
    for (const end of ends.filter((name) => typeof name === 'string' && name !== 'nsone.net'))
      expect(providerOf([`ns1.${end}`])).toBe(key);
  });

  it.each<[string, string[]]>([
    ['nobody knows', ['ns1.example.com', 'ns2.example.com']],
    ['are two providers’', ['adele.ns.cloudflare.com', 'ns39.domaincontrol.com']],
    ['are partly somebody else’s', ['ns39.domaincontrol.com', 'ns1.example.com']],
    ['only look like a provider’s', ['ns1.notdomaincontrol.com', 'domaincontrol.com.example.net', 'ns-0.awsdns-00.example']],
    ['are none', []],
  ])('stays untold where the name servers %s', (_, nameServers) => expect(providerOf(nameServers)).toBeUndefined());

  it.each(['', 'constructor', 'a provider of another release'])('an unknown key of a row, "%s", is no provider', (key) =>
    expect(dnsProviderOf(key)).toBeUndefined(),
  );
});

describe('the list of DNS providers', () => {
  it('has at least 25', () => expect(Object.keys(DNS_PROVIDERS).length).toBeGreaterThanOrEqual(25));

  it.each(Object.entries(NAME_SERVERS))('says of %s where it was found, and on which day', (_, { sources, seenOn }) => {
    expect(sources.length).toBeGreaterThan(0);
    for (const address of sources) expect(address).toMatch(/^https:\/\//);
    expect(seenOn).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each(Object.entries<DnsProvider>(DNS_PROVIDERS))('leads to %s over HTTPS, if anywhere', (_, { url = 'https://' }) =>
    expect(url).toMatch(/^https:\/\//),
  );
});

/** The largest providers by hosted domains, among those whose customers edit records in a form. */
const LARGEST = [
  ...(['godaddy', 'cloudflare', 'namecheap', 'route53', 'squarespace'] as const),
  ...(['ionos', 'ovhcloud', 'wix', 'hostinger', 'porkbun'] as const),
] satisfies DnsProviderKey[];
const WAYS = Object.entries<DnsProvider>(DNS_PROVIDERS).filter(([, { path }]) => path) as [DnsProviderKey, DnsProvider][];

describe('the way to the form of a DNS provider', () => {
  it('is known of the ten largest', () => expect(WAYS.map(([key]) => key)).toEqual(expect.arrayContaining(LARGEST)));

  it.each(WAYS)('is known of %s with its fields, and with the traits of its form', (_, provider) => {
    const { path = [], fields, wantsFullName, proxySwitch } = provider;
    expect(path.length).toBeGreaterThanOrEqual(2);
    for (const word of [...path, fields?.name, fields?.value]) expect(word).toMatch(/^\S.*\S$/);
    expect(fields?.type !== undefined || path.some((word) => word.startsWith('CNAME'))).toBe(true);
    expect(wantsFullName).toBeTypeOf('boolean');
    // States which proxy switch the form has, or that it has none.
    expect(proxySwitch).toBeDefined();
  });

  it.each(WAYS)('has a source of its own for %s, and the day', (key) => {
    const { form } = NAME_SERVERS[key];
    for (const address of form?.sources ?? ['none']) expect(address).toMatch(/^https:\/\//);
    expect(form?.seenOn).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it.each(LOCALES)('is three lines of at most 80 characters, in %s', async (locale) => {
    const { labels } = languageOf(locale).words;
    for (const [, { name, path }] of WAYS) {
      const lines = formDirections(aView({}, { dns_provider: { name, path } }), labels) ?? [];
      expect(lines).toHaveLength(3);
      for (const line of lines) expect([line, line.length <= 80]).toEqual([line, true]);
      expect(lines.join(' ')).toContain((path ?? []).join(' → '));
      // An account may have several domains.
      expect(lines[0]).toContain('acme.com');
    }
  });

  it.each([{}, { dns_provider: { name: 'Linode' } }, { dns_provider: { name: 'Linode', path: [] } }])(
    'is not known of %j',
    async (more) => {
      expect(formDirections(aView({}, more), languageOf('en').words.labels)).toBeUndefined();
    },
  );
});
