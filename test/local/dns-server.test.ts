import { describe, expect, it } from 'vitest';
import { hostname, RECORD_TYPES, recordRequests } from '../../local/dns-server.ts';

describe('a record of the local DNS server', () => {
  it.each([
    ['CNAME', ['Target.Example.'], [{ path: 'set-cname', body: { host: 'a.test', target: 'target.example' } }]],
    ['A', ['10.0.0.1', '10.0.0.2'], [{ path: 'add-a', body: { host: 'a.test', addresses: ['10.0.0.1', '10.0.0.2'] } }]],
    ['AAAA', ['2001:db8::1'], [{ path: 'add-aaaa', body: { host: 'a.test', addresses: ['2001:db8::1'] } }]],
    ['TXT', ['one', 'Two 2'], ['one', 'Two 2'].map((value) => ({ path: 'set-txt', body: { host: 'a.test', value } }))],
    [
      'CAA',
      ['0 issue "ca.example"'],
      [{ path: 'add-caa', body: { host: 'a.test', policies: [{ tag: 'issue', value: 'ca.example' }] } }],
    ],
    ['SERVFAIL', [], [{ path: 'set-servfail', body: { host: 'a.test' } }]],
  ] as const)('a record of the local DNS server of type %s is asked for in the words of the server', (type, values, requests) => {
    expect(recordRequests('a.test', type, [...values])).toEqual(requests);
  });

  it.each([
    ['A', ['2001:db8::1'], '"2001:db8::1" is not an IPv4 address'],
    ['AAAA', ['10.0.0.1'], '"10.0.0.1" is not an IPv6 address'],
    ['CNAME', ['a.test', 'b.test'], 'CNAME takes one value'],
    ['CNAME', ['not a name'], '"not a name" is not a DNS name'],
    ['CAA', ['nonsense'], '"nonsense" is not a CAA record'],
    ['SERVFAIL', ['x'], 'SERVFAIL takes no value'],
  ] as const)('a record of the local DNS server of type %s refuses %j', (type, values, message) => {
    expect(() => recordRequests('a.test', type, [...values])).toThrow(message);
  });

  it.each(RECORD_TYPES.filter((type) => type !== 'SERVFAIL'))(
    'a record of the local DNS server of type %s needs a value',
    (type) => {
      expect(() => recordRequests('a.test', type, [])).toThrow(`${type} needs a value`);
    },
  );
});

describe('a name', () => {
  it.each([
    ['Shop.Customer.TEST.', 'shop.customer.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['_cps-claim.shop.test', '_cps-claim.shop.test'],
    ['test', 'test'],
  ])('the name "%s" is asked of the local DNS server as "%s"', (given, asked) => {
    expect(hostname(given)).toBe(asked);
  });

  it.each(['', '.', 'a..b', 'a b', '-a.test', `${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}test`, 'http://a.test'])(
    '"%s" is no name for the local DNS server',
    (given) => {
      expect(() => hostname(given)).toThrow('is not a DNS name');
    },
  );
});
