import { describe, expect, it } from 'vitest';
import { domainItem } from '../../../../lambdas/model/domains/domain-item.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { Domain, type Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, revocation, served, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';
import { decideOnScan, revokeRequested } from '../said-decisions.ts';

const revoke = (domain: Domain, now = NOW) => revokeRequested(domain, 'keyCompromise', { now, timings });
const ofThePresent = {
  reason: 'keyCompromise',
  requestedAt: NOW.toISOString(),
  serialNumber: issued.serialNumber,
  fingerprintSha256: issued.fingerprintSha256,
  notAfter: issued.notAfter,
  ca: issued.ca,
};

/** What a revocation request makes of a served domain in each phase. */
const SERVED: Record<Exclude<Phase, 'removing' | 'failed' | 'revoking' | 'awaiting-dns'>, 'begun' | 'waits'> = {
  active: 'begun',
  preparing: 'waits',
  ordering: 'waits',
  authorizing: 'waits',
  validating: 'waits',
  finalizing: 'waits',
  downloading: 'waits',
  installing: 'waits',
  moving: 'waits',
  retiring: 'waits',
};

describe('a revocation', () => {
  it.each(Object.entries(SERVED))(
    'of a domain that is served and %s: its renewal is %s, and what goes on goes on',
    (phase, renewal) => {
      const domain = aDomain(phase as Phase, served as never);
      const requested = revoke(domain);
      if (requested.kind === 'conflict') throw new Error(requested.message);
      expect(requested).toMatchObject({
        startExecution: renewal === 'begun',
        events: [],
        timeline: 'certificate.revocation_requested',
      });
      expect(requested.domain).toMatchObject(
        renewal === 'begun'
          ? {
              phase: 'preparing',
              execution: { attempt: domain.execution.attempt + 1 },
              sslStatus: 'active',
              served: { certificate: issued },
            }
          : { phase, execution: { attempt: domain.execution.attempt }, served: { renewAt: iso(0) } },
      );
      expect(requested.domain.revocation).toEqual(ofThePresent);
      expect(requested.revocation).toEqual(ofThePresent);
      expect(Domain.parse(requested.domain)).toEqual(requested.domain);
      expect(domainResource(requested.domain)).toMatchObject({
        revocation: { reason: 'keyCompromise', requested_at: iso(0), serial_number: issued.serialNumber, state: 'renewing' },
      });
    },
  );

  it('of a domain whose CNAME is gone waits with its renewal, which the scan begins when it may', () => {
    const requested = revoke(aDomain('active', { dnsStatus: 'error' }));
    expect(requested).toMatchObject({ startExecution: false, domain: { phase: 'active', served: { renewAt: iso(0) } } });
    if (requested.kind === 'conflict') throw new Error(requested.message);
    expect(domainItem(requested.domain).scanAt).toBe(iso(0));
    expect(decideOnScan(requested.domain, { now: later(1), timings })).toMatchObject({ domain: { phase: 'preparing' } });
  });

  it.each(inEveryPhase.filter(([, { sslStatus }]) => sslStatus !== 'active'))(
    'of a domain that is %s and not served is refused',
    (_, domain) => {
      expect(revoke(domain)).toMatchObject({ kind: 'conflict' });
    },
  );

  it('is refused from the moment at which the certificate ends', () => {
    const ends = aDomain('active', { served: { certificate: { ...issued, notAfter: iso(HOUR) } } });
    expect(revoke(ends, later(HOUR - 1)).kind).toBe('changed');
    expect(revoke(ends, later(HOUR)).kind).toBe('conflict');
  });

  it.each<[string, Partial<Domain>]>([
    ['the hostname is another organization’s by now', { claimLost: true }],
    ['a revocation of it is under way', { revocation: { ...revocation, fingerprintSha256: issued.fingerprintSha256 } }],
    ['one of its former certificate has still to be done', { revocation: { ...revocation, againAt: iso(HOUR) } }],
  ])('is refused where %s', (_, changes) => {
    expect(revoke(aDomain('active', changes))).toMatchObject({ kind: 'conflict' });
  });
});
