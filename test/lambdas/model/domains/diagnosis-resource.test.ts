import { expect, it } from 'vitest';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { type CheckTimes, diagnosisResource, errorResource } from '../../../../lambdas/model/domains/diagnosis-resource.ts';

const domain = {
  url: 'shop.customer.com',
  cname: { host: 'shop', target: 'label.target.example' },
  hosting: {},
  serverId: 1,
  dnsStatus: 'pending',
  sslStatus: 'pending',
} as const;
const shown = (diagnosis: Omit<Diagnosis, 'evidence'>, checks?: CheckTimes) =>
  diagnosisResource({ ...domain, diagnosis: { evidence: [], ...diagnosis } }, checks);

it('a diagnosis in the API of a missing CNAME says who adds which record', () => {
  expect(
    shown({ code: 'cname_not_found' }, { checkedAt: '2026-11-21T07:00:00.000Z', nextCheckAt: '2026-11-21T07:05:00.000Z' }),
  ).toEqual({
    code: 'cname_not_found',
    summary: expect.stringContaining('shop.customer.com'),
    actor: 'customer',
    fix: {
      text: expect.stringContaining('label.target.example'),
      records: [{ action: 'add', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: 'label.target.example' }],
    },
    evidence: [],
    checked_at: '2026-11-21T07:00:00.000Z',
    next_check_at: '2026-11-21T07:05:00.000Z',
  });
});

it('a diagnosis in the API of a wrong target names both targets, and the record to change', () => {
  const { summary, fix } = shown({ code: 'invalid_cname_target', observed: 'wrong.example' });
  expect(summary).toContain('wrong.example');
  expect(summary).toContain('label.target.example');
  expect(fix.records).toMatchObject([{ action: 'change', value: 'label.target.example' }]);
});

it('a diagnosis in the API of a target of another server names that server, and both remedies, to the integrator', () => {
  const found = { code: 'invalid_cname_target', reason: 'other_server', observed: 'other.target.example' } as const;
  const { summary, actor, fix } = shown({ ...found, otherServer: { id: 78, name: 'Web 2' } });
  expect(summary).toContain('other.target.example');
  expect(summary).toContain('the target of server 78 "Web 2"');
  expect(actor).toBe('integrator');
  expect(fix.text).toMatch(/changed to label\.target\.example.*server_id .* to 78 \(PATCH/);
  expect(fix.records).toEqual([
    { action: 'change', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: 'label.target.example' },
  ]);
  expect(shown({ ...found, otherServer: { id: 78 } }).summary).toContain('the target of server 78, another server');
});

it('a diagnosis in the API of a domain that nobody has looked at yet has the record to set, and says who sets it', () => {
  const { actor, fix } = shown({ code: 'in_progress' });
  expect([actor, fix.text]).toEqual(['customer', expect.stringContaining('add a CNAME record')]);
  expect(fix.records).toEqual([
    { action: 'add', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: 'label.target.example' },
  ]);
  const validated = { ...domain, dnsStatus: 'validated' as const, diagnosis: { code: 'in_progress' as const, evidence: [] } };
  expect(diagnosisResource(validated)).toMatchObject({ actor: 'nobody', fix: { records: [] } });
  expect(shown({ code: 'in_progress', reason: 'negative_cache' })).toMatchObject({ actor: 'nobody', fix: { records: [] } });
});

it('a diagnosis in the API of a target in a TXT record removes that, and adds the CNAME record', () => {
  const { summary, fix } = shown({ code: 'cname_not_found', reason: 'txt_instead', observed: 'label.target.example' });
  expect(summary).toContain('There is a TXT record');
  const record = { name: 'shop.customer.com', host: 'shop', value: 'label.target.example' };
  expect(fix.records).toEqual([
    { action: 'remove', type: 'TXT', ...record },
    { action: 'add', type: 'CNAME', ...record },
  ]);
});

it('a diagnosis in the API of a target to which the provider appended the zone has a value with a full stop, to be pasted', () => {
  const { fix } = shown({ code: 'invalid_cname_target', reason: 'missing_dot', observed: 'label.target.example.customer.com' });
  expect(fix.records).toMatchObject([{ action: 'change', value: 'label.target.example.' }]);
});

it('a diagnosis in the API of the bare base target says that its first part is missing', () => {
  const { summary, actor, fix } = shown({ code: 'invalid_cname_target', reason: 'base_target', observed: 'target.example' });
  expect([summary, actor]).toEqual([expect.stringContaining('without its first part'), 'customer']);
  expect(fix.records).toMatchObject([{ action: 'change', value: 'label.target.example' }]);
});

it.each([
  ['invalid_cname_target', { observed: 'wrong.example' }],
  ['invalid_cname_target', { reason: 'target_typo', observed: 'labl.target.example' }],
  ['cname_not_found', {}],
  ['cname_not_found', { reason: 'doubled_name', observed: 'shop.customer.com.customer.com CNAME label.target.example' }],
  ['proxied_dns', { reason: 'proxy_addresses', observed: '192.0.2.1' }],
  ['conflicting_records', { reason: 'record_beside_cname', observed: '192.0.2.1' }],
  ['dns_validation_failed', { reason: 'servfail' }],
] as const)(
  'a diagnosis in the API of a window that ended says what it said before, and that checks go on: %s %j',
  (code, found) => {
    const before = shown({ code, ...found });
    const after = shown({ code: 'dns_validation_timeout', ...found });
    expect(after.fix).toEqual(before.fix);
    expect(after.summary).toBe(
      `${before.summary} The record of shop.customer.com was not right in time. We keep checking: every hour for a week, then every day for a month.`,
    );
  },
);

it('a diagnosis in the API of a wildcard that a proxy hides names the record with the star, which is to be without the proxy', () => {
  const star = { ...domain, url: '*.shop.customer.com', cname: { host: '*.shop', target: 'label.target.example' } };
  const found = { code: 'proxied_dns', reason: 'proxy_addresses', observed: '104.16.0.7' } as const;
  const hosting = { provider: 'cloudflare' };
  const { summary, fix } = diagnosisResource({ ...star, hosting, diagnosis: { ...found, evidence: [] } });
  expect(summary).toBe(
    'A proxy of the DNS provider answers for *.shop.customer.com and hides its CNAME record. Its addresses, 104.16.0.7, are those of a proxy.',
  );
  expect(fix.text).toContain(
    'set “Proxy status” of this record to “DNS only” and keep the CNAME record pointing to label.target.example',
  );
  expect(fix.records).toEqual([
    { action: 'change', type: 'CNAME', name: '*.shop.customer.com', host: '*.shop', value: 'label.target.example' },
  ]);
});

it('a diagnosis in the API has the name of each record as the form takes it: without the zone, and @ for the zone itself', () => {
  const caa = { code: 'caa_forbids_issuance' as const, evidence: [] };
  const hostOf = (hosting: { zone?: string }, name: string) =>
    diagnosisResource({ ...domain, hosting, diagnosis: { ...caa, observed: `${name} CAA 0 issue "ca.example"` } }).fix.records[0]
      ?.host;
  expect(hostOf({}, 'customer.com')).toBe('@');
  expect(hostOf({}, 'shop.customer.com')).toBe('shop');
  expect(hostOf({ zone: 'shop.customer.com' }, 'shop.customer.com')).toBe('@');
  expect(hostOf({ zone: 'shop.customer.com' }, 'customer.com')).toBe('@');
});

it('a diagnosis in the API names records in its sentence as in its list', () => {
  const observed = 'remove customer.com CAA 128 x "y" and add shop.customer.com CAA 0 issue "ca.example"';
  const { fix } = shown({ code: 'caa_forbids_issuance', reason: 'caa_not_understood', observed });
  expect(fix.text).toContain('remove @ CAA 128 x "y" and add shop CAA 0 issue "ca.example"');
  expect(fix.records.map(({ host }) => host)).toEqual(['@', 'shop']);
});

it('a diagnosis in the API of a window that ended asks to change what is there, or to add what is not', () => {
  expect(shown({ code: 'dns_validation_timeout', observed: 'wrong.example' }).fix.records).toMatchObject([{ action: 'change' }]);
  expect(shown({ code: 'dns_validation_timeout' }).fix.records).toMatchObject([{ action: 'add' }]);
});

it('a diagnosis in the API of a doubled name removes that record, and adds the one that is meant', () => {
  const name = 'shop.customer.com.customer.com';
  const add = { action: 'add', type: 'CNAME', name: 'shop.customer.com', host: 'shop', value: 'label.target.example' };
  const doubled = (observed: string) => shown({ code: 'cname_not_found', reason: 'doubled_name', observed }).fix;
  const remove = { action: 'remove', type: 'CNAME', name, host: 'shop.customer.com', value: 'label.target.example' };
  expect(doubled(`${name} CNAME label.target.example`).records).toEqual([remove, add]);
});

it('a diagnosis in the API with a known cause says one sentence more', () => {
  const { summary, reason } = shown({ code: 'invalid_cname_target', observed: 'labl.target.example', reason: 'target_typo' });
  expect(reason).toBe('target_typo');
  expect(summary).toMatch(/\. It looks like a typo/);
});

it("a diagnosis in the API ends a stranger's sentence inside ours only once", () => {
  expect(shown({ code: 'certificate_request_failed', observed: 'Not now.' }).summary).toMatch(/Not now\.$/);
});

it('a diagnosis in the API has the evidence as it was stored', () => {
  const evidence = [{ kind: 'dns' as const, asked: 'CNAME a', answer: 'b', at: '2026-11-21T07:00:00.000Z' }];
  expect(diagnosisResource({ ...domain, diagnosis: { code: 'ok', evidence } }).evidence).toEqual(evidence);
});

it.each([
  ['in_progress', undefined],
  ['cname_not_found', 'validation_missing'],
  ['dns_validation_timeout', 'validation_missing'],
] as const)(
  'a diagnosis in the API names the record of the validation first, and not that of the traffic: %s',
  (code, reason) => {
    const validation = { target: 'secret.validation.example', state: 'missing' as const };
    const { fix } = diagnosisResource({ ...domain, validation, diagnosis: { code, evidence: [], ...(reason && { reason }) } });
    expect(fix.text).toContain('the name _acme-challenge.shop and the value secret.validation.example');
    expect(fix.text).not.toContain('label.target.example');
    expect(fix.records).toEqual([
      {
        ...{ action: 'add', type: 'CNAME', name: '_acme-challenge.shop.customer.com' },
        ...{ host: '_acme-challenge.shop', value: 'secret.validation.example' },
      },
    ]);
  },
);

const byDns = (state: 'missing' | 'wrong', diagnosis: Omit<Diagnosis, 'evidence'>, found: object = {}) =>
  diagnosisResource({
    ...{ ...domain, validation: { target: 'secret.validation.example', state, ...found } },
    diagnosis: { evidence: [], ...diagnosis },
  });
const MISSING = { code: 'cname_not_found', reason: 'validation_missing' } as const;
const WRONG = { code: 'invalid_cname_target', reason: 'validation_wrong', observed: 'wrong.example' } as const;
const ADD = { action: 'add', name: '_acme-challenge.shop.customer.com', value: 'secret.validation.example' };

it('a diagnosis in the API of a record of the validation that is of another type has it removed first', () => {
  const { summary, fix } = byDns('missing', MISSING, { reason: 'txt_instead', observed: 'secret.validation.example' });
  expect(summary).toMatch(/_acme-challenge\.shop\..*TXT/);
  expect(fix.records).toMatchObject([{ action: 'remove', type: 'TXT', name: ADD.name }, ADD]);
});

it('a diagnosis in the API of a wildcard that answers in place of the record of the validation names both, and has one added', () => {
  const observed = '*.shop.customer.com CNAME edge.other.net';
  const { summary, fix, actor } = byDns('missing', MISSING, { reason: 'wildcard_answer', observed });
  expect(summary).toContain(`It is the record ${'_acme-challenge.shop'}.`);
  expect(summary).toContain(`the wildcard record ${observed}`);
  expect(actor).toBe('customer');
  expect(fix.text).toContain('add a CNAME record');
  expect(fix.records).toMatchObject([ADD]);
});

it('a diagnosis in the API of a wildcard above a hostname that is live by it keeps the visitors: the hostname gets its own record first', () => {
  const found = { reason: 'wildcard_answer', observed: '*.customer.com CNAME edge.other.net' };
  const { summary, fix } = byDns('missing', MISSING, found);
  const own = { action: 'add', type: 'CNAME', name: 'shop.customer.com', value: 'edge.other.net' };
  expect(fix.records).toMatchObject([own, ADD]);
  expect(summary).toContain('first add a CNAME record of shop.customer.com itself with the same value, edge.other.net');
});

it('a diagnosis in the API of a wildcard of addresses above a hostname that is live by it has the hostname get them first', () => {
  const found = { reason: 'wildcard_answer', observed: '*.customer.com A 192.0.2.7, 2001:db8::7' };
  const { summary, fix } = byDns('missing', MISSING, found);
  const own = { action: 'add', name: 'shop.customer.com', host: 'shop' };
  expect(fix.records).toMatchObject([
    { ...own, type: 'A', value: '192.0.2.7' },
    { ...own, type: 'AAAA', value: '2001:db8::7' },
    { ...ADD, type: 'CNAME' },
  ]);
  expect(summary).toContain('the wildcard record *.customer.com A 192.0.2.7, 2001:db8::7');
  expect(summary).toContain('first add address records of shop.customer.com itself with the same value, 192.0.2.7, 2001:db8::7');
});

it('a diagnosis in the API of a name of the validation that has addresses has them removed first', () => {
  const { summary, fix } = byDns('missing', MISSING, { reason: 'address_instead', observed: '192.0.2.7' });
  expect(summary).toContain('It has addresses instead: 192.0.2.7.');
  expect(fix.records).toMatchObject([{ action: 'remove', type: 'A', name: ADD.name, value: '192.0.2.7' }, ADD]);
});

it('a diagnosis in the API of a name of the validation that is delegated has each NS record removed first', () => {
  const observed = `${ADD.name} NS ns1.other.net, ns2.other.net`;
  const { summary, fix } = byDns('missing', MISSING, { reason: 'name_servers_differ', observed });
  expect(summary).toContain(`That name is delegated to other name servers (${observed}): first delete these NS records.`);
  const gone = { action: 'remove', type: 'NS', name: ADD.name, host: '_acme-challenge.shop' };
  expect(fix.records).toMatchObject([{ ...gone, value: 'ns1.other.net' }, { ...gone, value: 'ns2.other.net' }, ADD]);
});

it('a diagnosis in the API of a record of the validation whose name has the zone twice says which one goes', () => {
  const doubled = '_acme-challenge.shop.customer.com.customer.com';
  const found = { reason: 'doubled_name', observed: `${doubled} CNAME secret.validation.example` };
  expect(byDns('missing', MISSING, found).fix.records).toMatchObject([{ action: 'remove', name: doubled }, ADD]);
});

it('a diagnosis in the API of a value of the validation to which the zone was appended has it with a full stop', () => {
  const observed = 'secret.validation.example.customer.com';
  const { summary, fix } = byDns('wrong', { ...WRONG, observed }, { reason: 'missing_dot', observed });
  expect(summary).toContain('appended the domain to the target');
  expect(fix.records).toMatchObject([{ ...ADD, action: 'change', value: 'secret.validation.example.' }]);
});

it('a diagnosis in the API of name servers that disagree about the record of the validation names that record', () => {
  const { summary, fix } = byDns('missing', { code: 'dns_validation_failed', reason: 'servers_disagree' });
  expect(summary).toContain('It is the record _acme-challenge.shop.');
  expect(fix.text).toContain('secret.validation.example');
  expect(fix.text).not.toContain('label.target.example');
});

it.each(['ok', 'certificate_install_failed', 'server_not_connected'] as const)(
  'a diagnosis in the API of %s has no record to touch',
  (code) => {
    expect(shown({ code }).fix.records).toEqual([]);
  },
);

it('an error in the API keeps the details of the specification untouched and speaks of them', () => {
  const details = { domain: 'shop.customer.com', actual_target: 'wrong.example', expected_target: 'label.target.example' };
  expect(errorResource({ code: 'invalid_cname_target', details })).toEqual({
    code: 'invalid_cname_target',
    message: 'The CNAME record of shop.customer.com points to wrong.example instead of label.target.example.',
    details,
  });
});

it('an error in the API says what was not recorded rather than "undefined"', () => {
  expect(errorResource({ code: 'certificate_request_failed', details: { domain: 'a.b.c' } }).message).toContain('(not recorded)');
});
