import { describe, expect, it } from 'vitest';
import type { MoveObservation } from '../../../lambdas/lifecycle/observation.ts';
import { withServed } from '../../../lambdas/lifecycle/transition.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { scanTime } from '../../../lambdas/model/domains/scan-time.ts';
import { aDomain, aFailure, cnameAway, HOUR, iso, justServed, later, served, timings } from '../a-domain.ts';
import { grantedAt } from '../ca-limits/open-slots.ts';
import { afterChecks, hourly, lookAfter, SEEN, type Seen } from './a-check.ts';
import { inEveryPhase } from './every-phase.ts';
import {
  certificateFailed,
  checkRequested,
  decideOnMove,
  decideOnPreparation,
  decideOnScan,
  retryRequested,
} from './said-decisions.ts';

const DAY = 24;
const active = aDomain('active');
const missedHourly = (hours: number, what: Seen = 'missing') => afterChecks(active, hourly(0, hours, what));
const gone = missedHourly(DAY).domain;

function byHandAfter(hours: number, domain: Domain): Domain {
  const requested = checkRequested(domain, SEEN.missing.dns, 'integrator', { now: later(hours * HOUR), timings });
  return requested.kind === 'changed' ? requested.domain : expect.fail(requested.kind);
}

describe('a check of the CNAME of an active domain', () => {
  it('that finds it has nothing to write', () => {
    expect(lookAfter(0, active, 'unseen')).toBeUndefined();
  });

  it('that misses it for the first time is remembered, not reported, and repeated in an hour', () => {
    const change = lookAfter(0, active, 'missing');
    expect(change).toMatchObject({
      isQuiet: true,
      events: [],
      domain: { dnsStatus: 'validated', diagnosis: { code: 'ok' }, nextCheckAt: iso(HOUR) },
    });
    const cname = { since: iso(0), times: 1, isSuspected: true, found: { code: 'cname_not_found', checkedAt: iso(0) } };
    expect(change?.domain).toMatchObject({ conditions: { cname }, nextCheckAt: iso(HOUR) });
    expect(scanTime(change?.domain as Domain)).toBe(iso(HOUR));
  });

  it.each<[string, readonly (readonly [number, Seen])[], boolean]>([
    ['every hour of a day but its last', hourly(0, 23, 'missing'), false],
    ['every hour of a day', hourly(0, 24, 'missing'), true],
    ['a day but for a millisecond', [...hourly(0, 6, 'missing'), [24 - 1 / HOUR, 'missing']], false],
    [
      'five times in a day',
      [
        [0, 'missing'],
        [1, 'missing'],
        [2, 'missing'],
        [3, 'missing'],
        [24, 'missing'],
      ],
      false,
    ],
    [
      'six times in a day',
      [
        [0, 'missing'],
        [1, 'elsewhere'],
        [2, 'missing'],
        [3, 'missing'],
        [4, 'missing'],
        [24, 'elsewhere'],
      ],
      true,
    ],
    [
      'a day with one check in between that found it',
      [...hourly(0, 12, 'missing'), [13, 'fine'], ...hourly(14, 30, 'missing')],
      false,
    ],
    ['a day after it was last found', [[0, 'missing'], [1, 'fine'], ...hourly(2, 26, 'missing')], true],
    [
      'every other hour, in turns with found',
      Array.from({ length: 200 }, (_, hour) => [hour, hour % 2 ? 'fine' : 'missing'] as const),
      false,
    ],
    ['a day in which DNS hardly answered', [[0, 'missing'], ...hourly(1, 23, 'dnsUnknown'), [24, 'missing']], false],
    ['never: DNS has not answered for a month', hourly(0, 30 * DAY, 'dnsUnknown'), false],
  ])('makes it gone where it was missed %s: %#', (_, checks, isGone) => {
    const { domain, events } = afterChecks(active, checks);
    expect(domain.dnsStatus).toBe(isGone ? 'error' : 'validated');
    expect(events).toEqual(isGone ? ['domain.dns_changed'] : []);
  });

  it('that sees it lead to another server of the organization has that reported an hour later', () => {
    expect(afterChecks(active, [[0, 'otherServer']])).toMatchObject({ events: [], domain: { diagnosis: { code: 'ok' } } });
    const { domain, events } = afterChecks(active, hourly(0, 1, 'otherServer'));
    expect(events).toEqual(['domain.dns_changed']);
    expect(domain).toMatchObject({
      dnsStatus: 'error',
      sslStatus: 'active',
      error: { code: 'invalid_cname_target', details: { actual_target: 'label78.cname.service.net' } },
      diagnosis: { code: 'invalid_cname_target', reason: 'other_server', otherServer: { id: 78, name: 'Web 2' } },
    });
  });

  it('DNS that does not answer neither begins nor ends the watch for a CNAME', () => {
    expect(lookAfter(0, active, 'dnsUnknown')).toBeUndefined();
    const { domain } = afterChecks(active, [
      [0, 'missing'],
      [1, 'dnsUnknown'],
    ]);
    expect(domain).toMatchObject({ conditions: { cname: { since: iso(0), times: 1 } }, nextCheckAt: iso(2 * HOUR) });
  });

  it('that finds it gone has it reported as one by hand does, and the domain is served on', () => {
    const byHand = byHandAfter(DAY, active);
    const cname = { ...byHand.conditions.cname, since: iso(0), times: 6 };
    expect(gone).toEqual({ ...byHand, conditions: { cname } });
    expect(gone).toMatchObject({
      sslStatus: 'active',
      error: { code: 'cname_not_found' },
      diagnosis: { code: 'cname_not_found' },
    });
  });

  it('a CNAME that is gone and found again is told once each, and what was said before is said again', () => {
    const { domain, events, timeline } = afterChecks(active, [...hourly(0, 40, 'missing'), [41, 'unseen']]);
    expect(events).toEqual(['domain.dns_changed', 'domain.dns_restored']);
    expect(timeline).toEqual(['domain.dns_changed', 'domain.dns_restored']);
    expect(domain).toMatchObject({ dnsStatus: 'validated', diagnosis: { code: 'ok' } });
    expect(domain.conditions).toEqual({});
    for (const field of ['error', 'nextCheckAt']) expect(domain).not.toHaveProperty(field);
  });

  it('a CNAME that is found by hand before it is gone beyond doubt begins the count anew', () => {
    const missed = afterChecks(active, hourly(0, 20, 'missing')).domain;
    const checked = checkRequested(missed, SEEN.fine.dns, 'integrator', { now: later(21 * HOUR), timings });
    expect(checked).toMatchObject({ kind: 'changed', events: [] });
    expect(checked).not.toHaveProperty('domain.conditions.cname');
  });

  it('is hourly from the moment when a caller’s own check has not found it', () => {
    const checked = checkRequested(active, SEEN.missing.dns, 'integrator', { now: later(0), timings });
    expect(checked).toMatchObject({
      domain: { dnsStatus: 'error', conditions: { cname: { since: iso(0) } }, nextCheckAt: iso(HOUR) },
    });
    expect(afterChecks(byHandAfter(0, active), [[1, 'unseen']]).events).toEqual(['domain.dns_restored']);
  });
});

describe('a name whose CNAME is away', () => {
  const left = (what: Seen = 'missing') => afterChecks(active, [...hourly(0, 7 * DAY - 1, what), [7 * DAY, what]]);
  const paused = left().domain;

  it('is not renewed after a week, says so once, and is checked daily from then on', () => {
    const { domain, events, timeline } = left();
    expect(events).toEqual(['domain.dns_changed', 'certificate.at_risk']);
    expect(timeline).toEqual(['domain.dns_changed', 'certificate.renewal_paused']);
    expect(domain).toMatchObject({ diagnosis: { code: 'cname_not_found', reason: 'renewal_paused' } });
    expect(domain).not.toHaveProperty('nextCheckAt');
    expect(decideOnScan(withServed(domain, { renewAt: iso(0) }), { now: later(8 * DAY * HOUR), timings })).toBeUndefined();
    expect(lookAfter(8 * DAY, domain, 'missing')).toBeUndefined();
  });

  it('is still renewed within the first week', () => {
    const { domain } = afterChecks(active, hourly(0, 7 * DAY - 1, 'missing'));
    expect(domain.nextCheckAt).toBe(iso(7 * DAY * HOUR));
    expect(decideOnScan(withServed(domain, { renewAt: iso(0) }), { now: later((7 * DAY - 1) * HOUR), timings })?.timeline).toBe(
      'certificate.renewal_started',
    );
  });

  it('a name that comes back after a month is renewed by itself', () => {
    const { domain, events } = afterChecks(withServed(paused, { renewAt: iso(20 * DAY * HOUR) }), [[30 * DAY, 'unseen']]);
    expect(events).toEqual(['domain.dns_restored']);
    expect(decideOnScan(domain, { now: later(30 * DAY * HOUR + 1), timings })?.timeline).toBe('certificate.renewal_started');
  });

  it('is reported as expired past the end of its certificate, and comes back automatically', () => {
    const end = 90 * DAY;
    const told = withServed(paused, { notified: { ...justServed.notified, expiryNotices: 5 } });
    const over = decideOnScan(told, { now: later(end * HOUR), timings })?.domain ?? expect.fail('its end is not seen');
    expect(over).toMatchObject({ phase: 'failed', diagnosis: { code: 'certificate_expired', reason: 'renewal_paused' } });
    expect(lookAfter(end + 1, over, 'missing')).toBeUndefined();
    const back = afterChecks(over, [[end + 2, 'unseen']]);
    expect(back.events).toEqual(['domain.dns_restored']);
    expect(back.domain.diagnosis).not.toHaveProperty('reason');
    expect(decideOnScan(back.domain, { now: later((end + 2) * HOUR), timings })).toMatchObject({ startExecution: true });
  });

  it('is missed in the same way if that begins after the end of its certificate, and its error stays', () => {
    const over =
      decideOnScan(withServed(active, { notified: { ...justServed.notified, expiryNotices: 5 } }), {
        now: later(90 * DAY * HOUR),
        timings,
      })?.domain ?? expect.fail('no end');
    const { domain, events } = afterChecks(over, hourly(91 * DAY, 98 * DAY, 'missing'));
    expect(events).toEqual(['domain.dns_changed']);
    expect(domain).toMatchObject({
      dnsStatus: 'error',
      error: { code: 'certificate_expired' },
      diagnosis: { reason: 'renewal_paused' },
    });
    expect(decideOnScan(domain, { now: later(99 * DAY * HOUR), timings })).toBeUndefined();
  });
});

describe('a renewal that begins while the CNAME is gone', () => {
  const due = withServed(gone, { renewAt: iso(DAY * HOUR) });
  const begun = decideOnScan(due, { now: later(DAY * HOUR), timings })?.domain ?? expect.fail('it does not begin');
  const failure = aFailure({ code: 'certificate_timeout', details: {} }, 'challenge_unreachable');
  const { domain: failed } = certificateFailed(begun, failure, { now: later(2 * DAY * HOUR), timings });
  const cnameIsGone = { error: { code: 'cname_not_found' }, diagnosis: { code: 'cname_not_found' } };

  it('keeps the error of the CNAME', () => {
    expect(begun).toMatchObject({ phase: 'preparing', ...cnameIsGone });
  });

  it('and fails shows its failure once the CNAME is back', () => {
    expect(failed).toMatchObject({ phase: 'active', ...cnameIsGone });
    const { domain: back } = afterChecks(failed, [[2 * DAY + 1, 'unseen']]);
    expect(back).toMatchObject({ error: { code: 'certificate_timeout' }, diagnosis: { code: 'challenge_unreachable' } });
  });
});

it.each(inEveryPhase.filter(([phase]) => phase !== 'active'))('a check changes nothing while the domain is %s', (_, domain) => {
  for (const what of Object.keys(SEEN) as Seen[]) expect(lookAfter(0, { ...domain, nextCheckAt: iso(0) }, what)).toBeUndefined();
});

it('a renewal that begins while a CNAME is missed remembers since when, and is looked at again once it has failed', () => {
  const missed = afterChecks(active, hourly(0, 5, 'missing')).domain;
  const renewing = decideOnScan(withServed(missed, { renewAt: iso(0) }), { now: later(5.5 * HOUR), timings })?.domain;
  expect(renewing).toMatchObject({ phase: 'preparing', conditions: { cname: { since: iso(0), times: 6 } } });
  expect(scanTime(renewing as Domain)).not.toBe(missed.nextCheckAt);
});

const away = { dnsStatus: 'error', conditions: cnameAway(6, iso(0), false), nextCheckAt: iso(2) } as const;
const key = { dataKey: '', iv: '', tag: '', ciphertext: '' };
const arrival: MoveObservation = { installation: { kind: 'new-certificate-seen', evidence: [] }, dns: SEEN.fine.dns };
const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(iso(0))), sealedKey: key, csr: 'pem' } as const;

it.each<[string, { domain: Domain } | { kind: string }]>([
  [
    'a renewal whose preflight passed',
    decideOnPreparation(aDomain('preparing', { ...served, ...away }), passed, { now: later(3), timings }),
  ],
  ['a move that has arrived', decideOnMove(aDomain('moving', away), arrival, { now: later(3), timings })],
  ['a retry', retryRequested(aDomain('failed', { ...away, sslStatus: 'error' }), { now: later(3), timings })],
])('what was counted of a missing CNAME is over with %s', (_, after) => {
  for (const field of ['conditions.cname', 'nextCheckAt']) expect(after).not.toHaveProperty(`domain.${field}`);
  expect(after).toHaveProperty('domain.phase');
});
