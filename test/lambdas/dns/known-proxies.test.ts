import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { KNOWN_PROXY_RANGES, type KnownProxy, proxyOf } from '../../../lambdas/dns/known-proxies.ts';

/** Per proxy: addresses inside its ranges, and right outside, of each family. */
const ADDRESSES: Record<KnownProxy['name'], { inside: string[]; outside: string[] }> = {
  Cloudflare: {
    inside: ['104.16.0.0', '104.27.255.255', '172.67.1.1', '2606:4700::6810:1'],
    outside: ['104.15.255.255', '104.28.0.0'],
  },
  Fastly: { inside: ['151.101.1.1', '2a04:4e42::81'], outside: ['151.100.255.255', '151.102.0.0', '2a04:4e41::1'] },
  Akamai: { inside: ['23.32.0.1', '184.24.77.1', '2600:1400::1'], outside: ['23.239.1.1', '45.33.2.1', '2600:3c00::1'] },
  'Amazon CloudFront': { inside: ['13.224.0.1', '2600:9000:2000::1'], outside: ['3.5.0.1', '52.95.0.1', '2600:1f18::1'] },
  Sucuri: { inside: ['192.124.249.8', '2a02:fe80::1'], outside: ['192.124.248.255', '192.124.250.0'] },
  Imperva: { inside: ['45.60.0.1', '2a02:e980::1'], outside: ['45.59.255.255', '45.61.0.0', '2a02:e988::'] },
};

describe('whose proxy answers at an address', () => {
  for (const [name, { inside, outside }] of Object.entries(ADDRESSES)) {
    it.each(inside)(`%s is an address of ${name}`, (address) => expect(proxyOf(address)).toBe(name));
    it.each(outside)(`is unknown beside those of ${name}: %s`, (address) => expect(proxyOf(address)).toBeUndefined());
  }

  it('an IPv4 address inside an IPv6 one is found, too', () => expect(proxyOf('::ffff:104.16.0.1')).toBe('Cloudflare'));

  it.each(['', 'shop.example.com', '300.1.2.3', '104.16.0.1/24'])('what is no address, "%s", is nobody’s', (text) =>
    expect(proxyOf(text)).toBeUndefined(),
  );
});

describe('the list of known proxies', () => {
  const all = KNOWN_PROXY_RANGES.flatMap(({ name, ranges }) => ranges.map((range) => ({ name, range })));

  it('each range begins at its first address', () => {
    for (const { range } of all) {
      const [address, length] = ipaddr.parseCIDR(range);
      const family = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
      expect(`${family.networkAddressFromCIDR(range)}/${length}`).toBe(range);
    }
  });

  it('no address belongs to two proxies', () => {
    for (const { name, range } of all) expect(proxyOf(range.slice(0, range.indexOf('/')))).toBe(name);
  });

  it.each(KNOWN_PROXY_RANGES)('says of $name where it was read, and for which day', ({ source, seenOn }) => {
    expect(source).toMatch(/^https:\/\//);
    expect(seenOn).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});
