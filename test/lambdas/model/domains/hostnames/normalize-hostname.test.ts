import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type HostnameRules, normalizeHostname } from '../../../../../lambdas/model/domains/hostnames/normalize-hostname.ts';

const rules: HostnameRules = { ownNames: ['Service.example.net'], allowedSpecialSuffixes: [] };
const trialRules: HostnameRules = { ownNames: ['service.test'], allowedSpecialSuffixes: ['test', 'example'] };
const x = (count: number) => 'x'.repeat(count);

/** 253 characters in total. */
const longest = `${x(60)}.${x(60)}.${x(60)}.${x(60)}.abcde.com`;

it.each([
  ['as it is', 'shop.customer.com', 'shop.customer.com'],
  ['deep', 'a.b.c.d.customer.com', 'a.b.c.d.customer.com'],
  ['in lower case', 'Shop.CUSTOMER.com', 'shop.customer.com'],
  ['without its trailing dot', 'shop.customer.com.', 'shop.customer.com'],
  ['under example.com, an ordinary name', 'www.example.com', 'www.example.com'],
  ['under example.net', 'www.example.net', 'www.example.net'],
  ['under a suffix of two labels', 'shop.customer.co.uk', 'shop.customer.co.uk'],
  ['under a private suffix', 'shop.customer.github.io', 'shop.customer.github.io'],
  ['under a top-level domain that is not listed', 'a.b.unlistedtld', 'a.b.unlistedtld'],
  ['IDN, as punycode', 'MÜNCHEN.Kunde.de', 'xn--mnchen-3ya.kunde.de'],
  ['IDN in the domain', 'shop.bücher.de', 'shop.xn--bcher-kva.de'],
  ['already punycode', 'xn--mnchen-3ya.kunde.de', 'xn--mnchen-3ya.kunde.de'],
  ['punycode in upper case', 'XN--MNCHEN-3YA.kunde.de', 'xn--mnchen-3ya.kunde.de'],
  ['of mixed scripts', 'аpple.customer.com', 'xn--pple-43d.customer.com'],
  ['emoji', '💩.customer.com', 'xn--ls8h.customer.com'],
  ['full-width letters and dots', 'ｓｈｏｐ。customer.com', 'shop.customer.com'],
  ['digits at the start of labels', '1.2.customer.com', '1.2.customer.com'],
  ['a label of 63 characters', `${x(63)}.customer.com`, `${x(63)}.customer.com`],
  ['253 characters', longest, longest],
  ['253 characters and a trailing dot', `${longest}.`, longest],
])('a hostname that is accepted %s', (_what, input, hostname) => {
  expect(normalizeHostname(input, rules)).toEqual({ hostname });
});

it.each(['shop.customer.test', 'shop.customer.example'])(
  'a hostname that is accepted %s, where the deployment allows its suffix',
  (hostname) => {
    expect(normalizeHostname(hostname, trialRules)).toEqual({ hostname });
  },
);

const numeric = 'must not be an IP address or end in a number';
const suffix = 'is a public suffix';
const apex = 'must be a subdomain, not the apex domain itself';
const notPublic = 'which is not part of the public DNS';
const own = 'is a name of this service itself';
const malformed = 'is not valid punycode';

it.each([
  ['', ['must not be empty']],
  ['   ', ['must not begin or end with white space', 'must not be empty']],
  [' shop.customer.com', ['must not begin or end with white space']],
  ['shop.customer.com\n', ['must not begin or end with white space']],
  ['shop .customer.com', ['must not contain white space']],
  ['sh\u0000op.customer.com', ['must not contain control characters']],
  ['https://shop.customer.com', ['must not begin with a scheme']],
  ['//shop.customer.com', ['must not begin with a scheme']],
  ['user:secret@shop.customer.com', ['must not contain a user name or password']],
  ['shop.customer.com/', ['must not contain a path, query or fragment']],
  ['shop.customer.com?a=b', ['must not contain a path, query or fragment']],
  ['shop.customer.com#a', ['must not contain a path, query or fragment']],
  ['shop.customer.com:443', ['must not contain a port']],
  ['shop.customer.com:', ['must not contain a port']],
  ['*.customer.com', ['must not contain a wildcard']],
  ['*.shop.customer.com', ['must not contain a wildcard']],
  ['my_shop.customer.com', ['must not contain an underscore']],
  ['.shop.customer.com', ['must not contain an empty label']],
  ['shop..customer.com', ['must not contain an empty label']],
  ['shop.customer.com..', ['must not contain an empty label']],
  ['.', ['must not contain an empty label']],
  ['-shop.customer.com', ['must not have a label that begins or ends with a hyphen']],
  ['shop-.customer.com', ['must not have a label that begins or ends with a hyphen']],
  ['sh%6fp.customer.com', ['contains characters that no hostname has']],
  ['sh$p.customer.com', ['contains characters that no hostname has']],
  [`${x(64)}.customer.com`, ['must not have a label longer than 63 characters']],
  [`${'ü'.repeat(60)}.customer.com`, ['must not have a label longer than 63 characters']],
  [longest.replace('abcde', 'abcdef'), ['must not be longer than 253 characters']],
  [x(200_000), ['must not be longer than 253 characters']],
  ['xn--a.customer.com', [malformed]],
  ['xn--99999999.customer.com', [malformed]],
  ['xn--ascii-.customer.com', ['must not have a label that begins or ends with a hyphen', malformed]],
  ['ab--cd.customer.com', [malformed]],
  ['sh\u200dop.customer.com', ['is not a valid internationalized hostname']],
  ['sh／op.customer.com', ['is not a valid internationalized hostname']],
  ['192.0.2.1', [numeric]],
  ['192.0.2.1:80', ['must not contain a port', numeric]],
  ['127.1', [numeric]],
  ['0x7f.0.0.1', [numeric]],
  ['1.2.3.4.5', [numeric]],
  ['shop.customer.123', [numeric]],
  ['１２７.０.０.１', [numeric]],
  ['12345', [numeric]],
  ['::1', [numeric]],
  ['2001:db8::1', [numeric]],
  ['[2001:db8::1]:443', [numeric]],
  ['com', [suffix]],
  ['co.uk', [suffix]],
  ['github.io', [suffix]],
  ['unlistedtld', [suffix]],
  ['customer.com', [apex]],
  ['customer.co.uk', [apex]],
  ['customer.github.io', [apex]],
  ['customer.unlistedtld', [apex]],
  ['Bücher.de', [apex]],
  ['localhost', [notPublic]],
  ['shop.localhost', [notPublic]],
  ['printer.local', [notPublic]],
  ['a.b.invalid', [notPublic]],
  ['a.b.onion', [notPublic]],
  ['a.b.internal', [notPublic]],
  ['a.b.alt', [notPublic]],
  ['1.0.0.127.in-addr.arpa', [notPublic]],
  ['shop.customer.test', [notPublic]],
  ['shop.customer.example', [notPublic]],
  ['service.example.net', [own]],
  ['api.SERVICE.example.net', [own]],
])('the refusal of a hostname says why: %j: %j', (input, problems) => {
  expect(normalizeHostname(input, rules)).toEqual({ problems: problems.map((problem) => expect.stringContaining(problem)) });
});

it.each([1, 1.5, true, null, undefined, [], ['shop.customer.com'], {}, { url: 'shop.customer.com' }])(
  'the refusal of a hostname says why: %j: must be a string',
  (input) => {
    expect(normalizeHostname(input, rules)).toEqual({ problems: [expect.stringContaining('must be a string')] });
  },
);

it('the refusal of an apex domain names the page about it, at the address of the service where that is known', () => {
  const refusedWith = (siteUrl?: string) => normalizeHostname('customer.com', { ...rules, siteUrl });
  expect(refusedWith('https://api.service.net')).toMatchObject({
    problems: [expect.stringMatching(/ https:\/\/api\.service\.net\/docs\/apex$/)],
  });
  expect(refusedWith()).toMatchObject({ problems: [expect.stringMatching(/: \/docs\/apex$/)] });
});

it('the refusal of a hostname names everything that is wrong at once', () => {
  const { problems } = normalizeHostname(' https://me:secret@*.my_shop.customer.com:8443/x?y ', rules) as {
    problems: string[];
  };
  expect(problems).toHaveLength(7);
});

it('the refusal of a hostname says in every sentence what to do', () => {
  const inputs = [
    '',
    ' a b.customer.com ',
    'https://a@b_c.*.x:1/y',
    '1.2.3.4',
    'co.uk',
    'customer.com',
    'a.local',
    `${x(64)}.b.com`,
    'a..b',
    5,
  ];
  for (const input of inputs) {
    const { problems } = normalizeHostname(input, rules) as { problems: string[] };
    for (const problem of problems) expect(problem).toMatch(/; (remove|use|create|give|shorten|check)|for example/);
  }
});

it('whatever is given is refused with reasons or comes out canonical, so that reading it again changes nothing', () => {
  const piece = fc.constantFrom(
    'shop',
    'ü',
    'xn--',
    '.',
    '-',
    '_',
    '*',
    ':',
    '/',
    '@',
    '%',
    ' ',
    '1',
    'com',
    'co.uk',
    '\u0000',
    '。',
    '💩',
  );
  const inputs = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(inputs, (input) => {
      const parsed = normalizeHostname(input, trialRules);
      if ('problems' in parsed) return parsed.problems.length > 0;
      const again = normalizeHostname(parsed.hostname, trialRules);
      return 'hostname' in again && again.hostname === parsed.hostname && /^[a-z0-9.-]{3,253}$/.test(parsed.hostname);
    }),
    { numRuns: 3_000 },
  );
});

const withWildcards = { ...rules, wildcards: true };

it.each([
  ['*.shop.customer.com', '*.shop.customer.com'],
  ['*.Bücher.Kunde.DE.', '*.xn--bcher-kva.kunde.de'],
])('a wildcard that is accepted where the deployment has them: %s', (input, hostname) => {
  expect(normalizeHostname(input, withWildcards)).toEqual({ hostname });
});

it.each([
  ['*.customer.com', '"*.shop.customer.com"'],
  ['*.Customer.co.uk', 'every name of the domain'],
  ['*.co.uk', 'public suffix'],
  ['*.com', 'public suffix'],
  ['*', 'whole leftmost label'],
  ['*.', 'whole leftmost label'],
  ['a.*.customer.com', 'whole leftmost label'],
  ['*a.shop.customer.com', 'whole leftmost label'],
  ['*.*.shop.customer.com', 'whole leftmost label'],
  ['*..shop.customer.com', 'empty label'],
  ['https://*.shop.customer.com', 'scheme'],
  ['*.shop.service.example.net', 'this service itself'],
  ['*._a.customer.com', 'underscore'],
  [`*.${longest}`, 'longer than 253'],
])('a wildcard that is refused where the deployment has them: %s', (input, why) => {
  expect(normalizeHostname(input, withWildcards)).toEqual({ problems: [expect.stringContaining(why)] });
});

it('a wildcard is refused in test mode, which plays no story of one', () => {
  expect(normalizeHostname('*.shop.active.magic.test', { ...withWildcards, mode: 'test' })).toHaveProperty('problems');
});
