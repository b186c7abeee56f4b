import { describe, expect, it } from 'vitest';
import { checkTimesOf } from '../../../lambdas/lifecycle/check-times.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { isCheckDue, scanTime } from '../../../lambdas/model/domains/scan-time.ts';
import { aDomain, aFailure, HOUR, iso, issued, later, NOW, said, served, timings } from '../a-domain.ts';
import { SEEN, type Seen } from './a-check.ts';
import { certificateFailed, decideOnDns, decideOnObservation, decideOnScan, retryRequested } from './said-decisions.ts';

const DAY = 24 * HOUR;
const awaiting = aDomain('awaiting-dns', { dnsDeadlineAt: iso(0) });
/** The DNS window has just ended. */
const timedOut = (domain = awaiting): Domain => decideOnDns(domain, SEEN.missing.dns, { now: NOW, timings }).domain;

function startedOver(domain: Domain) {
  const requested = retryRequested(domain, { now: NOW, timings });
  if (requested.kind !== 'changed' || requested.domain.phase !== 'awaiting-dns') throw new Error(requested.kind);
  return requested.domain;
}

/** Checks whenever the due index says so, like the scan. */
function watched(what: (at: Date) => Seen, from = timedOut()) {
  let domain = from;
  const checks: { at: number; timeline: string; isQuiet: boolean }[] = [];
  for (let dueAt = scanTime(domain); dueAt !== undefined && checks.length < 1_000; dueAt = scanTime(domain)) {
    const at = new Date(dueAt);
    expect(isCheckDue(domain, at)).toBe(true);
    expect(decideOnScan(domain, { now: at, timings })).toBeUndefined();
    const change =
      decideOnObservation(domain, SEEN[what(at)], { now: at, timings }) ?? expect.fail('a check that is due plans the next');
    expect(Domain.parse(JSON.parse(JSON.stringify(change.domain)))).toEqual(change.domain);
    checks.push({ at: at.getTime() - NOW.getTime(), timeline: change.timeline, isQuiet: change.isQuiet === true });
    domain = change.domain;
    if (change.startExecution) break;
  }
  return { domain, checks };
}

describe('a CNAME that was not there in time', () => {
  it('is looked for every hour for a week, every day for a month, and then no more', () => {
    const { domain, checks } = watched(() => 'missing');
    const pauses = checks.map(({ at }, index) => at - (checks[index - 1]?.at ?? 0));
    expect(pauses).toEqual([...Array(7 * 24).fill(HOUR), ...Array(30).fill(DAY)]);
    expect(checks.every(({ isQuiet }) => isQuiet)).toBe(true);
    expect(domain).toMatchObject({ phase: 'failed', error: { code: 'dns_validation_timeout' }, updatedAt: awaiting.updatedAt });
    expect(domain.nextCheckAt).toBeUndefined();
  });

  it.each([5 * HOUR, 20 * DAY])('starts the domain automatically when it is, %i ms later', (after) => {
    const { domain, checks } = watched((at) => (at >= later(after) ? 'fine' : 'missing'));
    expect(checks.at(-1)).toMatchObject({ timeline: 'domain.validated', isQuiet: false });
    expect(checks.at(-1)?.at).toBeLessThan(after + DAY);
    expect(domain).toMatchObject({
      phase: 'preparing',
      dnsStatus: 'validated',
      cname: { everValidated: true },
      execution: { attempt: 2 },
    });
    expect([domain.nextCheckAt, domain.execution.lastCheck, said(domain).error]).toEqual([undefined, undefined, undefined]);
  });

  it('is on the timeline when the result is another, and stays timed out', () => {
    const { domain, checks } = watched((at) => (at >= later(3 * HOUR) ? 'elsewhere' : 'missing'));
    expect(checks.filter(({ isQuiet }) => !isQuiet)).toEqual([{ at: 3 * HOUR, timeline: 'dns.checked', isQuiet: false }]);
    expect(said(domain).diagnosis).toMatchObject({ code: 'dns_validation_timeout', observed: 'other.net' });
    expect(checks).toHaveLength(7 * 24 + 30);
  });

  it('is still looked for, without a message, while DNS gives no usable answer', () => {
    const { checks } = watched((at) => (at < later(DAY) ? 'dnsUnknown' : 'missing'));
    expect(checks).toHaveLength(7 * 24 + 30);
    expect(checks.every(({ isQuiet }) => isQuiet)).toBe(true);
  });

  it('has its last and its next check shown, although no check is news', () => {
    const once = decideOnObservation(timedOut(), SEEN.missing, { now: later(HOUR), timings })?.domain ?? expect.fail();
    expect(checkTimesOf(timedOut(), { now: later(1), timings })).toEqual({ checkedAt: iso(0), nextCheckAt: iso(HOUR) });
    expect(checkTimesOf(once, { now: later(HOUR + 1), timings })).toEqual({ checkedAt: iso(HOUR), nextCheckAt: iso(2 * HOUR) });
  });

  it.each<[string, Domain]>([
    ['whose hostname another organization has', { ...timedOut(), claimLost: true }],
    ['whose copies are being taken away', aDomain('retiring', { ...timedOut(), phase: 'retiring', retireFrom: [1] } as never)],
    ['that is started over', startedOver(timedOut())],
  ])('is not looked for by the scan for a domain %s', (_, domain) => {
    expect(scanTime(domain)).toBeUndefined();
  });
});

describe('a domain whose certificate has ended, started over', () => {
  const certificate = { ...issued, notBefore: iso(-91 * DAY), notAfter: iso(-DAY) };
  const ended = aDomain('failed', {
    ...{ ...served, served: { certificate, renewAt: iso(-HOUR), renewalFailures: 9 }, sslStatus: 'error' },
    error: { code: 'certificate_expired', details: {} },
  });
  const retried = startedOver(ended);

  it('continues automatically when its CNAME comes after the window', () => {
    const { domain, checks } = watched(
      (at) => (at >= later(9 * HOUR) ? 'fine' : 'missing'),
      timedOut({ ...retried, dnsDeadlineAt: iso(0) }),
    );
    expect(checks).toHaveLength(9);
    expect(domain).toMatchObject({ phase: 'preparing', dnsStatus: 'validated', served: { certificate } });
  });

  it('is tried again automatically after a failed order, and not at once', () => {
    const { phase: _, dnsDeadlineAt: __, ...common } = retried;
    const ordering = aDomain('validating', { ...common, dnsStatus: 'validated' } as never);
    const failure = aFailure({ code: 'certificate_timeout', details: { certificate_request_id: 'creq_1' } });
    const { domain, ...told } = certificateFailed(ordering, failure, { now: NOW, timings });
    expect(told).toMatchObject({ timeline: 'certificate.failed', events: ['certificate.failed'] });
    expect(domain).toMatchObject({ phase: 'failed', sslStatus: 'error', error: { code: 'certificate_expired' } });
    const again = scanTime(domain) ?? expect.fail('nobody would try again');
    expect(Date.parse(again) - NOW.getTime()).toBeGreaterThanOrEqual(DAY);
    expect(decideOnScan(domain, { now: new Date(Date.parse(again) - 1), timings })).toBeUndefined();
    expect(decideOnScan(domain, { now: new Date(again), timings })).toMatchObject({ timeline: 'certificate.renewal_started' });
  });
});
