import { describe, expect, it } from 'vitest';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Requested } from '../../../../lambdas/lifecycle/request.ts';
import type { CheckAsker, ServerObservation } from '../../../../lambdas/lifecycle/requests/check-request.ts';
import type { Evidence } from '../../../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { domainResource } from '../../../../lambdas/model/domains/domain-resource.ts';
import { Domain, type Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, cnameAway, HOUR, iso, issued, justServed, later, NOW, timings, type WithSaid } from '../../a-domain.ts';
import { checkRequested } from '../said-decisions.ts';

const answer: Evidence = { kind: 'dns', asked: 'CNAME shop.customer.com', answer: 'now', at: iso(0) };
const evidence = [answer];
const seen = {
  matched: { kind: 'cname-matched', evidence },
  missing: { kind: 'cname-missing', evidence },
  elsewhere: { kind: 'cname-elsewhere', actualTarget: 'other.net', evidence },
  unknown: { kind: 'dns-unknown', evidence },
} satisfies Record<string, DnsObservation>;
type Seen = keyof typeof seen;

const shown: Evidence = { kind: 'tls', asked: 'TLS shop.customer.com:443', answer: 'now', at: iso(0) };
const servedNow: ServerObservation = { served: { kind: 'served', evidence: [shown] } };
const check = (
  domain: Domain,
  what: Seen,
  now = NOW,
  asker: CheckAsker = 'integrator',
  server: ServerObservation = servedNow,
): WithSaid<Requested> => checkRequested(domain, seen[what], asker, { now, timings }, server);
const timedOut = aDomain('failed', {
  dnsStatus: 'error',
  diagnosis: { code: 'dns_validation_timeout', evidence: [] },
  error: { code: 'dns_validation_timeout', details: {} },
});
const lost = aDomain('failed', { dnsStatus: 'error', claimLost: true, diagnosis: { code: 'hostname_claimed', evidence: [] } });
const sslError = aDomain('failed', { dnsStatus: 'validated', sslStatus: 'error' });
const leaving = aDomain('retiring', { ...timedOut, retireFrom: [1] });
const dnsGone = aDomain('active', {
  dnsStatus: 'error',
  nextCheckAt: iso(2 * HOUR),
  diagnosis: { code: 'cname_not_found', evidence: [] },
  error: { code: 'cname_not_found', details: {} },
});

/** `shown`: returned, but not written. `written`: in the same attempt. `begun`: with a new attempt. */
type Becomes = 'shown' | 'written' | 'begun';
const shownAlways = { matched: 'shown', missing: 'shown', elsewhere: 'shown', unknown: 'shown' } as const;
const TABLE: Record<Exclude<Phase, 'failed'>, Record<Seen, Becomes>> = {
  'awaiting-dns': { matched: 'begun', missing: 'written', elsewhere: 'written', unknown: 'written' },
  preparing: shownAlways,
  ordering: shownAlways,
  authorizing: shownAlways,
  validating: shownAlways,
  finalizing: shownAlways,
  downloading: shownAlways,
  installing: shownAlways,
  moving: shownAlways,
  retiring: shownAlways,
  revoking: shownAlways,
  removing: shownAlways,
  active: { matched: 'shown', missing: 'written', elsewhere: 'written', unknown: 'shown' },
};
const FAILED: [string, Domain, Record<Seen, Becomes>][] = [
  ['timed out', timedOut, { matched: 'begun', missing: 'shown', elsewhere: 'written', unknown: 'shown' }],
  [
    'timed out, while copies are taken away',
    leaving,
    { matched: 'begun', missing: 'shown', elsewhere: 'written', unknown: 'shown' },
  ],
  ['lost to another organization', lost, shownAlways],
  ['failed after validation', sslError, shownAlways],
  ['active with its CNAME gone', dnsGone, { matched: 'written', missing: 'shown', elsewhere: 'written', unknown: 'shown' }],
];
const cases = [
  ...Object.entries(TABLE).map(
    ([phase, row]) => [phase, aDomain(phase as Phase), row] as [string, Domain, Record<Seen, Becomes>],
  ),
  ...FAILED,
].flatMap(([name, domain, row]) => Object.entries(row).map(([what, becomes]) => [name, what as Seen, becomes, domain] as const));

it.each(cases)('a check of a domain %s that finds it %s is %s', (_, what, becomes, domain) => {
  const requested = check(domain, what, later(HOUR));
  if (requested.kind === 'conflict') throw new Error('a check never conflicts');
  expect(requested.kind).toBe(becomes === 'shown' ? 'unchanged' : 'changed');
  expect(requested.domain.execution.attempt).toBe(domain.execution.attempt + (becomes === 'begun' ? 1 : 0));
  // The check of an active domain also uses TLS, and an unusable answer confirms no earlier finding. While a step is running, a
  // check uses DNS only and cannot confirm that a certificate is served.
  const isOfNow = domain.phase === 'active' ? what !== 'unknown' : domain.sslStatus !== 'active' || becomes !== 'shown';
  expect(requested.domain.diagnosis.evidence).toEqual(expect.arrayContaining(evidence));
  expect(requested.domain.diagnosis.checkedAt === iso(HOUR)).toBe(isOfNow && !(domain === dnsGone && what === 'unknown'));
  expect(Domain.parse(requested.domain)).toEqual(requested.domain);
  if (requested.kind === 'changed') expect(requested.startExecution).toBe(becomes === 'begun');
  if (becomes !== 'begun') expect(requested.domain.phase).toBe(domain.phase);
});

it('a check that is only shown keeps the diagnosis and what other checks have found', () => {
  const tls: Evidence = { kind: 'tls', asked: 'TLS', answer: 'refused', at: iso(0) };
  const diagnosis = { code: 'certificate_not_served' as const, evidence: [tls, { ...answer, answer: 'before' }] };
  const requested = check(aDomain('installing', { diagnosis }), 'missing');
  expect(requested).toMatchObject({ domain: { diagnosis: { code: 'certificate_not_served', evidence: [tls, answer] } } });
});

it('a check while DNS is awaited that finds the CNAME goes on at once, whatever the present execution waits for', () => {
  const requested = check(aDomain('awaiting-dns', { execution: { notBefore: iso(300_000) } }), 'matched');
  expect(requested).toMatchObject({
    events: ['domain.validated'],
    domain: {
      phase: 'preparing',
      dnsStatus: 'validated',
      cname: { everValidated: true },
      issuance: { certificateRequestId: expect.stringMatching(/^creq_[0-9]+_[0-9]+$/) },
    },
  });
  expect(requested).not.toHaveProperty('domain.execution.notBefore');
});

it('a check while DNS is awaited that does not says so, and leaves the next check of the lifecycle as it is', () => {
  const lastCheck = { at: iso(-100_000), nextAt: iso(200_000) };
  const waiting = aDomain('awaiting-dns', { execution: { notBefore: iso(200_000), lastCheck } });
  expect(check(waiting, 'missing')).toMatchObject({
    events: [],
    domain: {
      error: { code: 'cname_not_found' },
      execution: { notBefore: iso(200_000), dueAt: waiting.execution.dueAt, lastCheck: waiting.execution.lastCheck },
    },
  });
});

it('a check while DNS is awaited at the end of the window ends it', () => {
  const requested = check(aDomain('awaiting-dns'), 'missing', later(24 * HOUR));
  expect(requested).toMatchObject({
    startExecution: false,
    events: ['domain.validation_failed'],
    domain: { phase: 'failed', dnsStatus: 'error', execution: { attempt: 2 } },
  });
  expect(requested).not.toHaveProperty('domain.execution.dueAt');
});

it('a check after the window has ended resumes the domain when it finds the CNAME', () => {
  const requested = check(timedOut, 'matched');
  expect(requested).toMatchObject({
    events: ['domain.validated'],
    domain: { phase: 'preparing', dnsStatus: 'validated', sslStatus: 'pending', cname: { everValidated: true } },
  });
  expect(requested).not.toHaveProperty('domain.error');
});

it('a check after the window has ended keeps a certificate that it once had', () => {
  expect(check({ ...timedOut, served: justServed }, 'matched')).toMatchObject({
    events: ['domain.dns_restored'],
    domain: { served: { certificate: issued } },
  });
});

it('a check after the window has ended otherwise tells what is there now, still timed out', () => {
  expect(check(timedOut, 'elsewhere')).toMatchObject({
    domain: {
      error: { code: 'dns_validation_timeout' },
      diagnosis: { code: 'dns_validation_timeout', observed: 'other.net' },
    },
  });
});

describe('a check of an active domain', () => {
  const active = aDomain('active');

  it('whose CNAME is gone says so once, and leaves it active', () => {
    const gone = check(active, 'missing');
    expect(gone).toMatchObject({
      events: ['domain.dns_changed'],
      domain: {
        dnsStatus: 'error',
        sslStatus: 'active',
        error: { code: 'cname_not_found' },
        diagnosis: { code: 'cname_not_found' },
      },
    });
    expect(check(Object(gone).domain, 'elsewhere')).toMatchObject({
      events: [],
      domain: { error: { code: 'invalid_cname_target' } },
    });
  });

  it.each(['validated', 'error'] as const)(
    'that finds its CNAME, %s before, leaves the next check of what is served as it is',
    (dnsStatus) => {
      const found = { code: 'certificate_not_served' as const, evidence: [] };
      const served = { since: iso(-HOUR), times: 1, found, isSuspected: true as const };
      const away = { conditions: cnameAway(1, iso(-HOUR), dnsStatus !== 'error'), nextCheckAt: iso(HOUR) };
      const suspected = aDomain('active', { ...away, dnsStatus, conditions: { ...away.conditions, served } });
      expect(check(suspected, 'matched', NOW, 'integrator', {})).toMatchObject({ domain: { nextCheckAt: iso(HOUR) } });
      expect(check(aDomain('active', { ...away, dnsStatus }), 'matched')).not.toHaveProperty('domain.nextCheckAt');
    },
  );

  const at = { ok: iso(-24 * HOUR) };
  const old: Evidence = { ...shown, answer: 'then', at: at.ok };
  const fine = aDomain('active', { allClear: { evidence: [old], checkedAt: at.ok } });
  const refused: Evidence = { ...shown, answer: 'ECONNREFUSED' };
  const unreachable: ServerObservation['served'] = { kind: 'not-served', reason: 'https_unreachable', evidence: [refused] };

  it('that sees its certificate served says ok of now, with the evidence of now', () => {
    const requested = check(fine, 'matched', later(HOUR));
    expect(requested).toMatchObject({ kind: 'unchanged', domain: { diagnosis: { code: 'ok', checkedAt: iso(HOUR) } } });
    expect(requested).toHaveProperty('domain.diagnosis.evidence', [answer, shown]);
  });

  it('whose server lets nobody in says so at once, to the integrator who asks', () => {
    const down = check(fine, 'matched', NOW, 'integrator', { served: unreachable });
    expect(down).toMatchObject({
      events: ['certificate.at_risk'],
      timeline: 'certificate.not_served',
      domain: {
        sslStatus: 'active',
        diagnosis: { code: 'certificate_not_served', reason: 'https_unreachable', evidence: [answer, refused] },
      },
    });
    const again = check(Object(down).domain, 'matched', later(HOUR / 2), 'integrator', { served: unreachable });
    expect(again).toMatchObject({ kind: 'unchanged', domain: { diagnosis: { checkedAt: iso(HOUR / 2) } } });
    const back = check(Object(down).domain, 'matched', later(HOUR));
    expect(back).toMatchObject({ domain: { diagnosis: { code: 'ok', checkedAt: iso(HOUR), evidence: [answer, shown] } } });
  });

  it('by a visitor who finds nobody at its server is a first suspicion, reported to nobody, and leaves what is said of then', () => {
    const suspected = check(fine, 'matched', NOW, 'visitor', { served: unreachable });
    expect(suspected).toMatchObject({
      isQuiet: true,
      events: [],
      domain: { diagnosis: { code: 'ok', checkedAt: at.ok, evidence: [old] }, conditions: { served: { isSuspected: true } } },
    });
  });

  it('whose machines are silent names them, since when, and what to run', () => {
    const machines = { kind: 'machines-silent', reason: 'server_silent', observed: 'web-1 (last heard of at then)' } as const;
    const silent = check(fine, 'matched', NOW, 'integrator', { served: unreachable, machines });
    if (silent.kind !== 'changed') throw new Error('nothing is said');
    const { code, reason, actor, summary, fix } = domainResource(silent.domain).diagnosis;
    expect([code, reason, actor]).toEqual(['server_not_connected', 'server_silent', 'integrator']);
    expect(summary).toContain('web-1 (last heard of at then)');
    expect(fix.text).toContain('systemctl restart cps-agent');
  });

  it.each<[string, Seen, ServerObservation]>([
    [
      'its server has no address',
      'matched',
      { served: { kind: 'served-unknown', evidence: [{ ...shown, answer: 'no address' }] } },
    ],
    ['DNS does not answer', 'unknown', servedNow],
  ])('that could not see again what is said says so, and leaves the time of the check that saw it: %s', (_, what, server) => {
    const requested = check(fine, what, NOW, 'integrator', server);
    expect(requested).toMatchObject({
      kind: 'unchanged',
      domain: {
        diagnosis: { code: 'ok', reason: 'not_seen_now', checkedAt: at.ok, evidence: [old, answer, server.served?.evidence[0]] },
      },
    });
    expect(domainResource(requested.kind === 'unchanged' ? requested.domain : fine).diagnosis.summary).toMatch(
      /was served .* at the time in checked_at/,
    );
  });

  it.each(['retiring', 'ordering', 'moving'] as const)(
    'that is %s is not said to be fine now by a look at DNS alone: to the integrator what was seen then, to a visitor nothing new',
    (phase) => {
      const busy = aDomain(phase, { sslStatus: 'active', served: fine.served, allClear: { evidence: [old], checkedAt: at.ok } });
      const diagnosis = { code: 'ok', checkedAt: at.ok };
      expect(check(busy, 'matched', NOW, 'integrator', {})).toMatchObject({
        kind: 'unchanged',
        domain: { diagnosis: { ...diagnosis, reason: 'not_seen_now', evidence: [old, answer] } },
      });
      const visited = check(busy, 'matched', NOW, 'visitor', {});
      expect(visited).toMatchObject({ kind: 'unchanged', domain: { diagnosis: { ...diagnosis, evidence: [old] } } });
      expect(visited).not.toHaveProperty('domain.diagnosis.reason');
    },
  );

  it('by a visitor is a first suspicion where the CNAME is absent, reported to nobody', () => {
    const suspected = check(active, 'missing', NOW, 'visitor');
    expect(suspected).toMatchObject({
      kind: 'changed',
      isQuiet: true,
      events: [],
      domain: {
        dnsStatus: 'validated',
        conditions: { cname: { since: iso(0), times: 1, isSuspected: true } },
        nextCheckAt: iso(HOUR),
      },
    });
    expect(suspected).not.toHaveProperty('domain.error');
  });

  it('by visitors all day long has the CNAME called gone after a day, and delays no check of the scan', () => {
    let domain: Domain = active;
    const told: string[] = [];
    for (let minutes = 0; minutes <= 24 * 60; minutes += 10) {
      const requested = check(domain, 'missing', later((minutes * HOUR) / 60), 'visitor');
      if (requested.kind !== 'changed') continue;
      domain = requested.domain;
      told.push(...requested.events.map((event) => `${event} after ${minutes / 60} h`));
      if (minutes < 60) expect(domain).toMatchObject({ nextCheckAt: iso(HOUR) });
    }
    expect(told).toEqual(['domain.dns_changed after 24 h']);
    expect(domain).toMatchObject({ dnsStatus: 'error', error: { code: 'cname_not_found' } });
  });

  it('by a visitor that finds the CNAME again restores it as any other does', () => {
    expect(check(dnsGone, 'matched', NOW, 'visitor')).toMatchObject({ events: ['domain.dns_restored'] });
  });

  it('whose CNAME is back says so', () => {
    const back = check(dnsGone, 'matched');
    expect(back).toMatchObject({
      events: ['domain.dns_restored'],
      domain: { dnsStatus: 'validated', sslStatus: 'active', diagnosis: { code: 'ok' } },
    });
    expect(back).not.toHaveProperty('domain.error');
  });

  it.each([
    ['a renewal failed', 'certificate_timeout', { code: 'certificate_timeout' as const, details: {} }],
    ['only the agent sees it', 'certificate_not_served', undefined],
    ['all is well', 'ok', undefined],
  ] as const)('whose CNAME is back says again what it said before: %s', (_, code, error) => {
    const tls: Evidence = { kind: 'tls', asked: 'TLS', answer: 'refused', at: iso(0) };
    const before = aDomain('active', { diagnosis: { code, evidence: [tls] }, ...(error && { error }) });
    const gone = Object(check(before, 'missing')).domain;
    const still = Object(check(gone, 'elsewhere')).domain;
    expect(Domain.parse(still)).toEqual(still);
    const back = Object(check(still, 'matched', later(HOUR), 'integrator', {})).domain;
    expect(back).toMatchObject({
      dnsStatus: 'validated',
      diagnosis: { code, evidence: expect.arrayContaining([answer]), checkedAt: iso(HOUR) },
    });
    expect(back.error).toEqual(error);
    expect(back.conditions).not.toHaveProperty('cname');
  });
});

it('a check of a move that rests has it looked at now', () => {
  const requested = check(aDomain('moving', { execution: { resumeAt: iso(HOUR), dueAt: iso(HOUR) } }), 'matched');
  expect(requested).toMatchObject({ startExecution: true, events: [], domain: { phase: 'moving', execution: { attempt: 2 } } });
  expect(requested).not.toHaveProperty('domain.execution.resumeAt');
});
