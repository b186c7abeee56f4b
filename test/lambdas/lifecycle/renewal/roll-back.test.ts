import { describe, expect, it } from 'vitest';
import { mayRollBack } from '../../../../lambdas/lifecycle/installation-transition.ts';
import type { InstallationObservation } from '../../../../lambdas/lifecycle/observation.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { Domain, type DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, justServed, later, NOW, saying, served, timings, type WithSaid } from '../../a-domain.ts';
import { decideOnInstallation, decideOnScan } from '../said-decisions.ts';

const DAY = 24 * HOUR;
const present = { ...issued, notBefore: iso(-60 * DAY), notAfter: iso(30 * DAY) };
const renewed = { ...issued, fingerprintSha256: 'ef'.repeat(32) };
/** Its renewal window begins now. */
const renewing = aDomain('installing', {
  ...served,
  served: { certificate: present, since: iso(-60 * DAY), renewAt: iso(0) },
  issued: renewed,
} as never);
const evidence = [{ kind: 'tls' as const, asked: 'TLS shop.customer.com:443', answer: 'TLS: EPROTO', at: iso(0) }];
const refused = { kind: 'nothing-seen', seenByAgent: false, serverConnected: true, isRefused: true, evidence } as const;
const nothing: InstallationObservation = { kind: 'nothing-seen', seenByAgent: false, serverConnected: true, evidence: [] };
const seenIssued: InstallationObservation = { kind: 'new-certificate-seen', evidence: [] };
const decide = (domain: DomainIn<'installing'>, seen: InstallationObservation, now = NOW) =>
  decideOnInstallation(domain, seen, { now, timings });
/** After the first refused handshake. */
const suspected = decide(renewing, { ...refused, evidence: [...evidence] }).domain as WithSaid<DomainIn<'installing'>>;
const may = (
  domain: DomainIn<'installing'> = suspected,
  servedAt: string | undefined = iso(-HOUR),
  now = later(5000),
  seen: object = refused,
) => mayRollBack(domain, seen as typeof refused & { evidence: never[] }, servedAt, { now, timings });

describe('a renewed certificate with which the server refuses the handshake', () => {
  it('is suspected at the first check, without an event', () => {
    expect(suspected).toMatchObject({
      phase: 'installing',
      sslStatus: 'active',
      diagnosis: { code: 'certificate_not_served', reason: 'tls_failed', checkedAt: iso(0) },
    });
    expect(may(renewing)).toBe(false);
    expect(may()).toBe(true);
  });

  it('has its second check also where the same was said before the renewal', () => {
    const diagnosis = { ...suspected.diagnosis, checkedAt: iso(-HOUR) };
    expect(may(saying(renewing, diagnosis))).toBe(false);
  });

  it.each<[string, boolean, Parameters<typeof may>]>([
    ['not where nothing was seen', false, [suspected, iso(0), NOW, nothing]],
    ['where a visit has seen the former one a day and an hour before', true, [suspected, iso(-25 * HOUR)]],
    ['not where that is longer ago', false, [suspected, iso(-25 * HOUR - 1)]],
    ['not where nobody has ever looked', false, [withServed(suspected, { since: iso(-60 * DAY) }), '']],
    ['where the former one is younger than a day', true, [withServed(suspected, { since: iso(-HOUR) }), '']],
    ['as long as another try comes before the end of the former one', true, [suspected, iso(29 * DAY), later(29 * DAY - 1)]],
    ['not from then on', false, [suspected, iso(29 * DAY), later(29 * DAY)]],
    ['not for a first certificate', false, [{ ...suspected, sslStatus: 'pending' }]],
    ['once: what was put back may be refused too', false, [{ ...suspected, rolledBack: renewed }]],
  ])('is drawn back: %s', (_, isRolledBack, [domain, ...more]) => {
    expect(may(domain, ...more)).toBe(isRolledBack);
  });
});

describe('a roll-back', () => {
  const back = decide(suspected, { ...refused, isPutBack: true, evidence: [...evidence] });
  const waiting = back.domain as DomainIn<'installing'>;

  it('puts the former certificate on its way again, with what was seen of the new one in view', () => {
    expect(back).toMatchObject({ timeline: 'certificate.rolled_back', events: [], waitSeconds: 5 });
    expect(waiting).toMatchObject({
      phase: 'installing',
      sslStatus: 'active',
      issued: present,
      rolledBack: renewed,
      error: { code: 'certificate_install_failed', details: { expected_fingerprint: renewed.fingerprintSha256 } },
      diagnosis: { code: 'certificate_install_failed', reason: 'tls_failed', evidence },
    });
    expect(Domain.parse(waiting)).toEqual(waiting);
  });

  it.each<[string, InstallationObservation, Date]>([
    ['when the former one is seen', seenIssued, later(HOUR)],
    ['when its agent sees it', { ...nothing, seenByAgent: true }, later(HOUR)],
    ['at the end of the window', nothing, later(DAY)],
  ])('has failed the renewal %s: told once, and tried again by itself', (_, seen, now) => {
    const { domain, ...failed } = decide(waiting, seen, now);
    expect(failed).toMatchObject({ timeline: 'certificate.renewal_failed', events: ['certificate.renewal_failed'] });
    expect(domain).toMatchObject({
      phase: 'active',
      sslStatus: 'active',
      served: { certificate: present, renewalFailures: 1 },
      error: { code: 'certificate_install_failed', details: { expected_fingerprint: renewed.fingerprintSha256 } },
      diagnosis: { code: 'certificate_install_failed' },
    });
    for (const field of ['rolledBack', 'issued']) expect(domain).not.toHaveProperty(field);
    expect(decideOnScan(domain, { now: new Date(domain.served?.renewAt ?? ''), timings })).toMatchObject({
      domain: { phase: 'preparing' },
    });
    const again = withServed(waiting, { notified: domain.served?.notified ?? justServed.notified });
    expect(decide(again, seen, now)).toMatchObject({ events: [] });
  });

  it('waits for the former one without a write', () => {
    expect(decide(waiting, nothing, later(DAY - 1))).toMatchObject({ changed: false, waitSeconds: 5 });
  });
});
