/** @module-tag slow */

import { writeFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import fc from 'fast-check';
import { parse } from 'tldts';
import { describe, expect, it } from 'vitest';
import { dnsHostOf, publicSuffixOf, registrableDomainOf } from '../../../../../lambdas/model/domains/hostnames/public-suffix.ts';
import { PUBLIC_SUFFIX_LIST } from '../../../../../lambdas/model/domains/hostnames/public-suffix-list.ts';
import { packedSource, packedText, publicSuffixRules } from '../pack-public-suffix-list.ts';

const FILE = new URL('../../../../../lambdas/model/domains/hostnames/public-suffix-list.ts', import.meta.url);
const rules = publicSuffixRules();
const committed = brotliDecompressSync(Buffer.from(PUBLIC_SUFFIX_LIST, 'base64')).toString('latin1');
const isFresh = committed === packedText(rules);
if (process.env.UPDATE_DOCS === '1' && !isFresh) writeFileSync(FILE, packedSource(packedText(rules)));

const ours = (hostname: string) => ({ suffix: publicSuffixOf(hostname), domain: registrableDomainOf(hostname) ?? null });
function theirs(hostname: string) {
  const { publicSuffix, domain } = parse(hostname, {
    allowPrivateDomains: true,
    extractHostname: false,
    validateHostname: false,
  });
  return { suffix: publicSuffix, domain };
}
/** Hostnames for which the two implementations disagree. */
const disagreed = (hostnames: string[]) =>
  hostnames.filter((hostname) => JSON.stringify(ours(hostname)) !== JSON.stringify(theirs(hostname)));

it('the public suffix list is the one of the pinned tldts (npm run docs writes it)', () => {
  expect(isFresh).toBe(true);
});

it('the public suffix list has wildcards, exceptions, private suffixes and names in punycode', () => {
  expect(rules.length).toBeGreaterThan(9_000);
  expect(rules).toEqual(expect.arrayContaining(['*.ck', '!www.ck', 'github.io', 'xn--p1ai']));
  expect(rules.filter((rule) => !/^!?(?:[*][.])?[a-z0-9.-]+$/.test(rule))).toEqual([]);
});

it.each([
  ['com', 'com', undefined],
  ['a.b.customer.com', 'com', 'customer.com'],
  ['shop.customer.co.uk', 'co.uk', 'customer.co.uk'],
  ['shop.customer.github.io', 'github.io', 'customer.github.io'],
  ['a.b.unlistedtld', 'unlistedtld', 'b.unlistedtld'],
  ['unlistedtld', 'unlistedtld', undefined],
  ['anything.ck', 'anything.ck', undefined],
  ['shop.anything.ck', 'anything.ck', 'shop.anything.ck'],
  ['a.www.ck', 'ck', 'www.ck'],
  ['a.b.city.kobe.jp', 'kobe.jp', 'city.kobe.jp'],
  ['a.b.c.kobe.jp', 'c.kobe.jp', 'b.c.kobe.jp'],
  ['a.b.xn--p1ai', 'xn--p1ai', 'b.xn--p1ai'],
])('the public suffix of %s is %s, registered is %s', (hostname, suffix, domain) => {
  expect(ours(hostname)).toEqual({ suffix, domain: domain ?? null });
});

describe('tldts says the same', () => {
  const names = rules.map((rule) => rule.replace(/^!/, '').replace('*', 'any-label'));

  it.each([
    ['of every rule', ''],
    ['one label below every rule', 'customer.'],
    ['two labels below every rule', 'shop.customer.'],
    ['far below every rule', 'a.b.c.d.'],
  ])('for the suffix of %s', (_, prefix) => {
    expect(disagreed(names.map((name) => prefix + name))).toEqual([]);
  });

  it('for every name above a rule, and beside it', () => {
    const above = names.map((name) => name.split('.').slice(1)).filter((labels) => labels.length > 0);
    expect(disagreed(above.flatMap((labels) => [labels.join('.'), ['beside', ...labels].join('.')]))).toEqual([]);
  });

  it('for names made of labels that rules are made of', () => {
    const label = fc.constantFrom(...new Set(names.flatMap((name) => name.split('.'))));
    const name = fc
      .tuple(fc.array(label, { maxLength: 3 }), fc.constantFrom(...names))
      .map(([labels, end]) => [...labels, end].join('.'));
    fc.assert(
      fc.property(name, (hostname) => disagreed([hostname]).length === 0),
      { numRuns: 20_000 },
    );
  });

  it('for any name', () => {
    const label = fc.stringMatching(/^[a-z](?:[a-z0-9-]{0,8}[a-z0-9])?$/);
    const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(name, (hostname) => disagreed([hostname]).length === 0),
      { numRuns: 5_000 },
    );
  });
});

it.each([
  ['shop.customer.com', 'shop'],
  ['a.b.customer.co.uk', 'a.b'],
  ['shop.customer.test', 'shop'],
])("the host that a DNS provider's form asks for of %s is %s", (hostname, host) => {
  expect(dnsHostOf(hostname)).toBe(host);
});
