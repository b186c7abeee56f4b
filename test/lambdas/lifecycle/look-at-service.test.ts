import { describe, expect, it } from 'vitest';
import { withServed } from '../../../lambdas/lifecycle/transition.ts';
import type { DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { scanTime } from '../../../lambdas/model/domains/scan-time.ts';
import { aDomain, HOUR, iso, issued, justServed, later, revocation, said, servedAs, timings } from '../a-domain.ts';
import { afterChecks, hourly, lookAfter, type Seen } from './a-check.ts';
import { decideOnRevocation, decideOnScan, moveRequested, removalRequested, revocationBegun } from './said-decisions.ts';

const DAY = 24;
const active = aDomain('active');
/** Shortly before the renewal. */
const renewAt = iso(7 * DAY * HOUR);
const soon = aDomain('active', { served: { renewAt } });
const atRisk = ['certificate.at_risk'];

describe('what is served for an active domain', () => {
  it('a certificate that is not served is suspected at a first check, and said and told at a second, an hour later', () => {
    const first = lookAfter(0, active, 'former');
    expect(first).toMatchObject({ isQuiet: true, events: [], domain: { diagnosis: { code: 'ok' }, nextCheckAt: iso(HOUR) } });
    const { domain, events, timeline } = afterChecks(active, [
      [0, 'former'],
      [1, 'former'],
    ]);
    expect({ events, timeline }).toEqual({ events: atRisk, timeline: ['certificate.not_served'] });
    expect(domain).toMatchObject({
      sslStatus: 'active',
      diagnosis: {
        code: 'certificate_not_served',
        reason: 'former_certificate',
        observed: 'cd'.repeat(32),
        checkedAt: iso(HOUR),
      },
    });
    expect(domain).not.toHaveProperty('error');
  });

  it.each<[string, (readonly [number, Seen])[], string]>([
    [
      'two checks of once are one',
      [
        [0, 'former'],
        [0, 'former'],
        [1 - 1 / HOUR, 'former'],
      ],
      'ok',
    ],
    [
      'a check that sees nothing neither confirms',
      [
        [0, 'former'],
        [1, 'unseen'],
      ],
      'ok',
    ],
    [
      'nor clears',
      [
        [0, 'former'],
        [1, 'unseen'],
        [2, 'former'],
      ],
      'certificate_not_served',
    ],
    [
      'one that sees ours clears',
      [
        [0, 'former'],
        [1, 'fine'],
        [2, 'former'],
      ],
      'ok',
    ],
    [
      'other trouble is trouble',
      [
        [0, 'former'],
        [1, 'refused'],
      ],
      'certificate_not_served',
    ],
    [
      'a server that is nobody’s while the name leads elsewhere says nothing',
      [
        [0, 'former'],
        [1, 'missing'],
      ],
      'ok',
    ],
    [
      'nor while DNS does not answer',
      [
        [0, 'former'],
        [1, 'dnsUnknown'],
      ],
      'ok',
    ],
  ])('what is served is doubted by a second check only: %s', (_, checks, code) => {
    expect(afterChecks(active, checks).domain.diagnosis.code).toBe(code);
  });

  it('a certificate that is served again is ok again, and was told once for each cause', () => {
    const { domain, events, timeline } = afterChecks(active, [
      ...hourly(0, 3, 'former'),
      ...hourly(4, 6, 'refused'),
      [7, 'fine'],
      ...hourly(8, 9, 'former'),
      [10, 'fine'],
    ]);
    expect(events).toEqual([...atRisk, ...atRisk]);
    expect(timeline).toEqual([
      ...['certificate.not_served', 'certificate.not_served', 'certificate.served'],
      ...['certificate.not_served', 'certificate.served'],
    ]);
    expect(domain.diagnosis.code).toBe('ok');
    expect(domain.conditions).toEqual({});
    expect(domain).not.toHaveProperty('nextCheckAt');
  });

  it('a certificate that only its agent had seen is ok once it is seen from outside', () => {
    const blind = aDomain('active', { diagnosis: { code: 'certificate_not_served', evidence: [] } });
    expect(lookAfter(0, blind, 'unseen')).toBeUndefined();
    expect(lookAfter(0, blind, 'fine')).toMatchObject({ timeline: 'certificate.served', domain: { diagnosis: { code: 'ok' } } });
  });

  it('a server that lets nobody in any more is doubted by a second check, as one that shows something else', () => {
    expect(lookAfter(0, active, 'unreachable')).toMatchObject({ isQuiet: true, domain: { diagnosis: { code: 'ok' } } });
    const { domain, events } = afterChecks(active, hourly(0, 1, 'unreachable'));
    expect(events).toEqual(atRisk);
    expect(domain.diagnosis).toMatchObject({ code: 'certificate_not_served', reason: 'https_unreachable' });
    expect(afterChecks(domain, [[2, 'fine']]).domain.diagnosis.code).toBe('ok');
  });

  it('a server that never let us in is not down because it does not', () => {
    const blind = aDomain('active', { diagnosis: { code: 'certificate_not_served', evidence: [] } });
    expect(lookAfter(0, blind, 'unreachable')).toBeUndefined();
  });

  it('silent machines are said at once, tell nobody of each domain, and are over when they are heard of', () => {
    const { domain, events, timeline } = afterChecks(active, hourly(0, 3, 'silent'));
    expect({ events, timeline }).toEqual({ events: [], timeline: ['server.silent'] });
    expect(domain).toMatchObject({
      sslStatus: 'active',
      diagnosis: { code: 'server_not_connected', reason: 'server_silent', observed: expect.stringContaining('web-1') },
      nextCheckAt: iso(4 * HOUR),
    });
    expect(lookAfter(3.5, domain, 'silent')).toBeUndefined();
    const heard = afterChecks(domain, [[4, 'heard']]);
    expect(heard).toMatchObject({ timeline: ['server.heard'], domain: { diagnosis: { code: 'ok' } } });
    expect(heard.domain.conditions).toEqual({});
  });

  it('a server that is down is silent first, and what its visitors see is told as a risk', () => {
    const { domain, events, timeline } = afterChecks(active, hourly(0, 1, 'down'));
    expect({ events, timeline }).toEqual({ events: atRisk, timeline: ['server.silent', 'certificate.not_served'] });
    expect(domain).toMatchObject({ diagnosis: { code: 'server_not_connected' }, conditions: { served: { times: 2 } } });
  });

  it('a certificate that is not served for a week is looked at daily from then on', () => {
    const { domain } = afterChecks(active, hourly(0, 7 * DAY, 'refused'));
    expect(domain).not.toHaveProperty('nextCheckAt');
    expect(lookAfter(8 * DAY, domain, 'refused')).toBeUndefined();
  });

  it('a failed renewal stays in view behind it, and is seen again when it is gone', () => {
    const error = { code: 'certificate_timeout', details: {} } as const;
    const failed = aDomain('active', {
      error,
      diagnosis: { code: 'certificate_timeout', evidence: [] },
      served: { renewalFailures: 1 },
    });
    const { domain } = afterChecks(failed, hourly(0, 1, 'refused'));
    expect(domain).toMatchObject({ error, diagnosis: { code: 'certificate_not_served' } });
    const notified = { risks: ['certificate_not_served tls_failed'] };
    expect(afterChecks(domain, [[2, 'fine']]).domain).toEqual({
      ...said(failed),
      served: servedAs({ renewalFailures: 1, notified }),
      updatedAt: iso(2 * HOUR),
    });
  });
});

describe('a dry run before a renewal', () => {
  const confirmed = afterChecks(soon, [
    [0, 'obstructed'],
    [1, 'obstructed'],
  ]);

  it('reports that the certificate is at risk when it meets an obstacle twice, once', () => {
    expect(confirmed).toMatchObject({ events: atRisk, timeline: ['certificate.obstructed'] });
    expect(confirmed.domain).toMatchObject({ sslStatus: 'active', diagnosis: { code: 'challenge_unreachable' } });
    expect(confirmed.domain).not.toHaveProperty('error');
    const { events } = afterChecks(confirmed.domain, [
      ...hourly(2, 9, 'obstructed'),
      [10, 'fine'],
      ...hourly(11, 12, 'obstructed'),
    ]);
    expect(events).toEqual([]);
  });

  it('reports another obstacle too', () => {
    expect(afterChecks(confirmed.domain, [[2, 'caa']])).toMatchObject({
      events: atRisk,
      domain: { diagnosis: { code: 'caa_forbids_issuance', observed: 'ca.example' } },
    });
  });

  it('makes the domain ok when it passes again', () => {
    const { domain, timeline } = afterChecks(confirmed.domain, [[2, 'fine']]);
    expect(domain).toEqual({
      ...said(soon),
      served: servedAs({ renewAt, notified: { risks: ['challenge_unreachable'] } }),
      updatedAt: iso(2 * HOUR),
    });
    expect(timeline).toEqual(['certificate.unobstructed']);
  });

  it.each<[number, string]>([
    [7 * DAY * HOUR, 'challenge_unreachable'],
    [7 * DAY * HOUR + 1, 'ok'],
  ])('is made a week ahead: with %d ms to go the diagnosis becomes %s', (left, code) => {
    const domain = withServed(active, { renewAt: iso(HOUR + left) });
    const checks = [
      [0, 'obstructed'],
      [1, 'obstructed'],
      [2, 'obstructed'],
    ] as const;
    expect(afterChecks(domain, checks.slice(0, 2)).domain.diagnosis.code).toBe('ok');
    const second = lookAfter(2, lookAfter(1, domain, 'obstructed')?.domain ?? domain, 'obstructed');
    expect(second?.isQuiet ? 'ok' : second?.domain.diagnosis.code).toBe(code);
  });

  it('is made a fifth of a short life ahead', () => {
    const certificate = { notBefore: iso(-3 * DAY * HOUR), notAfter: iso(3 * DAY * HOUR) };
    const short = (renewAt: string) =>
      withServed(active, { renewAt, certificate: { ...issued, ...certificate } }) as DomainIn<'active'>;
    expect(lookAfter(0, short(iso(1.2 * DAY * HOUR)), 'obstructed')).toBeDefined();
    expect(lookAfter(0, short(iso(1.2 * DAY * HOUR + 1)), 'obstructed')).toBeUndefined();
  });

  it('reports a missing CNAME long before it is gone beyond doubt, and DNS stays validated', () => {
    const { domain, events } = afterChecks(soon, hourly(0, 2, 'missing'));
    expect(events).toEqual(atRisk);
    expect(domain).toMatchObject({
      dnsStatus: 'validated',
      error: { code: 'cname_not_found' },
      diagnosis: { code: 'cname_not_found' },
    });
    const later = afterChecks(domain, hourly(3, 24, 'missing'));
    expect(later.events).toEqual(['domain.dns_changed']);
    expect(afterChecks(later.domain, [[25, 'fine']]).domain).toEqual({
      ...said(soon),
      served: servedAs({ renewAt, notified: { risks: ['cname_not_found'] } }),
      updatedAt: iso(25 * HOUR),
    });
  });

  it('is not made after a failed one: its next try finds out', () => {
    expect(lookAfter(0, withServed(soon, { renewalFailures: 1 }), 'obstructed')).toBeUndefined();
  });

  it('a renewal that is planned anew for later leaves no suspicion behind', () => {
    const later = afterChecks(withServed(confirmed.domain, { renewAt: iso(30 * DAY * HOUR) }), [[2, 'obstructed']]).domain;
    expect(later.diagnosis.code).toBe('ok');
    expect(later.conditions).toEqual({});
  });

  it('a renewal that begins under a suspicion begins without it, and does not tell the same cause again', () => {
    const begun = decideOnScan(withServed(confirmed.domain, { renewAt: iso(0) }), { now: later(2 * HOUR), timings });
    expect(begun?.domain).toMatchObject({
      phase: 'preparing',
      diagnosis: { code: 'ok' },
      served: { notified: { risks: ['challenge_unreachable'] } },
    });
    expect(begun?.domain.conditions).toEqual({});
  });
});

it('trouble with what is served is said before an obstacle to the renewal, which is said when it is over', () => {
  const both = afterChecks(soon, hourly(0, 1, 'both'));
  expect(both).toMatchObject({ events: atRisk, domain: { diagnosis: { code: 'certificate_not_served' } } });
  const served = afterChecks(both.domain, [[2, 'obstructed']]);
  expect(served).toMatchObject({ events: atRisk, domain: { diagnosis: { code: 'challenge_unreachable' } } });
  expect(afterChecks(served.domain, [[3, 'fine']]).domain.diagnosis.code).toBe('ok');
});

describe('a suspicion', () => {
  const suspected = afterChecks(soon, [[0, 'missing'], ...hourly(1, 2, 'both')]).domain;
  const move = { serverId: 2, cnameTarget: 'label2.cname.service.net', connected: true };

  it('about what is served or to be renewed ends where its domain is moved, and hides nothing of the move', () => {
    const { organizationId, url: hostname, id: domainId } = suspected;
    const held = {
      organizationId,
      serverId: 1,
      hostname,
      domainId,
      facts: issued,
      state: 'present',
      chainPem: '',
      sealedKey: {},
      handshakes: {},
    };
    const moved = moveRequested(suspected, move, held as never, { now: later(3 * HOUR), timings });
    expect(moved).toMatchObject({ kind: 'changed', domain: { phase: 'moving' } });
    expect(moved).not.toHaveProperty('domain.conditions.served');
    expect(moved).not.toHaveProperty('domain.conditions.renewal');
    expect(moved.kind === 'changed' && scanTime(moved.domain)).not.toBe(suspected.nextCheckAt);
  });

  it('that has ended with a revocation leaves nothing behind that the next check does not remove', () => {
    const confirmed = afterChecks(soon, hourly(0, 1, 'obstructed')).domain;
    const { domain } = revocationBegun(confirmed, revocation, { now: later(2 * HOUR), timings });
    const revoked = decideOnRevocation(
      domain as DomainIn<'revoking'>,
      { kind: 'certificate-revoked' },
      { now: later(2 * HOUR), timings },
    );
    expect(revoked.domain).toMatchObject({ phase: 'active', diagnosis: { code: 'challenge_unreachable' } });
    expect(afterChecks(revoked.domain, [[3, 'fine']]).domain.diagnosis.code).toBe('ok');
    expect(afterChecks(revoked.domain, hourly(3, 4, 'obstructed'))).toMatchObject({
      events: [],
      domain: { diagnosis: { code: 'challenge_unreachable' } },
    });
  });

  it('of a domain that is deleted makes nothing due', () => {
    const removed = removalRequested(suspected, { now: later(3 * HOUR), timings });
    expect(removed.kind === 'changed' && scanTime(removed.domain)).toBeUndefined();
    expect(removed.kind === 'changed' && lookAfter(4, removed.domain, 'fine')).toBeUndefined();
  });

  it('a certificate that ends before its dry run is told as expired, and no check says that it is at risk', () => {
    const ended = withServed(soon, {
      certificate: { ...issued, notAfter: iso(HOUR) },
      renewAt: iso(8 * DAY * HOUR),
      notified: { ...justServed.notified, expiryNotices: 9 },
    });
    const over = decideOnScan(ended, { now: later(HOUR), timings });
    expect(over).toMatchObject({ events: ['certificate.expired'], domain: { phase: 'failed', sslStatus: 'error' } });
    expect(over && afterChecks(over.domain, hourly(2, 4, 'both')).events).toEqual([]);
  });
});
