import { expect, it } from 'vitest';
import type { DnsObservation, InstallationObservation } from '../../../lambdas/lifecycle/observation.ts';
import { withServed } from '../../../lambdas/lifecycle/transition.ts';
import { Domain, type DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, NOW, served, timings } from '../a-domain.ts';
import { decideOnInstallation, decideOnMove } from './said-decisions.ts';

const DAY = 24 * HOUR;
const seenNew: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const seenOther: InstallationObservation = { kind: 'other-certificate-seen', fingerprintSha256: 'cd'.repeat(32), evidence: [] };
const nothing = (seenByAgent: boolean, serverConnected = true): InstallationObservation => ({
  kind: 'nothing-seen',
  seenByAgent,
  serverConnected,
  evidence: [],
});

const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
const renewing = aDomain('installing', { ...served, issued: renewed } as never);
const seenPresent: InstallationObservation = { ...seenOther, fingerprintSha256: issued.fingerprintSha256 };

it('an issued certificate seen from outside makes the domain active for the first time', () => {
  const transition = decideOnInstallation(aDomain('installing', { dnsStatus: 'validated' }), seenNew, { now: NOW, timings });
  expect(transition).toMatchObject({ events: ['certificate.installed', 'certificate.issued'] });
  expect(transition.domain).toMatchObject({
    phase: 'active',
    sslStatus: 'active',
    served: { certificate: issued, since: iso(0) },
    diagnosis: { code: 'ok' },
  });
});

it('an issued certificate that replaces another is installed and renewed, not issued again', () => {
  const transition = decideOnInstallation(renewing, seenNew, { now: NOW, timings });
  expect(transition).toMatchObject({ events: ['certificate.installed', 'certificate.renewed'] });
  expect(transition.domain).toMatchObject({ phase: 'active', served: { certificate: renewed, since: iso(0) } });
});

it('an issued certificate of a domain that was moved meanwhile may be what the old server shows: no copy goes before DNS leads to the new one', () => {
  const installing = aDomain('installing', { dnsStatus: 'validated', serverId: 3, retireFrom: [1, 2] });
  const transition = decideOnInstallation(installing, seenNew, { now: NOW, timings });
  expect(transition).toMatchObject({ events: ['certificate.installed', 'certificate.issued'], waitSeconds: 0 });
  expect(transition.domain).toMatchObject({
    phase: 'moving',
    serverId: 3,
    sslStatus: 'active',
    served: { certificate: issued },
    issued,
    move: { fromServerId: 1, state: 'installing' },
    moveDeadlineAt: iso(DAY),
    retireFrom: [2],
  });
  expect(Domain.parse(transition.domain)).toEqual(transition.domain);
  const elsewhere: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'old', evidence: [] };
  const moving = transition.domain as DomainIn<'moving'>;
  expect(decideOnMove(moving, { installation: seenNew, dns: elsewhere }, { now: NOW, timings }).domain.phase).toBe('moving');
});

it('an issued certificate that only the agent saw is active, with the blindness ours to explain', () => {
  const { domain } = decideOnInstallation(aDomain('installing'), nothing(true), { now: NOW, timings });
  expect(domain).toMatchObject({ phase: 'active', diagnosis: { code: 'certificate_not_served' } });
});

it.each([
  ['nothing is served yet', nothing(false), 'in_progress'],
  ['no machine is enrolled', nothing(false, false), 'server_not_connected'],
  ['another certificate is served', seenOther, 'certificate_install_failed'],
])('an issued certificate waits while %s', (_, seen, code) => {
  const { domain, waitSeconds } = decideOnInstallation(aDomain('installing'), seen, { now: NOW, timings });
  expect(domain).toMatchObject({ phase: 'installing', sslStatus: 'pending', diagnosis: { code } });
  expect(waitSeconds).toBe(5);
});

it('an issued certificate that a connected server does not show after ten checks is said to be missing from outside, with what was seen', () => {
  const domain = aDomain('installing', { diagnosis: { code: 'in_progress', evidence: [] } });
  const evidence = [{ kind: 'tls' as const, asked: 'TLS', answer: 'connection refused', at: iso(0) }];
  const seen: InstallationObservation = { kind: 'nothing-seen', seenByAgent: false, serverConnected: true, evidence };
  expect(decideOnInstallation(domain, seen, { now: later(50_000), timings }).changed).toBe(false);
  expect(decideOnInstallation(domain, seen, { now: later(50_001), timings }).domain).toMatchObject({
    phase: 'installing',
    diagnosis: { code: 'certificate_not_served', evidence },
  });
});

it.each([nothing(false), seenOther])('an issued certificate is given up at the end of its window, not before: %o', (seen) => {
  expect(decideOnInstallation(aDomain('installing'), seen, { now: later(DAY - 1), timings }).domain.sslStatus).toBe('pending');
  const transition = decideOnInstallation(aDomain('installing'), seen, { now: later(DAY), timings });
  expect(transition).toMatchObject({
    events: ['certificate.failed'],
    domain: { sslStatus: 'error', error: { code: 'certificate_install_failed' } },
  });
});

it.each([
  ['the present one is served', seenPresent, 'ok'],
  ['nothing can be seen', nothing(false), 'ok'],
  ['no machine is enrolled any more', nothing(false, false), 'server_not_connected'],
  ['a third one is served', seenOther, 'certificate_install_failed'],
])('a renewed certificate that is not seen yet leaves the domain active while %s', (_, seen, code) => {
  const { domain, waitSeconds } = decideOnInstallation(renewing, seen, { now: NOW, timings });
  expect(domain).toMatchObject({
    phase: 'installing',
    sslStatus: 'active',
    served: { certificate: issued },
    diagnosis: { code },
  });
  expect(waitSeconds).toBe(5);
});

it('a renewed certificate that is not seen yet is an obstacle after ten checks, not before', () => {
  expect(decideOnInstallation(renewing, seenPresent, { now: later(50_000), timings }).changed).toBe(false);
  expect(decideOnInstallation(renewing, seenPresent, { now: later(50_001), timings }).domain).toMatchObject({
    sslStatus: 'active',
    diagnosis: { code: 'certificate_install_failed', observed: issued.fingerprintSha256 },
  });
});

it('a renewed certificate that is not seen yet at the end of its window keeps the present one, with what stands in the way', () => {
  const transition = decideOnInstallation(renewing, seenPresent, { now: later(DAY), timings });
  expect(transition).toMatchObject({
    events: ['certificate.renewal_failed'],
    domain: {
      phase: 'active',
      dnsStatus: 'validated',
      sslStatus: 'active',
      served: { certificate: issued },
      error: { code: 'certificate_install_failed', details: { expected_fingerprint: renewed.fingerprintSha256 } },
      diagnosis: { code: 'certificate_install_failed' },
    },
  });
  expect(transition.domain).not.toHaveProperty('issued');
});

it.each([
  ['valid a moment longer', 1, 'active', ['certificate.renewal_failed']],
  ['over', 0, 'error', ['certificate.renewal_failed', 'certificate.expired']],
])(
  'a renewed certificate that is not seen yet keeps the domain active only while the present one is %s',
  (_, leftMs, sslStatus, events) => {
    const present = { ...issued, notAfter: iso(DAY + leftMs) };
    const transition = decideOnInstallation(withServed(renewing, { certificate: present }), seenPresent, {
      now: later(DAY),
      timings,
    });
    expect(transition).toMatchObject({ events, domain: { sslStatus } });
    if (sslStatus === 'error') {
      expect(transition.domain).toMatchObject({
        phase: 'failed',
        served: { certificate: present },
        error: { code: 'certificate_expired', details: { expired_at: present.notAfter } },
        diagnosis: { code: 'certificate_expired' },
      });
    }
  },
);

it('a certificate that a retry asked for fails as such, whatever certificate there was before', () => {
  const retried = aDomain('installing', { served: { certificate: issued } });
  expect(decideOnInstallation(retried, nothing(false), { now: later(DAY), timings })).toMatchObject({
    events: ['certificate.failed'],
    domain: { phase: 'failed', sslStatus: 'error', served: { certificate: issued } },
  });
});
