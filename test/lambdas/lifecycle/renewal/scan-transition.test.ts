import { describe, expect, it } from 'vitest';
import type { MoveObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Changed } from '../../../../lambdas/lifecycle/request.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { Domain, type DomainIn, type Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { isAtRest } from '../../../../lambdas/model/domains/phase.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { aDomain, aFailure, cnameAway, HOUR, iso, issued, justServed, later, servedAs, timings } from '../../a-domain.ts';
import { inEveryPhase } from '../every-phase.ts';
import { certificateFailed, decideOnMove, decideOnRetirement, decideOnScan, moveRequested } from '../said-decisions.ts';

const DAY = 24 * HOUR;
const certificate = { ...issued, notBefore: iso(0), notAfter: iso(90 * DAY) };
const watched = {
  served: servedAs({ certificate, renewAt: iso(60 * DAY) }),
  sslStatus: 'active',
  dnsStatus: 'validated',
} as const;
const active = aDomain('active', watched);
const at = (domain: Domain, day: number) => decideOnScan(domain, { now: later(day * DAY), timings });
const readBack = (domain: Domain | undefined) => Domain.parse(JSON.parse(JSON.stringify(domain)));

/** The result of an attempt that ends without a certificate. */
function failedAt(domain: Domain, day: number) {
  const error = { code: 'certificate_timeout', details: {} } as const;
  const ended = certificateFailed(domain, aFailure(error, 'challenge_unreachable'), { now: later(day * DAY), timings });
  return ended.changed ? ended : expect.fail('nothing has changed');
}

describe('a renewal', () => {
  it('begins in a new attempt at its instant, not a millisecond before, and the domain stays active and ok', () => {
    expect(decideOnScan(active, { now: later(60 * DAY - 1), timings })).toBeUndefined();
    const begun = at(active, 60);
    expect(begun).toMatchObject({
      timeline: 'certificate.renewal_started',
      startExecution: true,
      events: [],
      domain: { phase: 'preparing', sslStatus: 'active', execution: { attempt: 2 }, diagnosis: { code: 'ok' } },
    });
    expect(readBack(begun?.domain)).toMatchObject({ phase: 'preparing' });
  });

  it('begins although DNS was found elsewhere: a name that answers for us again gets its certificate', () => {
    const begun = at({ ...active, dnsStatus: 'error', conditions: cnameAway(6, iso(0), false) }, 60);
    expect(begun?.domain).toMatchObject({ phase: 'preparing', diagnosis: { code: 'cname_not_found' } });
  });

  it.each(inEveryPhase.filter(([phase]) => phase !== 'active' && phase !== 'moving'))(
    'does not begin while the domain is %s',
    (_, domain) => {
      expect(at({ ...domain, ...watched }, 60)).toBeUndefined();
    },
  );

  it('that fails is tried again in growing gaps, and leaves the domain active with its error in view', () => {
    const gaps: number[] = [];
    let domain: Domain = active;
    for (let day = 60; gaps.length < 5; ) {
      const begun: Changed = at(domain, day) ?? expect.fail(`nothing is due on day ${day}`);
      domain = failedAt(begun.domain, day).domain;
      expect(domain).toMatchObject({ phase: 'active', sslStatus: 'active', error: { code: 'certificate_timeout' } });
      const next = (Date.parse(domain.served?.renewAt ?? '') - Date.parse(iso(0))) / DAY;
      gaps.push(Math.round((next - day) * 24));
      day = next;
    }
    expect(gaps).toEqual([3, 6, 12, 24, 24]);
  });
});

describe('a certificate that ends', () => {
  const failing = withServed(active, { renewAt: iso(90.5 * DAY), renewalFailures: 9 });

  it.each([
    [75.99, 0, undefined],
    [76, 0, 1],
    [82.99, 1, undefined],
    [83, 1, 2],
    [89, 2, 4],
  ])('on day %d, with %d notices sent, makes the count of them %s: what was missed is told once', (day, before, after) => {
    const change = at(withServed(failing, { notified: { ...justServed.notified, expiryNotices: before } }), day);
    expect(change?.domain.served?.notified.expiryNotices).toBe(after);
    if (change)
      expect(change).toMatchObject({
        events: ['certificate.expiring'],
        startExecution: false,
        domain: { execution: { attempt: 1 } },
      });
  });

  it('is an error at its end, told once, and is tried again, later once a day', () => {
    const over =
      at(withServed(failing, { notified: { ...justServed.notified, expiryNotices: 4 } }), 90) ??
      expect.fail('its end is not seen');
    expect(over).toMatchObject({
      events: ['certificate.expired'],
      domain: {
        phase: 'failed',
        sslStatus: 'error',
        error: { code: 'certificate_expired' },
        served: { renewAt: iso(90.5 * DAY) },
      },
    });
    expect(at(readBack(over.domain), 90.49)).toBeUndefined();
    const begun = at(over.domain, 91) ?? expect.fail('it is not tried again');
    expect(begun).toMatchObject({ startExecution: true, domain: { phase: 'preparing', sslStatus: 'error' } });
    const again = failedAt(begun.domain, 91);
    expect(again.events).toEqual(['certificate.renewal_failed']);
    expect(again.domain).toMatchObject({
      phase: 'failed',
      error: { code: 'certificate_expired' },
      served: { renewAt: iso(92 * DAY) },
    });
    const once = failedAt((at(again.domain, 92) ?? expect.fail('it is not tried a third time')).domain, 92);
    expect(once.events).toEqual([]);
  });

  const atWork = inEveryPhase.filter(([phase]: readonly [Phase, Domain]) => !isAtRest(phase) && phase !== 'removing');
  it.each(atWork)('while the domain is %s is an error, and leaves the work under way alone', (phase, domain) => {
    const over = at({ ...domain, ...watched }, 90);
    expect(over).toMatchObject({
      events: ['certificate.expired'],
      startExecution: false,
      domain: {
        phase,
        sslStatus: 'error',
        error: { code: 'certificate_expired' },
        execution: { attempt: domain.execution.attempt },
      },
    });
    expect(readBack(over?.domain).phase).toBe(phase);
  });
});

describe('a certificate that ends while its domain waits for a move', () => {
  const moveTo2 = { serverId: 2, move: { fromServerId: 1, state: 'awaiting_dns' }, moveDeadlineAt: iso(DAY) } as const;
  const moving = (issued = certificate) => aDomain('moving', { ...watched, ...moveTo2, issued } as never);
  const seen: MoveObservation = {
    installation: { kind: 'new-certificate-seen', evidence: [] },
    dns: { kind: 'cname-matched', evidence: [] },
  };
  const over = at(moving(), 90)?.domain ?? expect.fail('its end is not seen');

  it('is an error, and is renewed once the domain has arrived', () => {
    const arrived = decideOnMove(over as DomainIn<'moving'>, seen, { now: later(92 * DAY), timings }).domain;
    expect(arrived).toMatchObject({ sslStatus: 'error', error: { code: 'certificate_expired' } });
    const rested = decideOnRetirement(arrived as DomainIn<'retiring'>).domain;
    expect(at(rested, 93)).toMatchObject({ timeline: 'certificate.renewal_started' });
  });

  it('leaves one that can be moved on', () => {
    const { organizationId, url: hostname, id: domainId } = over;
    const place = { organizationId, serverId: 2, hostname, domainId, facts: certificate };
    const found = { ...place, state: 'present', chainPem: 'CHAIN', sealedKey: {}, handshakes: {} } as unknown as Certificate;
    const target = { serverId: 3, cnameTarget: 'label3.cname.service.net', connected: true };
    const moved = moveRequested(over, target, found, { now: later(91 * DAY), timings });
    expect(moved).toMatchObject({ kind: 'changed', put: { serverId: 3 }, domain: { phase: 'moving', serverId: 3 } });
  });

  it('is not reported where a younger one is on the servers, which is the one that arrives', () => {
    const younger = { ...certificate, fingerprintSha256: 'cd'.repeat(32), notBefore: iso(59 * DAY), notAfter: iso(149 * DAY) };
    expect(at(moving(younger), 91)).toBeUndefined();
    const arrived = decideOnMove(moving(younger), seen, { now: later(92 * DAY), timings }).domain;
    expect(arrived).toMatchObject({ sslStatus: 'active', served: { certificate: younger } });
  });
});
