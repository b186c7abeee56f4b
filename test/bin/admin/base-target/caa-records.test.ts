import { expect, it } from 'vitest';
import { type CaaFacts, caaRecords, caaRecordsOfAll } from '../../../../bin/admin/base-target/caa-commands.ts';
import { formatText } from '../../../../bin/admin/print.ts';
import { judgeCaa } from '../../../../lambdas/dns/caa-records.ts';

const accountUrl = 'https://ca.example/acct/1';
const facts: CaaFacts = {
  baseTarget: 'cname.service.net',
  caName: 'CA',
  directoryUrl: 'https://ca.example/dir',
  identities: ['ca.example', 'alias.example'],
  account: { accountUrl },
  methods: ['http-01'],
};

it('the CAA records to publish are lines of a zone file, for each label and the base target, and name account and way of validation', () => {
  const value = `0 issue "ca.example; validationmethods=http-01; accounturi=${accountUrl}"`;
  const lines = formatText(caaRecords(facts), { asLines: true }).split('\n');
  expect(lines).toContain(`*.cname.service.net.  300  IN  CAA  ${value}`);
  expect(lines).toContain(`cname.service.net.  300  IN  CAA  ${value}`);
  expect(lines).toContain('ca_identities: ca.example, alias.example');
  expect(lines).toContain(`account: ${accountUrl}`);
});

it.each<[string, CaaFacts['account'], string]>([
  ['there is none yet', undefined, 'there is none yet'],
  ['the CA has not been told of it', {}, 'there is none yet'],
  ['it was deactivated', { accountUrl, deactivatedAt: '2026-11-01T00:00:00.000Z' }, 'deactivated on 2026-11-01'],
])('the CAA records to publish do without an account of which nobody can say the URL, and say why: %s', (_, account, why) => {
  const { records, account: said } = caaRecords({ ...facts, account });
  expect(records.map(({ value }) => value)).toEqual(Array(2).fill('0 issue "ca.example; validationmethods=http-01"'));
  expect(said).toContain(why);
  expect(said).toMatch(/^not known: .*--register/);
});

it.each<[string, CaaFacts['identities'], RegExp]>([
  ['does not answer', undefined, /does not answer at https:\/\/ca\.example\/dir/],
  ['does not say its name', [], /meta\.caaIdentities/],
])('the CAA records to publish cannot be written for a CA that %s, which is said', (_, identities, words) => {
  expect(() => caaRecords({ ...facts, identities })).toThrow(words);
});

it.each([accountUrl, undefined])(
  'the CAA records to publish are those that our own check takes for a permission (account: %s)',
  (url) => {
    const { records } = caaRecords({ ...facts, account: { accountUrl: url } });
    const published = records.map(({ type, name, ttl, value }) => ({ type, name, ttl, value }));
    expect(judgeCaa(published, { identities: ['ca.example'], accountUrl: url, method: 'http-01' }).issue).toBe('allows');
    const stranger = judgeCaa(published, {
      identities: ['ca.example'],
      accountUrl: 'https://ca.example/acct/2',
      method: 'http-01',
    });
    expect(stranger.issue).toBe(url === undefined ? 'allows' : 'forbids');
  },
);

it('the CAA records to publish name every CA of the stage that says what it is called, and the others are said to be missing', () => {
  const second = {
    ...facts,
    caName: 'Second',
    identities: ['second.example'],
    account: { accountUrl: 'https://second.example/1' },
  };
  const down = { ...facts, caName: 'Third', directoryUrl: 'https://third.example/dir', identities: undefined };
  const { records, account, note } = caaRecordsOfAll([facts, second, down]);
  expect(records.filter(({ name }) => name === 'cname.service.net.').map(({ value }) => value)).toEqual([
    `0 issue "ca.example; validationmethods=http-01; accounturi=${accountUrl}"`,
    '0 issue "second.example; validationmethods=http-01; accounturi=https://second.example/1"',
  ]);
  expect(account).toBe(`CA: ${accountUrl}; Second: https://second.example/1`);
  expect(note).toContain('Third does not say at https://third.example/dir');
  expect(caaRecordsOfAll([facts])).toEqual(caaRecords(facts));
});
