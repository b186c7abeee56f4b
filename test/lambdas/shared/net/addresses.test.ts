import { describe, expect, it } from 'vitest';
import { isAllowedAddress } from '../../../../lambdas/shared/net/allowed-address.ts';

const onThePublicInternet = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '199.36.153.3',
  '199.36.153.12',
  '161.25.255.255',
  '161.27.0.0',
  '166.7.255.255',
  '166.12.0.0',
  '2600:2d00:2:3000::1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:80b::200e',
];

const refused = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  'shared by carriers': ['100.64.0.0', '100.127.255.255'],
  'link-local': ['169.254.0.1', 'fe80::1', 'fe80::1%eth0'],
  'metadata of the clouds': ['169.254.169.254', 'fd00:ec2::254'],
  'a host or service of Azure, for its own machines': ['168.63.129.16'],
  'a service of Google, for its own networks': ['199.36.153.4', '199.36.153.11', '2600:2d00:2:1000::', '2600:2d00:2:2000::1'],
  'a service of IBM, for its own networks': ['161.26.0.10', '161.26.255.255', '166.8.0.0', '166.11.255.255'],
  'metadata of Alibaba, Oracle, Tencent, Google over IPv6': ['100.100.100.200', '192.0.0.192', '169.254.0.23', 'fd20:ce::254'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001::1', '2001:1ff:ffff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fdff::1'],
  'IPv4 inside IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::7f00:1'],
  '6to4, its relays, and Teredo': ['2002:7f00:1::1', '192.88.99.1', '2001:0:7f00:1::1'],
  'not an address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '2130706433',
    '1.2.3.4.5',
    '1.2.3.4 ',
    ':::',
    '2606::1%1',
  ],
};

describe('an address that a stranger names', () => {
  it.each(onThePublicInternet)('%s is allowed', (address) => {
    expect(isAllowedAddress(address, { allowLoopback: false })).toBe(true);
  });

  describe.each(Object.entries(refused))('%s is refused', (_range, addresses) => {
    it.each(addresses)('%s is not allowed', (address) => {
      expect(isAllowedAddress(address, { allowLoopback: false })).toBe(false);
    });
  });
});

describe('the local stage', () => {
  const alsoAllowed = ['127.0.0.1', '127.255.255.254', '::1'];

  it.each(alsoAllowed)('reaches this machine at %s', (address) => {
    expect(isAllowedAddress(address, { allowLoopback: true })).toBe(true);
  });

  it.each(
    Object.values(refused)
      .flat()
      .filter((address) => !address.startsWith('127.') && address !== '::1')
      .concat('127.1'),
  )('reaches nothing else: %s stays refused', (address) => {
    expect(isAllowedAddress(address, { allowLoopback: true })).toBe(false);
  });
});
