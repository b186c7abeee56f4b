import { describe, expect, it, vi } from 'vitest';
import { type CaaVerdict, judgeCaa } from '../../../lambdas/dns/caa-records.ts';
import { forbiddenByCaa, lookAtCaa, lookAtCaaOfEach } from '../../../lambdas/dns/look-at-caa.ts';
import { recordFixes } from '../../../lambdas/model/domains/record-fixes.ts';
import type { DnsAnswer } from '../../../lambdas/shared/net/resolve.ts';
import { NOW } from '../a-domain.ts';
import { answer, nobodyAnswers, noSuchName, resolverKnowing, servfail } from '../shared/net/answers.ts';

const OURS = 'https://ca.example/acct/Ours';
const issuer = { identities: ['ca.example', 'alias.example', 'pki.example'], accountUrl: OURS, method: 'http-01' } as const;
const record = (value: string) => ({ type: 'CAA', name: 'customer.com', ttl: 60, value });
const judge = (values: string[], accountUrl: string | undefined = OURS): CaaVerdict =>
  judgeCaa(values.map(record), { ...issuer, accountUrl });

describe('a CAA record', () => {
  it.each<[string, string[], CaaVerdict['issue']]>([
    ['names it', ['0 issue "ca.example"'], 'allows'],
    ['names it by another of its names, in capitals', ['0 ISSUE "Alias.Example"'], 'allows'],
    ['names it among others', ['0 issue "other.example"', '0 issue "ca.example"'], 'allows'],
    ['names another', ['0 issue "other.example"'], 'forbids'],
    ['names what only looks like it, with a Kelvin sign', ['0 issue "p\u212ai.example"'], 'forbids'],
    ['names nobody', ['0 issue ";"'], 'forbids'],
    ['names what begins like it', ['0 issue "ca.example.org"'], 'forbids'],
    ['cannot be read', ['0 issue "ca.example other"'], 'forbids'],
    ['has a parameter that cannot be read', ['0 issue "ca.example; accounturi"'], 'forbids'],
    ['is about wildcards only', ['0 issuewild "other.example"'], 'allows'],
    ['says only whom to write to', ['0 iodef "mailto:security@customer.com"'], 'allows'],
    ['is critical and understood', ['128 issue "ca.example"'], 'allows'],
    ['is unknown and not critical', ['0 tbs "unknown"', '0 issue "ca.example"'], 'allows'],
    ['allows this way of validation', ['0 issue "ca.example; validationmethods=dns-01,http-01"'], 'allows'],
    ['allows another way of validation only', ['0 issue "ca.example; validationmethods=dns-01"'], 'forbids'],
    ['allows no way of validation', ['0 issue "ca.example; validationmethods="'], 'forbids'],
    ['is for our account', [`0 issue "ca.example; AccountURI = ${OURS}"`], 'allows'],
    ['is for our account, and ends with a semicolon', [`0 issue "ca.example; accounturi=${OURS};"`], 'allows'],
    ['is for another account', ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'], 'forbids'],
    ['is for an account whose URL differs in a capital', [`0 issue "ca.example; accounturi=${OURS.toLowerCase()}"`], 'forbids'],
    ['is for two accounts at once', [`0 issue "ca.example; accounturi=${OURS}; accounturi=${OURS}"`], 'forbids'],
    ['has two lists of ways', ['0 issue "ca.example; validationmethods=http-01; validationmethods=dns-01"'], 'forbids'],
    ['is for our account, by another way', [`0 issue "ca.example; validationmethods=dns-01; accounturi=${OURS}"`], 'forbids'],
    [
      'is for another account, beside one for ours',
      ['0 issue "ca.example; accounturi=x"', `0 issue "ca.example; accounturi=${OURS}"`],
      'allows',
    ],
    ['is for another account of another CA', [`0 issue "other.example; accounturi=${OURS}"`], 'forbids'],
    ['has other parameters', ['0 issue "ca.example; x=y"'], 'allows'],
  ])('that %s decides for the CA as RFC 8659 and RFC 8657 have it', (_, values, issue) => {
    expect(judge(values).issue).toBe(issue);
  });

  it.each<[string, CaaVerdict['issue']]>([
    ['0 issue "ca.example; validationmethods=http-01"', 'forbids'],
    ['0 issue "ca.example; validationmethods=DNS-01"', 'allows'],
    ['0 issue "ca.example"', 'allows'],
  ])('counts for the way by which the hostname is proven, here DNS: %s', (value, issue) => {
    expect(judgeCaa([record(value)], { ...issuer, method: 'dns-01' }).issue).toBe(issue);
  });

  it.each<[string, CaaVerdict['issue']]>([
    ['0 issue "ca.example; accounturi=https://ca.example/acct/2"', 'unsure'],
    ['0 issue "ca.example; accounturi=https://ca.example/acct/2; validationmethods=dns-01"', 'forbids'],
    ['0 issue "ca.example; validationmethods=http-01"', 'allows'],
  ])('for an account is undecided while ours is unknown: %s', (value, issue) => {
    expect(judgeCaa([record(value)], { ...issuer, accountUrl: undefined }).issue).toBe(issue);
  });

  it.each<[string[], CaaVerdict['issue'], CaaVerdict['tag']]>([
    [['0 issue "ca.example"'], 'allows', 'issue'],
    [['0 issue ";"'], 'forbids', 'issue'],
    [['0 issue ";"', '0 issuewild "ca.example"'], 'allows', 'issuewild'],
    [['0 issue "ca.example"', '0 issuewild "other.example"'], 'forbids', 'issuewild'],
    [['0 issue "ca.example"', '0 issuewild ";"'], 'forbids', 'issuewild'],
  ])('decides for a wildcard by `issuewild`, where there is one: %j', (values, issue, tag) => {
    expect(judgeCaa(values.map(record), { ...issuer, isForWildcard: true })).toMatchObject({ issue, tag });
  });

  it('that is critical, with a tag that nobody knows, is found beside whatever allows it', () => {
    expect(judge(['128 tbs "unknown"', '0 issue "ca.example"', '128 iodef "mailto:a@customer.com"'])).toEqual({
      tag: 'issue',
      issue: 'allows',
      notUnderstood: [record('128 tbs "unknown"')],
      isRestricted: false,
    });
  });
});

const hostname = 'shop.customer.com';
const caaIdentities = async (): Promise<string[] | undefined> => ['ca.example'];
const baseTarget = 'cname.service.net';
const portsFor = (known: Record<string, string[] | DnsAnswer>) => {
  const accountUrl = vi.fn(async (): Promise<string | undefined> => OURS);
  return { resolve: resolverKnowing(known), caaIdentities, accountUrl, baseTarget };
};
const look = (known: Record<string, string[] | DnsAnswer>, identities = caaIdentities) =>
  lookAtCaa({ ...portsFor(known), caaIdentities: identities }, hostname, NOW);

it.each<[string, Record<string, string[] | DnsAnswer>, string]>([
  ['there is none', {}, 'caa-allows'],
  ['no name exists', { [`CAA ${hostname}`]: noSuchName, 'CAA customer.com': noSuchName }, 'caa-allows'],
  ['the nearest allows it', { 'CAA customer.com': ['0 issue "ca.example"'], 'CAA com': ['0 issue ";"'] }, 'caa-allows'],
  ['the nearest forbids it', { 'CAA customer.com': ['0 issue ";"'], 'CAA com': ['0 issue "ca.example"'] }, 'caa-forbids'],
  [
    'a nearer one than the forbidding one gives no answer',
    { [`CAA ${hostname}`]: servfail, 'CAA com': ['0 issue ";"'] },
    'caa-unreadable',
  ],
  [
    'one above the forbidding one gives no answer',
    { 'CAA customer.com': ['0 issue ";"'], 'CAA com': nobodyAnswers },
    'caa-forbids',
  ],
  ['nobody answers', { [`CAA ${hostname}`]: nobodyAnswers }, 'caa-unknown'],
])('a check of CAA climbs from the hostname to the nearest records: %s', async (_, known, kind) => {
  expect(await look(known)).toMatchObject({ kind });
});

it('a check of CAA takes the records at the end of a CNAME for the hostname’s own, and climbs no further', async () => {
  const records = [
    { type: 'CNAME', name: hostname, ttl: 60, value: 'label.cname.service.net' },
    { type: 'CAA', name: 'label.cname.service.net', ttl: 60, value: '0 issue "ca.example"' },
  ];
  expect(await look({ [`CAA ${hostname}`]: answer(records), 'CAA customer.com': ['0 issue ";"'] })).toEqual({
    kind: 'caa-allows',
  });
});

it('a check of CAA that forbids shows the records, and the one that is missing', async () => {
  expect(await look({ 'CAA customer.com': ['0 issue "other.example"'] })).toEqual({
    kind: 'caa-forbids',
    changes: [{ action: 'add', name: 'customer.com', value: '0 issue "ca.example"' }],
    evidence: [
      expect.objectContaining({ kind: 'caa', asked: 'CAA customer.com', answer: 'customer.com CAA 0 issue "other.example"' }),
    ],
  });
});

it('a check of CAA holds nothing against a CA that does not say its names, and decides nothing for one that does not answer', async () => {
  expect(await look({ 'CAA customer.com': ['0 issue ";"'] }, async () => [])).toEqual({ kind: 'caa-allows' });
  const saysNothing = async () => undefined;
  expect(await look({ 'CAA customer.com': ['0 issue ";"'] }, saysNothing)).toEqual({ kind: 'caa-unjudged' });
  expect(await look({}, saysNothing)).toEqual({ kind: 'caa-allows' });
});

it('a check of CAA allows what one of several CAs may issue, and tells of the preferred one where none may', async () => {
  const other = {
    caaIdentities: async (): Promise<string[] | undefined> => ['other.example'],
    accountUrl: async () => undefined,
  };
  const bothChecks = (value: string, others = [other]) =>
    lookAtCaa({ ...portsFor({ 'CAA customer.com': [value] }), others }, hostname, NOW);
  expect(await bothChecks('0 issue "other.example"')).toEqual({ kind: 'caa-allows' });
  const missing = { action: 'add', name: 'customer.com', value: '0 issue "ca.example"' };
  expect(await bothChecks('0 issue "third.example"')).toMatchObject({ kind: 'caa-forbids', changes: [missing] });
  const down = { ...other, caaIdentities: async () => undefined };
  expect(await bothChecks('0 issue "other.example"', [down])).toMatchObject({ kind: 'caa-forbids' });
});

it('a check of CAA tells of each of several CAs, and asks DNS once for all', async () => {
  const { resolve } = portsFor({ 'CAA customer.com': ['0 issue "other.example"'] });
  const named = (name: string | undefined) => ({ caaIdentities: async () => name && [name], accountUrl: async () => OURS });
  const cas = [named('ca.example'), named('other.example'), named(undefined)] as Parameters<typeof lookAtCaaOfEach>[0]['cas'];
  const looks = await lookAtCaaOfEach({ cas, resolve, baseTarget }, hostname, NOW);
  expect(looks.map(({ kind }) => kind)).toEqual(['caa-forbids', 'caa-allows', 'caa-unjudged']);
  expect(resolve.asked).toEqual([`CAA ${hostname}`, 'CAA customer.com', 'CAA com']);
});

it('a check of CAA asks no more names than a hostname can have in earnest', async () => {
  const ports = portsFor({});
  await lookAtCaa(ports, `${'a.'.repeat(100)}com`, NOW);
  expect(ports.resolve.asked).toEqual([]);
});

it('a check of CAA is one question where the target has records, as the service’s own have; and all above the hostname where it has none', async () => {
  const published = portsFor({ [`CAA ${hostname}`]: answer([record('0 issue "ca.example; validationmethods=http-01"')]) });
  expect(await lookAtCaa(published, hostname, NOW)).toEqual({ kind: 'caa-allows' });
  expect(published.resolve.asked).toEqual([`CAA ${hostname}`]);
  const bare = portsFor({});
  await lookAtCaa(bare, hostname, NOW);
  expect(bare.resolve.asked).toEqual([`CAA ${hostname}`, 'CAA customer.com', 'CAA com']);
});

it('a check of CAA reads our account only where a record names one', async () => {
  const without = portsFor({ 'CAA customer.com': ['0 issue "ca.example"'] });
  await lookAtCaa(without, hostname, NOW);
  expect(without.accountUrl).not.toHaveBeenCalled();
  const known = { 'CAA customer.com': ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'] };
  expect(await lookAtCaa({ ...portsFor(known), accountUrl: async () => undefined }, hostname, NOW)).toEqual({
    kind: 'caa-unknown',
  });
});

it('a check of CAA before there is a CNAME counts the records of the name that it is to lead to, as the CA will', async () => {
  const target = 'label.cname.service.net';
  const known = { [`CAA ${target}`]: ['0 issue "ca.example"'], 'CAA customer.com': ['0 issue ";"'] };
  const at = (leadsTo?: string) => lookAtCaa(portsFor(known), hostname, NOW, leadsTo);
  expect(await at(target)).toEqual({ kind: 'caa-allows' });
  expect(await at()).toMatchObject({ kind: 'caa-forbids' });
});

const ALLOWING = `0 issue "ca.example; validationmethods=http-01; accounturi=${OURS}"`;

it.each<[string, string[], string | undefined, [string, string][]]>([
  ['other CAs only', ['0 issue "other.example"'], undefined, [['add', '0 issue "ca.example"']]],
  ['another account', ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'], 'caa_restricted', [['add', ALLOWING]]],
  [
    'other ways of validation',
    [`0 issue "ca.example; validationmethods=dns-01; accounturi=${OURS}"`],
    'caa_restricted',
    [['add', ALLOWING]],
  ],
  ['what nobody understands', ['128 isue "ca.example"'], 'caa_not_understood', [['remove', '128 isue "ca.example"']]],
  [
    'what nobody understands, twice, and other CAs',
    ['128 isue "a and b"', '128 tbs "x"', '0 issue "other.example"'],
    'caa_not_understood',
    [
      ['remove', '128 isue "a and b"'],
      ['remove', '128 tbs "x"'],
      ['add', '0 issue "ca.example"'],
    ],
  ],
])('CAA records that allow %s are mended by exactly the records that the diagnosis lists', async (_, values, reason, fixes) => {
  const caa = await look({ 'CAA customer.com': values });
  const diagnosis = forbiddenByCaa(caa) ?? expect.fail('it is allowed');
  expect(diagnosis).toMatchObject({
    code: 'caa_forbids_issuance',
    evidence: [{ answer: expect.stringContaining(values[0] ?? '') }],
  });
  expect(diagnosis.reason).toBe(reason);
  const records = recordFixes({
    url: hostname,
    dnsStatus: 'validated',
    cname: { host: 'shop', target: 'label.cname.service.net' },
    hosting: {},
    diagnosis,
  });
  expect(records).toEqual(fixes.map(([action, value]) => ({ action, type: 'CAA', name: 'customer.com', host: '@', value })));
  const left = values.filter((value) => !records.some((fix) => fix.action === 'remove' && fix.value === value));
  const added = records.flatMap(({ action, value }) => (action === 'add' ? [value] : []));
  expect(await look({ 'CAA customer.com': [...left, ...added] })).toEqual({ kind: 'caa-allows' });
});

it('CAA records of the target itself are no customer’s to mend', async () => {
  const records = [
    { type: 'CNAME', name: hostname, ttl: 60, value: `label.${baseTarget}` },
    { type: 'CAA', name: `label.${baseTarget}`, ttl: 60, value: '0 issue "ca.example; accounturi=https://ca.example/acct/2"' },
  ];
  const diagnosis = forbiddenByCaa(await look({ [`CAA ${hostname}`]: answer(records) })) ?? expect.fail('it is allowed');
  expect(diagnosis).toMatchObject({ reason: 'caa_at_target', observed: `label.${baseTarget} CAA ${ALLOWING}` });
  expect(
    recordFixes({
      url: hostname,
      dnsStatus: 'validated',
      cname: { host: 'shop', target: `label.${baseTarget}` },
      hosting: {},
      diagnosis,
    }),
  ).toEqual([]);
});

it('a check of CAA for a wildcard reads the records of its base, and says which one is missing there', async () => {
  const known = {
    [`CAA ${hostname}`]: ['0 issue "ca.example"', '0 issuewild "other.example"'],
    'CAA customer.com': ['0 issue ";"'],
  };
  const resolve = resolverKnowing(known);
  expect(await lookAtCaa({ ...portsFor(known), resolve }, `*.${hostname}`, NOW, 'label.cname.service.net')).toMatchObject({
    kind: 'caa-forbids',
    changes: [{ action: 'add', name: hostname, value: '0 issuewild "ca.example"' }],
  });
  expect(resolve.asked).toEqual([`CAA ${hostname}`]);
  expect(await look(known)).toEqual({ kind: 'caa-allows' });
});
