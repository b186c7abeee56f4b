import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { renewalOf, stageOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import type { Domain, Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, served } from '../../a-domain.ts';
import { inEveryPhase } from '../../lifecycle/every-phase.ts';

const validated = { dnsStatus: 'validated' as const };
const OLD_TARGET = 'abcdefghijklmnop.cname.service.net';

const STAGES: Record<Phase, [first: string, served: string]> = {
  'awaiting-dns': ['dns', 'rest'],
  preparing: ['certificate', 'renewal'],
  ordering: ['certificate', 'renewal'],
  authorizing: ['certificate', 'renewal'],
  validating: ['certificate', 'renewal'],
  finalizing: ['certificate', 'renewal'],
  downloading: ['certificate', 'renewal'],
  installing: ['certificate', 'renewal'],
  moving: ['move', 'move'],
  retiring: ['rest', 'rest'],
  revoking: ['rest', 'rest'],
  removing: ['rest', 'rest'],
  active: ['rest', 'rest'],
  failed: ['rest', 'rest'],
};

const atWork = inEveryPhase.filter(([phase]) => phase !== 'failed' && phase !== 'removing');

it.each(atWork)('a domain that is %s and was never served is told of as far as it is', (phase, domain) => {
  expect(stageOf(phase === 'awaiting-dns' ? domain : { ...domain, ...validated })).toBe(STAGES[phase][0]);
});

it.each(inEveryPhase)('a domain that is %s and served is told of as far as what goes on beside', (phase, domain) => {
  expect(stageOf({ ...domain, ...served } as Domain)).toBe(STAGES[phase][1]);
});

it('a renewal under way is shown with how far it is, in the diagnosis too, and a first certificate is none', () => {
  const shown = (domain: Domain) => domainResource(domain);
  expect(shown(aDomain('validating', served))).toMatchObject({
    renewal: { state: 'issuing' },
    diagnosis: { code: 'ok', summary: expect.stringContaining('A renewal is under way') },
  });
  expect(shown(aDomain('installing', served))).toMatchObject({ renewal: { state: 'installing' } });
  expect(shown(aDomain('active'))).not.toHaveProperty('renewal');
  expect(renewalOf(aDomain('validating', validated))).toBeUndefined();
});

it('a domain whose DNS is right is no longer told to create the record', () => {
  const { diagnosis } = domainResource(aDomain('validating', validated));
  expect(diagnosis.fix.text).toMatch(/^Nothing to do but wait.*Leave the CNAME record in place/);
  expect(diagnosis.summary).toContain('DNS is right');
});

describe('a domain that moves to another server', () => {
  const moving = (diagnosis: Diagnosis, state: 'installing' | 'awaiting_dns' = 'awaiting_dns') =>
    domainResource(aDomain('moving', { diagnosis, move: { fromServerId: 1, fromCnameTarget: OLD_TARGET, state } }));

  it('has a record that leads to the former server, and says which server serves and what is to be done when', () => {
    const { dns_records, diagnosis } = moving({ code: 'ok', evidence: [] }, 'installing');
    expect(dns_records).toMatchObject([{ state: 'former', observed: OLD_TARGET }]);
    expect(diagnosis.actor).toBe('nobody');
    expect(diagnosis.summary).toMatch(/It is moving: server 1 keeps serving it until the new server does\.$/);
    expect(diagnosis.fix).toMatchObject({ text: expect.stringMatching(/^Nothing to do yet/), records: [] });
  });

  it('has to change a record that still works', () => {
    const { dns_records, diagnosis } = moving({ code: 'ok', observed: 'alias.net', reason: 'former_server', evidence: [] });
    expect(dns_records).toMatchObject([{ state: 'former', observed: 'alias.net', value: 'newlabelnewlabel.cname.service.net' }]);
    expect(diagnosis.summary).toMatch(
      /is served over HTTPS .* still points to the server that it is leaving\. That keeps working/,
    );
    const change = { action: 'change', type: 'CNAME', value: 'newlabelnewlabel.cname.service.net' };
    expect(diagnosis).toMatchObject({ code: 'ok', actor: 'customer', fix: { records: [change] } });
  });

  it('has a wrong record where it leads to neither', () => {
    const diagnosis = { code: 'invalid_cname_target' as const, observed: 'other.net', evidence: [] };
    expect(moving(diagnosis).dns_records).toMatchObject([{ state: 'wrong', observed: 'other.net' }]);
  });
});
