import { describe, expect, it } from 'vitest';
import { decideOnInstallation, renewalInstant } from '../../../lambdas/lifecycle/installation-transition.ts';
import type { InstallationObservation } from '../../../lambdas/lifecycle/observation.ts';
import { aDomain, HOUR, iso, issued, later, NOW, timings } from '../a-domain.ts';

const DAY = 24 * HOUR;
const seenNew: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const seenOther: InstallationObservation = { kind: 'other-certificate-seen', fingerprintSha256: 'cd'.repeat(32), evidence: [] };
const nothing = (seenByAgent: boolean, serverConnected = true): InstallationObservation => ({
  kind: 'nothing-seen',
  seenByAgent,
  serverConnected,
  evidence: [],
});

describe('an issued certificate', () => {
  it('seen from outside makes the domain active for the first time', () => {
    const transition = decideOnInstallation(aDomain('installing'), seenNew, NOW, timings);
    expect(transition).toMatchObject({ events: ['certificate.installed', 'certificate.issued'] });
    expect(transition.domain).toMatchObject({
      phase: 'active',
      sslStatus: 'active',
      certificate: issued,
      lastRenewedAt: iso(0),
      diagnosis: { code: 'ok' },
    });
  });

  it('that replaces another is installed, not issued again', () => {
    const renewing = aDomain('installing', { certificate: issued });
    expect(decideOnInstallation(renewing, seenNew, NOW, timings)).toMatchObject({ events: ['certificate.installed'] });
  });

  it('that only the agent saw is active, with the blindness ours to explain', () => {
    const { domain } = decideOnInstallation(aDomain('installing'), nothing(true), NOW, timings);
    expect(domain).toMatchObject({ phase: 'active', diagnosis: { code: 'certificate_not_served' } });
  });

  it.each([
    ['nothing is served yet', nothing(false), 'in_progress'],
    ['no machine is enrolled', nothing(false, false), 'server_not_connected'],
    ['another certificate is served', seenOther, 'certificate_install_failed'],
  ])('waits while %s', (_, seen, code) => {
    const { domain, waitSeconds } = decideOnInstallation(aDomain('installing'), seen, NOW, timings);
    expect(domain).toMatchObject({ phase: 'installing', sslStatus: 'pending', diagnosis: { code } });
    expect(waitSeconds).toBe(5);
  });

  it('that a connected server does not show after ten looks is said to be missing from outside, with what was seen', () => {
    const domain = aDomain('installing', { diagnosis: { code: 'in_progress', evidence: [] } });
    const evidence = [{ kind: 'tls' as const, asked: 'TLS', answer: 'connection refused', at: iso(0) }];
    const seen: InstallationObservation = { kind: 'nothing-seen', seenByAgent: false, serverConnected: true, evidence };
    expect(decideOnInstallation(domain, seen, later(50_000), timings).changed).toBe(false);
    expect(decideOnInstallation(domain, seen, later(50_001), timings).domain).toMatchObject({
      phase: 'installing',
      diagnosis: { code: 'certificate_not_served', evidence },
    });
  });

  it.each([nothing(false), seenOther])('is given up at the end of its window, not before: %o', (seen) => {
    expect(decideOnInstallation(aDomain('installing'), seen, later(DAY - 1), timings).domain.sslStatus).toBe('pending');
    const transition = decideOnInstallation(aDomain('installing'), seen, later(DAY), timings);
    expect(transition).toMatchObject({
      events: ['certificate.failed'],
      domain: { sslStatus: 'error', error: { code: 'certificate_install_failed' } },
    });
  });
});

it('a certificate is to be renewed when two thirds of its life have passed', () => {
  expect(renewalInstant({ notBefore: iso(0), notAfter: iso(90 * DAY) })).toBe(iso(60 * DAY));
});
