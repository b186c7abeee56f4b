import { describe, expect, it } from 'vitest';
import { parseTypedHostname } from '../../../lambdas/portal/find-shown-domain.ts';

/** A name of this length: 62 labels of three letters with their dots are 248 characters. */
const long = (length: number) => `${'abc.'.repeat(62)}${'x'.repeat(length - 248)}`;

describe('what somebody types as a hostname', () => {
  it.each([
    ['docs.acme.com', 'docs.acme.com'],
    ['  DOCS.Acme.com. ', 'docs.acme.com'],
    ['https://docs.acme.com/path?query#part', 'docs.acme.com'],
    ['http://user:password@docs.acme.com:8080', 'docs.acme.com'],
    ['docs.acme.com/path', 'docs.acme.com'],
    ['müller.example.com', 'xn--mller-kva.example.com'],
    ['_acme.example.com', '_acme.example.com'],
  ])('contains the hostname: %s', (typed, hostname) => {
    expect(parseTypedHostname(typed)).toBe(hostname);
  });

  it.each(['', ' ', 'https://', 'localhost', '[2001:db8::1]', 'a b.com', '<b>.com', '../../etc'])(
    'is no hostname: %j',
    (typed) => {
      expect(parseTypedHostname(typed)).toBeUndefined();
    },
  );

  it('what somebody types has at most 253 characters', () => {
    expect(parseTypedHostname(long(253))).toBe(long(253));
    expect(parseTypedHostname(long(254))).toBeUndefined();
  });
});
