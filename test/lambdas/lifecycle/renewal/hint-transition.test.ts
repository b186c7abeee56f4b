import { describe, expect, it } from 'vitest';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, issued, later, servedAs, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';
import { certificateFailed, decideOnHint, decideOnInstallation, decideOnScan } from '../said-decisions.ts';

const DAY = 24 * HOUR;
const certificate = { ...issued, notBefore: iso(0), notAfter: iso(90 * DAY) };
const active = aDomain('active', { served: { certificate, renewAt: iso(60 * DAY) } });
const said = { kind: 'acme' as const, asked: 'GET https://ca.test/ari/a.b', answer: 'to be renewed', at: iso(0) };
const days = (start: number, end: number) => ({ start: iso(start * DAY), end: iso(end * DAY) });
const hinted = (window: { start: string; end: string }, day: number, domain: Domain = active, randomPoint = 0.5) =>
  decideOnHint(domain, { window, randomPoint, evidence: said }, later(day * DAY));

describe('the window that the CA suggests', () => {
  it.each([
    ['at a random point that is kept: its beginning', days(50, 60), 0, 50],
    ['at a random point that is kept: a quarter', days(50, 60), 0.25, 52.5],
    ['at a random point that is kept: nearly its end', days(50, 60), 1, 60],
    ['later than the third of its life that we would leave', days(60, 70), 0.5, 65],
    ['just before the sixth of its life that is left at the latest', days(74, 76), 0.499, 74.998],
    ['at the sixth of its life that is left at the latest, if the window is ten years away', days(3_650, 3_660), 0.5, 75],
    ['at the latest there, if the window is ten years wide', days(1, 3_650), 0.5, 75],
    ['now, if the point is past and the window is not', days(1, 60), 0.1, 10],
    ['now, if the window began before the certificate', days(-30, 12), 0.1, 10],
  ])('has a certificate renewed %s', (_, window, randomPoint, renewedOn) => {
    const change = hinted(window, 10, active, randomPoint);
    expect(change).toMatchObject({ timeline: 'certificate.renewal_planned', events: [], startExecution: false });
    expect(change?.domain.served?.renewAt).toBe(iso(renewedOn * DAY));
    expect(Domain.parse(change?.domain)).toMatchObject({
      phase: 'active',
      execution: { attempt: active.execution.attempt },
      served: { renewalHint: window },
    });
  });

  it('is news once: its point is not drawn again', () => {
    const first = hinted(days(50, 60), 10)?.domain ?? expect.fail('it is no news');
    expect(hinted(days(50, 60), 11, first, 0.9)).toBeUndefined();
    expect(hinted(days(50, 61), 11, first, 0.9)?.domain.served?.renewAt).toBe(iso(59.9 * DAY));
  });

  it('has the renewal begin at its point, and not before', () => {
    const planned = hinted(days(50, 60), 10)?.domain ?? expect.fail('it is no news');
    expect(decideOnScan(planned, { now: later(55 * DAY - 1), timings })).toBeUndefined();
    expect(decideOnScan(planned, { now: later(55 * DAY), timings })).toMatchObject({ timeline: 'certificate.renewal_started' });
  });

  it('does not hurry a renewal that has failed and waits for its next try', () => {
    const failing = withServed(active, { renewAt: iso(61 * DAY), renewalFailures: 2 });
    expect(hinted(days(50, 70), 60.5, failing)?.domain).toMatchObject({
      served: { renewAt: iso(61 * DAY), renewalHint: days(50, 70) },
    });
  });

  it.each([
    ['does not put off a renewal that is due already', 10, 10],
    ['does not put off one that was made due since the visit began', 10.001, 10.001],
  ])('%s: somebody has asked for it, and it waits for its turn', (_, renewOn, after) => {
    const asked = withServed(active, { renewAt: iso(renewOn * DAY) });
    expect(hinted(days(60, 70), 10, asked)?.domain).toMatchObject({
      served: { renewAt: iso(after * DAY), renewalHint: days(60, 70) },
    });
  });

  it('is of the certificate: a new one has none', () => {
    const planned = hinted(days(1, 9), 10)?.domain ?? expect.fail('it is no news');
    const installing = aDomain('installing', {
      ...planned,
      issued: { ...certificate, fingerprintSha256: 'cd' },
    } as never);
    const seen = decideOnInstallation(
      installing as never,
      { kind: 'new-certificate-seen', evidence: [] },
      { now: later(55 * DAY), timings },
    );
    expect(seen.domain).toMatchObject({ phase: 'active', served: { certificate: { fingerprintSha256: 'cd' } } });
    for (const field of ['renewalHint', 'revokedAt']) expect(seen.domain.served).not.toHaveProperty(field);
  });

  it('stays known after a renewal that has failed', () => {
    const planned = hinted(days(50, 60), 10)?.domain ?? expect.fail('it is no news');
    const failure = { error: { code: 'certificate_timeout', details: {} }, diagnosis: { code: 'ok', evidence: [] } } as const;
    const failed = certificateFailed(aDomain('preparing', planned), failure as never, { now: later(55 * DAY), timings }).domain;
    expect(failed).toMatchObject({ served: { renewalHint: days(50, 60) } });
    expect(hinted(days(50, 60), 56, failed)).toBeUndefined();
  });

  it.each([
    ['that is over before the renewal was planned by the share of its life', days(1, 9), 10, active],
    ['that is over at this moment', days(1, 10), 10, active],
    [
      'that is over before the point in the former one',
      days(1, 9),
      10,
      withServed(active, { renewalHint: { ...days(20, 30), at: iso(25 * DAY) } }),
    ],
    [
      'that is over although a renewal has failed that somebody asked for',
      days(1, 9),
      10,
      withServed(active, { renewalFailures: 1 }),
    ],
  ])('%s has the certificate replaced at once, because its CA has revoked it, and says so', (_, window, day, domain) => {
    const change = hinted(window, day, domain) ?? expect.fail('it is no news');
    expect(change).toMatchObject({ timeline: 'certificate.revoked', events: ['certificate.revoked'], startExecution: false });
    const now = iso(day * DAY);
    expect(Domain.parse(change.domain)).toMatchObject({
      sslStatus: 'active',
      served: { renewAt: now, revokedAt: now, renewalHint: { at: now } },
    });
    expect(change.domain.diagnosis).toMatchObject({ code: 'ok', evidence: [said] });
    expect(decideOnScan(change.domain, { now: later(day * DAY), timings })).toMatchObject({
      timeline: 'certificate.renewal_started',
    });
  });

  it.each([
    ['the renewal was planned for then by the share of its life', 60, active],
    ['its point was reached', 26, withServed(active, { renewalHint: { ...days(20, 30), at: iso(25 * DAY) } })],
    ['a renewal has failed since', 61, withServed(active, { renewAt: iso(70 * DAY), renewalFailures: 3 })],
  ])('that is over when %s is no news', (_, day, domain) => {
    expect(hinted(days(1, day - 1), day, domain)).toBeUndefined();
  });

  it('that moves along behind the present, as that of a revoked certificate does, is told once and does not hurry the tries that fail', () => {
    const first = hinted(days(9, 9.1), 10)?.domain ?? expect.fail('it is no news');
    expect(hinted(days(9.5, 9.6), 10.5, first)).toBeUndefined();
    const failing = withServed(first, { renewAt: iso(11 * DAY), renewalFailures: 2 });
    expect(hinted(days(10, 10.1), 10.9, failing)).toBeUndefined();
  });

  it('that is over a second time after it was not is not told again, and the certificate is replaced at once all the same', () => {
    const first = hinted(days(9, 9.1), 10)?.domain ?? expect.fail('it is no news');
    const later1 = hinted(days(20, 30), 11, first)?.domain ?? expect.fail('it is no news');
    expect(later1).toMatchObject({ served: { renewAt: iso(25 * DAY), revokedAt: iso(10 * DAY) } });
    expect(hinted(days(11, 11.5), 12, later1)).toMatchObject({
      events: [],
      domain: { served: { renewAt: iso(12 * DAY), revokedAt: iso(10 * DAY) } },
    });
  });

  it.each([
    ['that has ended', active, 90],
    ['whose hostname is somebody else’s', { ...active, claimLost: true }, 10],
    ['that is being removed', aDomain('removing', { served: { certificate, renewAt: iso(60 * DAY) } }), 10],
    [
      'whose servers have a younger certificate than the one it is about',
      aDomain('moving', {
        served: { certificate, renewAt: iso(60 * DAY) },
        issued: { ...certificate, fingerprintSha256: 'cd', notAfter: iso(99 * DAY) },
      } as never),
      10,
    ],
  ])('changes nothing for a domain %s', (_, domain, day) => {
    expect(hinted(days(50, 60), day, domain)).toBeUndefined();
  });

  it.each(inEveryPhase.filter(([phase]) => phase !== 'removing'))(
    'leaves the work on a domain that is %s alone',
    (phase, domain) => {
      const watched = {
        ...domain,
        served: servedAs({ certificate, renewAt: iso(60 * DAY) }),
        ...('issued' in domain && { issued: certificate }),
      } as Domain;
      const next = hinted(days(50, 60), 10, watched)?.domain;
      expect(next).toMatchObject({ phase, execution: { attempt: domain.execution.attempt }, served: { renewAt: iso(55 * DAY) } });
      expect(next && Domain.parse(next).phase).toBe(phase);
    },
  );
});
