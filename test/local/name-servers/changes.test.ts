import { describe, expect, it } from 'vitest';
import { applyChange, type Change } from '../../../local/name-servers/changes.ts';
import { listRows } from '../../../local/name-servers/dns-listing.ts';
import type { DnsState } from '../../../local/name-servers/dns-state.ts';
import { initialState } from '../../../local/name-servers/initial-state.ts';
import { zoneFiles } from '../../../local/name-servers/zone-files.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const stateAfter = (...changes: Change[]): DnsState =>
  changes.reduce((state, change) => applyChange(state, change, NOW), initialState('cname.cps.test'));
const set = (name: string, type = 'A', ...values: string[]): Change => ({
  do: 'set',
  name,
  type,
  values: values.length > 0 ? values : ['10.0.0.1'],
});
const zone = (state: DnsState, origin: string) =>
  zoneFiles(state).find((each) => each.origin === origin) ?? expect.fail(`no zone ${origin}`);
const USUAL = ['192.0.2.17', '192.0.2.18'];

describe('the local DNS', () => {
  it('registers the zone of a name when it is first set, below the public suffix', () => {
    const { zones } = stateAfter(set('a.shop.example'), set('b.c.bakery.co.uk'), set('*.wild.test'), set('apex.test'));
    expect(Object.keys(zones)).toEqual([
      'dns.test',
      'cps.test',
      'customer.test',
      'shop.example',
      'bakery.co.uk',
      'wild.test',
      'apex.test',
    ]);
  });

  it('has a zone at two servers, its delegation in the zone above, and no addresses but those that it cannot do without', () => {
    const state = stateAfter(set('www.shop.test'));
    const { lines } = zone(state, 'shop.test.');
    expect(Object.keys(lines)).toEqual([...USUAL, 'view']);
    expect(lines['192.0.2.17']).toEqual([
      'shop.test. 5 IN NS ns1.dns.test.',
      'shop.test. 5 IN NS ns2.dns.test.',
      'www.shop.test. 60 IN A 10.0.0.1',
    ]);
    const above = zone(state, 'test.').lines['192.0.2.13'] ?? [];
    expect(above).toContain('shop.test. 5 IN NS ns2.dns.test.');
    expect(above).toContain('ns1.dns.test. 60 IN A 192.0.2.17');
    expect(above.join()).not.toContain('www.shop.test');
    expect(zone(state, '.').lines['192.0.2.11']).toContain('test. 3600 IN NS a.nic.test.');
  });

  it('leads every label below the base target to this machine until a more exact record does not', () => {
    const { lines } = zone(stateAfter(set('other.cname.cps.test', 'A', '127.0.0.2')), 'cps.test.');
    expect(Object.keys(lines)).toEqual(['192.0.2.15', '192.0.2.16', 'view']);
    expect(lines.view).toEqual(
      expect.arrayContaining(['*.cname.cps.test. 60 IN A 127.0.0.1', 'other.cname.cps.test. 60 IN A 127.0.0.2']),
    );
  });

  it('replaces what a name has of a type, and removes a type or all of a name', () => {
    const two = [
      set('a.customer.test', 'A', '10.0.0.1', '10.0.0.2'),
      set('a.customer.test', 'A', '10.0.0.3'),
      set('a.customer.test', 'TXT', 'x'),
    ];
    expect(stateAfter(...two).records['a.customer.test']).toEqual({ A: ['10.0.0.3'], TXT: ['"x"'] });
    expect(stateAfter(...two, { do: 'delete', name: 'a.customer.test', type: 'txt' }).records['a.customer.test']).toEqual({
      A: ['10.0.0.3'],
    });
    const gone = stateAfter(...two, { do: 'fail', name: 'a.customer.test' }, { do: 'delete', name: 'A.customer.test.' });
    expect([gone.records['a.customer.test'], gone.faults]).toEqual([undefined, []]);
  });

  it('delegates a zone to servers by name, which get addresses of ours unless they have some', () => {
    const elsewhere = set('ns2.provider.example', 'A', '203.0.113.1');
    const state = stateAfter(elsewhere, {
      do: 'delegate',
      zone: 'bakery.test',
      servers: ['NS1.provider.example', 'ns2.provider.example', 'ns3.bakery.test'],
    });
    expect(state.records['ns1.provider.example']).toEqual({ A: ['192.0.2.17'] });
    expect(Object.keys(zone(state, 'bakery.test.').lines)).toEqual(['192.0.2.17', '192.0.2.19', 'view']);
    const above = zone(state, 'test.').lines.view ?? [];
    expect(above.filter((line) => line.startsWith('bakery.test.'))).toHaveLength(3);
    expect(above).toContain('ns3.bakery.test. 60 IN A 192.0.2.19');
    expect(above.join()).not.toContain('ns1.provider.example. 60');
  });

  it('shows a zone that names other servers itself than the registry', () => {
    const state = stateAfter({ do: 'delegate', zone: 'bakery.test', servers: ['ns1.old.example'], own: ['ns1.new.example'] });
    expect(zone(state, 'test.').lines.view).toContain('bakery.test. 5 IN NS ns1.old.example.');
    expect(zone(state, 'bakery.test.').lines.view).toEqual(['bakery.test. 5 IN NS ns1.new.example.']);
  });

  it('forgets at the registry a zone that is no longer delegated, and keeps its records', () => {
    const state = stateAfter(set('www.bakery.test'), { do: 'undelegate', zone: 'bakery.test' });
    expect(zone(state, 'test.').lines.view?.join()).not.toContain('bakery');
    expect(Object.keys(zone(state, 'bakery.test.').lines)).toEqual(USUAL);
    expect(
      zone(applyChange(state, { do: 'delegate', zone: 'bakery.test', servers: ['ns1.dns.test'] }, NOW), 'bakery.test.').lines
        .view,
    ).toContain('www.bakery.test. 60 IN A 10.0.0.1');
  });

  it('reaches no zone whose servers are not ours', () => {
    const state = stateAfter(set('ns1.far.example', 'A', '10.9.9.9'), {
      do: 'delegate',
      zone: 'bakery.test',
      servers: ['ns1.far.example'],
    });
    expect(zone(state, 'bakery.test.')).toMatchObject({ unreachable: true });
    expect(zone(state, 'customer.test.')).toMatchObject({ unreachable: false });
  });

  it('gives one server of two other records, or none', () => {
    const name = 'www.shop.test';
    const none = zone(stateAfter(set(name), { do: 'disagree', name, type: 'A', values: [] }), 'shop.test.').lines;
    expect([none['192.0.2.17']?.length, none['192.0.2.18']?.length]).toEqual([3, 2]);
    const only = zone(
      stateAfter(set('x.shop.test'), { do: 'disagree', name, type: 'A', values: ['10.0.0.9'], servers: [1] }),
      'shop.test.',
    ).lines;
    expect(only['192.0.2.17']).toContain('www.shop.test. 60 IN A 10.0.0.9');
    expect(only['192.0.2.18']?.join()).not.toContain('www.shop.test');
  });

  it('has a zone within a zone where one is delegated', () => {
    const state = stateAfter(
      set('customer.test', 'TXT', 'x'),
      { do: 'delegate', zone: 'sub.customer.test', servers: ['ns1.dns.test'] },
      set('a.sub.customer.test'),
    );
    expect(zone(state, 'customer.test.').lines.view).toContain('sub.customer.test. 5 IN NS ns1.dns.test.');
    expect(zone(state, 'sub.customer.test.').lines.view).toContain('a.sub.customer.test. 60 IN A 10.0.0.1');
    expect(zone(state, 'test.').lines.view?.join()).not.toContain('sub.customer.test');
  });

  it.each<[string, Change]>([
    ['"test" is a top-level domain', set('test')],
    ['"test" is a top-level domain', { do: 'delegate', zone: 'test', servers: ['a.test'] }],
    ['at least one name server', { do: 'delegate', zone: 'a.test', servers: [] }],
    ['"gone.test" is no zone of the local DNS', { do: 'undelegate', zone: 'gone.test' }],
    ['name servers are counted from 1', { do: 'silent', name: 'a.test', servers: [0] }],
    ['there is no name server 7 of "a.test": its zone has 2', { do: 'silent', name: 'a.test', servers: [1, 7] }],
    ['there is no name server 3 of "a.test"', { do: 'lame', name: 'a.test', servers: [3] }],
    ['there is no name server 3 of "a.test"', { do: 'slow', name: 'a.test', milliseconds: 1, servers: [3] }],
    ['there is no name server 3 of "a.test"', { do: 'disagree', name: 'a.test', type: 'A', values: [], servers: [3] }],
    ['"0" is no number of milliseconds', { do: 'slow', name: 'a.test', milliseconds: 0 }],
    ['"-1" is no number of seconds', { do: 'stale', name: 'a.test', seconds: -1 }],
  ])('says %s of a change that is not possible', (words, change) => {
    expect(() => stateAfter(change)).toThrow(words);
  });

  it('has a name server disagree only where its zone has a second one', () => {
    const one: Change = { do: 'delegate', zone: 'one.test', servers: ['ns1.dns.test'] };
    const disagree: Change = { do: 'disagree', name: 'www.one.test', type: 'A', values: [] };
    expect(() => stateAfter(one, disagree)).toThrow('there is no name server 2 of "www.one.test": its zone has 1 here');
    expect(stateAfter(one, { ...disagree, servers: [1] }).faults).toHaveLength(1);
  });
});

it('the local DNS is healed of what is wrong with a name, wrong signatures too, and nothing else is changed', () => {
  const before = stateAfter(set('www.shop.test'));
  const name = 'shop.test';
  const ill: Change[] = [
    { do: 'silent', name },
    { do: 'slow', name, milliseconds: 1 },
    { do: 'sign', zone: name, how: 'bogus' },
  ];
  const healed = [...ill, { do: 'heal', name } as const].reduce<DnsState>(
    (state, change) => applyChange(state, change, NOW),
    before,
  );
  expect(healed).toEqual(before);
  const signed = stateAfter({ do: 'sign', zone: name, how: 'right' }, { do: 'heal', name });
  expect(signed.zones[name]).toMatchObject({ signing: 'right' });
});

it('the list of the local DNS names zones, records and what is wrong', () => {
  const state = stateAfter(
    set('www.shop.test'),
    { do: 'slow', name: 'shop.test', milliseconds: 300, servers: [1, 2] },
    { do: 'stale', name: 'www.shop.test', seconds: 60 },
    { do: 'sign', zone: 'shop.test', how: 'expired' },
    { do: 'undelegate', zone: 'shop.test' },
    { do: 'negative-ttl', zone: 'shop.test', seconds: 9 },
  );
  const ofShop = listRows(state, NOW).filter(([, name]) => name?.endsWith('shop.test'));
  expect(ofShop).toEqual([
    ['zone', 'shop.test', 'not registered'],
    ['zone', 'shop.test', 'has expired signatures'],
    ['zone', 'shop.test', 'negative answers are kept for 9 s'],
    ['record', 'www.shop.test', 'A 10.0.0.1'],
    ['wrong', 'shop.test', 'name server 1 and 2 answers after 300 ms'],
    ['wrong', 'www.shop.test', 'resolvers say that it is not there, for 60 s'],
  ]);
});
