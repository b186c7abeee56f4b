import { describe, expect, it } from 'vitest';
import { hostname, RECORD_TYPES, recordType, recordValues } from '../../../local/name-servers/records.ts';

describe('a record of the local DNS', () => {
  it.each([
    ['CNAME', ['Target.Example.'], ['target.example.']],
    ['A', ['10.0.0.1', '10.0.0.2'], ['10.0.0.1', '10.0.0.2']],
    ['AAAA', ['2001:db8::1'], ['2001:db8::1']],
    ['TXT', ['one', 'Two "2" \\ é'], ['"one"', '"Two \\"2\\" \\\\ \\195\\169"']],
    ['TXT', ['x'.repeat(300)], [`"${'x'.repeat(255)}" "${'x'.repeat(45)}"`]],
    ['TXT', [''], ['""']],
    ['CAA', ['0 issue "ca.example; validationmethods=http-01"'], ['0 issue "ca.example; validationmethods=http-01"']],
    ['CAA', ['issue ca.example', '128 unheardof "x"'], ['0 issue "ca.example"', '128 unheardof "x"']],
    ['CAA', [`0 issue "${'x'.repeat(255)}"`], [`0 issue "${'x'.repeat(255)}"`]],
    ['CAA', ['0 issue ";"'], ['0 issue ";"']],
  ] as const)('of type %s %j stands in a zone file as %j', (type, given, written) => {
    expect(recordValues(type, given)).toEqual(written);
  });

  it.each([
    ['A', ['2001:db8::1'], '"2001:db8::1" is not an IPv4 address'],
    ['AAAA', ['10.0.0.1'], '"10.0.0.1" is not an IPv6 address'],
    ['CNAME', ['a.test', 'b.test'], 'CNAME takes one value'],
    ['CNAME', ['not a name'], '"not a name" is not a DNS name'],
    ['CAA', ['nonsense'], '"nonsense" is not a CAA record'],
    ['CAA', ['256 issue "x"'], '"256 issue "x"" is not a CAA record'],
    ['CAA', [`0 issue "${'é'.repeat(128)}"`], 'at most 255 bytes'],
    ['CAA', [`0 ${'i'.repeat(256)} "ca.example"`], 'at most 255 bytes'],
    ['TXT', ['x'.repeat(65_001)], 'at most 65000 bytes'],
  ] as const)('of type %s refuses a malformed value, in words', (type, values, message) => {
    expect(() => recordValues(type, values)).toThrow(message);
  });

  it.each(RECORD_TYPES)('of type %s needs a value', (type) => {
    expect(() => recordValues(type, [])).toThrow(`${type} needs a value`);
  });

  it('is of a known type, in any case of letters', () => {
    expect(recordType('cname')).toBe('CNAME');
    expect(() => recordType('MX')).toThrow('it knows CNAME, A, AAAA, TXT, CAA');
    expect(() => recordType('NS')).toThrow('name servers are set by `delegate`');
  });
});

describe('a name of the local DNS', () => {
  it.each([
    ['Shop.Customer.TEST.', 'shop.customer.test'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['_cps-claim.shop.test', '_cps-claim.shop.test'],
    ['*.Shop.test', '*.shop.test'],
    ['10.0.0.1', '10.0.0.1'],
    ['localhost', 'localhost'],
    ['test', 'test'],
  ])('given as "%s" is "%s"', (given, name) => {
    expect(hostname(given)).toBe(name);
  });

  it.each([
    '',
    '.',
    'a..b',
    'a b',
    '-a.test',
    'a.*.test',
    '*',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
    'http://a.test',
  ])('is not "%s"', (given) => {
    expect(() => hostname(given)).toThrow('is not a DNS name');
  });
});
