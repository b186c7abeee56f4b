import { expect, it } from 'vitest';
import { caaAllows } from '../../../lambdas/dns/caa-records.ts';
import { lookAtCaa } from '../../../lambdas/dns/look-at-caa.ts';
import type { DnsAnswer } from '../../../lambdas/shared/net/dns-answer.ts';
import { NOW } from '../a-domain.ts';
import { answer, nobodyAnswers, noSuchName, resolverKnowing, servfail } from '../shared/net/answers.ts';

const issuer = { identities: ['ca.example', 'alias.example'], method: 'http-01' };
const record = (value: string) => ({ type: 'CAA', name: 'customer.com', ttl: 60, value });

it.each<[string, string[], boolean]>([
  ['names it', ['0 issue "ca.example"'], true],
  ['names it by another of its names, in capitals', ['0 ISSUE "Alias.Example"'], true],
  ['names it among others', ['0 issue "other.example"', '0 issue "ca.example"'], true],
  ['names another', ['0 issue "other.example"'], false],
  ['names nobody', ['0 issue ";"'], false],
  ['names what begins like it', ['0 issue "ca.example.org"'], false],
  ['cannot be read', ['0 issue "ca.example other"'], false],
  ['is about wildcards only', ['0 issuewild "other.example"'], true],
  ['says only whom to write to', ['0 iodef "mailto:security@customer.com"'], true],
  ['is critical and unknown', ['128 tbs "unknown"', '0 issue "ca.example"'], false],
  ['is critical and understood', ['128 issue "ca.example"'], true],
  ['is unknown and not critical', ['0 tbs "unknown"', '0 issue "ca.example"'], true],
  ['allows this way of validation', ['0 issue "ca.example; validationmethods=dns-01,http-01"'], true],
  ['allows another way of validation only', ['0 issue "ca.example; validationmethods=dns-01"'], false],
  ['has other parameters', ['0 issue "ca.example; accounturi=https://ca.example/1; x=y"'], true],
])('a CAA record that %s decides for the CA as RFC 8659 has it', (_, values, allowed) => {
  expect(caaAllows(values.map(record), issuer)).toBe(allowed);
});

const hostname = 'shop.customer.com';
const caaIdentities = async (): Promise<string[] | undefined> => ['ca.example'];
const look = (known: Record<string, string[] | DnsAnswer>, identities = caaIdentities) =>
  lookAtCaa({ resolve: resolverKnowing(known), caaIdentities: identities }, hostname, NOW);

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
])('a look at CAA climbs from the hostname to the nearest records: %s', async (_, known, kind) => {
  expect(await look(known)).toMatchObject({ kind });
});

it('a look at CAA takes the records at the end of a CNAME for the hostname’s own, and climbs no further', async () => {
  const records = [
    { type: 'CNAME', name: hostname, ttl: 60, value: 'label.cname.service.net' },
    { type: 'CAA', name: 'label.cname.service.net', ttl: 60, value: '0 issue "ca.example"' },
  ];
  expect(await look({ [`CAA ${hostname}`]: answer(records), 'CAA customer.com': ['0 issue ";"'] })).toEqual({
    kind: 'caa-allows',
  });
});

it('a look at CAA that forbids shows the records, and the one that is missing', async () => {
  expect(await look({ 'CAA customer.com': ['0 issue "other.example"'] })).toEqual({
    kind: 'caa-forbids',
    missing: { name: 'customer.com', value: '0 issue "ca.example"' },
    evidence: [
      expect.objectContaining({ kind: 'caa', asked: 'CAA customer.com', answer: 'customer.com CAA 0 issue "other.example"' }),
    ],
  });
});

it('a look at CAA holds nothing against a CA that does not say its names, and decides nothing for one that does not answer', async () => {
  expect(await look({ 'CAA customer.com': ['0 issue ";"'] }, async () => [])).toEqual({ kind: 'caa-allows' });
  expect(await look({ 'CAA customer.com': ['0 issue ";"'] }, async () => undefined)).toEqual({ kind: 'caa-unknown' });
});

it('a look at CAA asks no more names than a hostname can have in earnest', async () => {
  const resolve = resolverKnowing({});
  await lookAtCaa({ resolve, caaIdentities }, `${'a.'.repeat(100)}com`, NOW);
  expect(resolve.asked).toEqual([]);
});

it('a look at CAA before there is a CNAME counts the records of the name that it is to lead to, as the CA will', async () => {
  const target = 'label.cname.service.net';
  const known = { [`CAA ${target}`]: ['0 issue "ca.example"'], 'CAA customer.com': ['0 issue ";"'] };
  const at = (leadsTo?: string) => lookAtCaa({ resolve: resolverKnowing(known), caaIdentities }, hostname, NOW, leadsTo);
  expect(await at(target)).toEqual({ kind: 'caa-allows' });
  expect(await at()).toMatchObject({ kind: 'caa-forbids' });
});
