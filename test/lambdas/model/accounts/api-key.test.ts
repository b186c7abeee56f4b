import { describe, expect, it } from 'vitest';
import { areWithin, isInRanges, isRange } from '../../../../lambdas/model/accounts/api-key.ts';

describe('a range of addresses', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::7', '2001:DB8::/32', '::/0', '::ffff:192.0.2.1'])(
    'is %s',
    (text) => expect(isRange(text)).toBe(true),
  );

  it.each([
    ...['', 'localhost', '203.0.113', '203.0.113.256', '203.0.113.0/33', '203.0.113.0/-1', '203.0.113.0/08', '203.0.113.0/'],
    ...['2001:db8::/129', 'fe80::1%eth0', ' 203.0.113.7', '203.0.113.0/24/24', '203.0.113.7:443', '10.1/16'],
  ])('is not %j', (text) => expect(isRange(text)).toBe(false));
});

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.255', '203.0.113.0/24'],
    ['203.0.113.255', '203.0.113.9/24'],
    ['2001:db8:0:0::7', '2001:db8::7'],
    ['2001:db8:ffff::1', '2001:db8::/32'],
    ['192.0.2.1', '0.0.0.0/0'],
  ])('%s is in %s', (address, range) => expect(isInRanges(address, ['198.51.100.1', range])).toBe(true));

  it.each([
    ['203.0.113.8', '203.0.113.7'],
    ['203.0.114.0', '203.0.113.0/24'],
    ['2001:db9::1', '2001:db8::/32'],
    ['192.0.2.1', '::/0'],
    ['2001:db8::1', '0.0.0.0/0'],
    ['', '0.0.0.0/0'],
    ['unknown', '0.0.0.0/0'],
  ])('%s is not in %s', (address, range) => expect(isInRanges(address, [range])).toBe(false));
});

describe('ranges', () => {
  it.each([
    [['203.0.113.0/25', '203.0.113.200'], ['203.0.113.0/24']],
    [['203.0.113.0/24'], ['198.51.100.0/24', '203.0.113.0/24']],
    [['2001:db8:1::/48'], ['2001:db8::/32']],
  ])('%j lie within %j', (ranges, others) => expect(areWithin(ranges, others)).toBe(true));

  it.each([
    [['203.0.112.0/23'], ['203.0.113.0/24']],
    [['203.0.113.0/24'], ['203.0.113.0/25', '203.0.113.128/25']],
    [['203.0.113.7', '198.51.100.1'], ['203.0.113.0/24']],
    [['0.0.0.0/0'], ['::/0']],
  ])('%j do not lie within %j', (ranges, others) => expect(areWithin(ranges, others)).toBe(false));
});
