import { expect, it } from 'vitest';
import { hostOfHeader, isHostname } from '../../contract/domain-name.ts';
import { hostnameInAscii } from '../../lambdas/model/domains/hostnames/ascii-hostname.ts';

it.each(['shop.customer.com', 'a.b', 'xn--bcher-kva.example', `${'a'.repeat(63)}.com`])(
  'a name that becomes a file name may be %s',
  (name) => {
    expect(isHostname(name)).toBe(true);
  },
);

it.each([
  '',
  '.',
  '..',
  'com',
  '../etc/passwd',
  'a/../../b.com',
  '..%2fb.com',
  'a..b',
  '.a.com',
  'a.com.',
  'a b.com',
  'a\0.com',
  'a.com\n',
  'A.com',
  '-a.com',
  'a-.com',
  '*.a.com',
  '_a.com',
  'c:\\a.com',
  `${'a'.repeat(64)}.com`,
  `${'a.'.repeat(127)}com`,
])('a name that becomes a file name may not be %j', (name) => {
  expect(isHostname(name)).toBe(false);
});

it.each([
  ['Shop.Customer.com:8443', 'shop.customer.com'],
  ['shop.customer.com.', 'shop.customer.com'],
])('a TLS server name of %s is answered with the certificate of %s', (asked, kept) => {
  expect(hostOfHeader(asked)).toBe(kept);
});

it.each([
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['SHOP.customer.com', 'shop.customer.com'],
  ['xn--\u00e4.com', undefined],
])('%s is written in DNS as %s', (written, ascii) => {
  expect(hostnameInAscii(written)).toBe(ascii);
});
