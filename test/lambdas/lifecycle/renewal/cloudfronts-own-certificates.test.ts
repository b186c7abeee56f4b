import { describe, expect, it } from 'vitest';
import { decideOnObservation } from '../../../../lambdas/lifecycle/check-transition.ts';
import type { DomainObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { requestMove } from '../../../../lambdas/lifecycle/requests/move-request.ts';
import type { Domain, Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { AMAZON_CA } from '../../../../lambdas/model/domains/renewal-time.ts';
import { revocationOf } from '../../../../lambdas/model/domains/revocation.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { aDomain, issued, justServed, NOW, timings } from '../../a-domain.ts';
import { certificate } from '../../agent-api/an-agent.ts';

const time = { now: NOW, timings };
const ofAmazon = { ...issued, ca: AMAZON_CA };
const servedByAws = { ...justServed, certificate: ofAmazon };
const active = (changes: object = {}) => aDomain('active', { served: servedByAws, ...changes } as Partial<Domain>);
const to = { serverId: 2, cnameTarget: 'label2.cname.service.net', connected: true };
const managedRow = ({ id }: Domain) => {
  const { chainPem: _, sealedKey: __, ...rest } = certificate;
  return { ...rest, state: 'managed', domainId: id, facts: ofAmazon } as Certificate;
};

describe('a domain with a certificate of CloudFront’s own that moves to another server', () => {
  it('orders its own there, as nobody has the key, while visitors are served as before', () => {
    const domain = active();
    const moved = requestMove(domain, to, managedRow(domain), time);
    expect(moved).toMatchObject({
      kind: 'changed',
      startExecution: true,
      domain: {
        phase: 'preparing',
        serverId: 2,
        sslStatus: 'active',
        move: { fromServerId: domain.serverId, state: 'installing' },
        issuance: { certificateRequestId: `creq_${domain.id}_${domain.version}` },
      },
    });
    expect(moved).not.toHaveProperty('put');
  });

  it.each(['preparing', 'installing'] as const)('gives up a renewal (%s) that is under way', (phase: Phase) => {
    const domain = aDomain(phase, { served: servedByAws, sslStatus: 'active', issued: ofAmazon } as Partial<Domain>);
    expect(requestMove(domain, to, managedRow(domain), time)).toMatchObject({
      domain: { phase: 'preparing', serverId: 2, move: { fromServerId: domain.serverId } },
    });
  });

  it('gets another one also where the first was never seen, and its tenant is deleted', () => {
    const domain = aDomain('installing', { issued: ofAmazon } as Partial<Domain>);
    expect(requestMove(domain, to, managedRow(domain), time, true)).toMatchObject({
      domain: { phase: 'preparing', serverId: 2, retireFrom: [domain.serverId] },
    });
  });

  it.each(['preparing', 'failed'] as const)('leaves no tenant behind when it never got one (%s)', (phase) => {
    const domain = aDomain(phase);
    const left = requestMove(domain, to, undefined, time, true);
    expect(left).toMatchObject({ domain: { retireFrom: [domain.serverId] } });
    const never = requestMove(domain, to, undefined, time, false);
    expect('domain' in never && (never.domain.retireFrom ?? [])).toEqual([]);
  });
});

describe('a check that sees another certificate than CloudFront’s own that is known', () => {
  const seen = (reason: 'other_certificate' | 'other_hostname'): DomainObservation => ({
    dns: { kind: 'cname-matched', evidence: [] },
    served: { kind: 'not-served', reason, observed: 'other', evidence: [] },
  });

  it('has it read at once: AWS has renewed it', () => {
    expect(decideOnObservation(active(), seen('other_certificate'), time)).toMatchObject({
      timeline: 'certificate.renewal_started',
      events: [],
      startExecution: true,
      domain: { phase: 'preparing', sslStatus: 'active' },
    });
  });

  it.each<[string, Domain, DomainObservation]>([
    ['is for another hostname', active(), seen('other_hostname')],
    [
      'comes after a renewal that has failed',
      active({ served: { ...servedByAws, renewalFailures: 1 } }),
      seen('other_certificate'),
    ],
    ['should be one of ours', aDomain('active'), seen('other_certificate')],
    [
      'is where DNS does not lead to the server',
      active(),
      { ...seen('other_certificate'), dns: { kind: 'cname-missing', evidence: [] } },
    ],
  ])('suspects trouble as ever where it %s', (_, domain, observation) => {
    expect(decideOnObservation(domain, observation, time)).toMatchObject({ domain: { phase: 'active' }, isQuiet: true });
  });
});

it('CloudFront’s own certificate has its CA on record, which no deployment can have revoke it', () => {
  expect(
    revocationOf(
      active({ served: { ...servedByAws, certificate: { ...ofAmazon, notAfter: '2099-01-01T00:00:00.000Z' } } }),
      'superseded',
      NOW,
    )?.ca,
  ).toBe(AMAZON_CA);
});
