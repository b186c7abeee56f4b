import { describe, expect, it } from 'vitest';
import type { PublicView } from '../../../../contract/public-view.ts';
import { publicView } from '../../../../copy/public-view.ts';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { DomainResource } from '../../../../lambdas/model/domains/domain-resource.schema.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Hosting } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, type Overrides } from '../../a-domain.ts';

const cnameTarget = 'abcdefghijklmnop.cname.service.net';
const ASKED = { at: '2026-11-21T09:30:02.117Z', zone: 'customer.com', cnameTarget };
const OFFERED: Hosting['setup'] = { ...ASKED, provider: 'Example Domains', url: 'https://domains.example/apply' };
const MISSING: Diagnosis = { code: 'cname_not_found', evidence: [] };
const row = (over: Overrides) =>
  aDomain('awaiting-dns', { cname: { target: cnameTarget }, diagnosis: MISSING, hosting: { setup: OFFERED }, ...over });
const shown = (over: Overrides = {}) => DomainResource.parse(domainResource(row(over)));

describe('the one-click set-up of a domain in the API', () => {
  it('is offered while the record is missing, or wrong', () => {
    const expected = { type: 'domain_connect', provider: 'Example Domains', url: 'https://domains.example/apply' };
    expect(shown().dns_setup).toEqual(expected);
    const wrong = { code: 'invalid_cname_target' as const, observed: 'other.example', evidence: [] };
    expect(shown({ diagnosis: wrong }).dns_setup).toEqual(expected);
  });

  it.each<[string, Overrides]>([
    ['nobody has asked', { hosting: { setup: undefined } }],
    ['the provider does not have the template', { hosting: { setup: ASKED } }],
    ['the domain has moved to another server since', { cname: { target: 'another.cname.service.net' } }],
    ['DNS is right', { dnsStatus: 'validated' }],
    ['the record is not the trouble', { diagnosis: { code: 'dns_validation_failed', reason: 'servers_silent', evidence: [] } }],
  ])('is not offered where %s', (_, over) => expect(shown(over)).not.toHaveProperty('dns_setup'));

  it('is that of the record which comes first where the hostname is validated by DNS', () => {
    const target = 'proofproofproof1.proof.service.net';
    const diagnosis: Diagnosis = { code: 'cname_not_found', reason: 'validation_missing', evidence: [] };
    const byDns: Overrides = { validation: { target, state: 'missing' }, diagnosis };
    expect(shown(byDns)).not.toHaveProperty('dns_setup');
    expect(shown({ ...byDns, hosting: { setup: { ...OFFERED, cnameTarget: target } } }).dns_setup).toMatchObject({
      url: OFFERED.url,
    });
  });

  it('is for whoever is shown the record, and for nobody to whom it is not theirs to mend', () => {
    const domain = shown() as PublicView;
    const { dns_setup } = domain;
    for (const is of ['owner', 'stranger'] as const) expect(publicView(domain, { is }).dns_setup).toEqual(dns_setup);
    const ofOthers = { ...domain, diagnosis: { ...domain.diagnosis, actor: 'service' as const } };
    expect(publicView(ofOthers, { is: 'owner' })).not.toHaveProperty('dns_setup');
  });
});
