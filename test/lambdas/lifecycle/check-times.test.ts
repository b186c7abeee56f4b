import { describe, expect, it } from 'vitest';
import { checkTimesOf } from '../../../lambdas/lifecycle/check-times.ts';
import { decideOnDns } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import { beginAttempt } from '../../../lambdas/lifecycle/request.ts';
import { toRestarted, toResumed } from '../../../lambdas/lifecycle/restart.ts';
import type { Domain, Execution } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { aDomain, HOUR, iso, later, SECOND, saying, timings } from '../a-domain.ts';
import { inEveryPhase } from './every-phase.ts';

const unknown: DnsObservation = { kind: 'dns-unknown', evidence: [] };
const at = (seconds: number) => iso(seconds * SECOND);

/** Written at second 0 by an execution that checks every 300 s. The sweep would restart it 1,800 s after the next check. */
const watched = aDomain('awaiting-dns', {
  diagnosis: { code: 'cname_not_found', evidence: [], checkedAt: at(-HOUR / SECOND) },
  execution: { lastCheck: { at: at(0), nextAt: at(300) }, notBefore: at(300), dueAt: at(2100) },
});
const withExecution = (changes: Partial<Execution>) => ({ ...watched, execution: { ...watched.execution, ...changes } });
const seen = (seconds: number, domain: Domain = watched) => checkTimesOf(domain, { now: later(seconds * SECOND), timings });

describe('checks that are not written', () => {
  it.each([
    ['right after a check that was', 0, 0, 300],
    ['before the next check', 299.999, 0, 300],
    ['when the next check is due, and may take 30 s', 300, 0, 600],
    ['before that look has ended for certain', 329.999, 0, 600],
    ['when it has', 330, 300, 600],
    ['before the third look', 659.999, 300, 900],
    ['after the third look', 660, 600, 900],
    ['at the end of the silence that a living execution keeps', 1230, 900, 1500],
  ])('are shown for a domain whose DNS is watched, %s', (_, now, checkedAt, nextCheckAt) => {
    expect(seen(now)).toEqual({ checkedAt: at(checkedAt), nextCheckAt: at(nextCheckAt) });
  });

  it('the checks of an execution that has been silent for longer than a living one is are not told', () => {
    expect(seen(1230.001)).toEqual({ checkedAt: at(0) });
    expect(seen(100_000)).toEqual({ checkedAt: at(0) });
  });

  it('the last check told is never later than it is, and the next never past', () => {
    for (let now = 0; now < 3000; now += 7) {
      const { checkedAt = '', nextCheckAt } = seen(now);
      expect(checkedAt <= at(now)).toBe(true);
      if (nextCheckAt !== undefined) expect(nextCheckAt > at(now)).toBe(true);
    }
  });

  it('a check before the first of a new execution is not told', () => {
    const dueAt = at(10_000);
    const dead = withExecution({ dueAt: at(2100) });
    const unchecked = { checkedAt: at(-HOUR / SECOND) };
    const { domain: retried } = beginAttempt(dead, { timeline: '', events: [] }, { now: later(4000 * SECOND), timings });
    for (const renewed of [
      toRestarted(dead, { now: later(4000 * SECOND), timings }),
      toResumed(dead, { now: later(4000 * SECOND), timings }),
      retried,
    ])
      expect(seen(4500, { ...renewed, execution: { ...renewed.execution, dueAt } })).toEqual(unchecked);
  });

  it('the check of the end of the window is told, which comes sooner than the interval', () => {
    const ending = { ...watched, dnsDeadlineAt: at(450) };
    expect(seen(310, ending).nextCheckAt).toBe(at(450));
    expect(seen(450, ending).nextCheckAt).toBe(at(600));
  });

  it('the checks of an execution that began with a longer interval are told', () => {
    const slow = withExecution({ lastCheck: { at: at(0), nextAt: at(900) }, dueAt: at(2700) });
    expect(seen(899, slow)).toEqual({ checkedAt: at(0), nextCheckAt: at(900) });
    expect(seen(931, slow)).toEqual({ checkedAt: at(900), nextCheckAt: at(1800) });
  });

  it('a later check that somebody asked for is told', () => {
    const asked = saying(watched, { code: 'cname_not_found', evidence: [], checkedAt: at(500) });
    expect(seen(510, asked)).toEqual({ checkedAt: at(500), nextCheckAt: at(600) });
  });

  it('looks whose pauses grow are told, none later than it is, and the next one in at most the longest pause', () => {
    const local = { ...timings, dnsCheckIntervalSeconds: 2, dnsCheckLongestSeconds: 30, dnsWindowSeconds: 900 };
    const growing = { ...withExecution({ lastCheck: { at: at(40), nextAt: at(50) }, dueAt: at(9000) }), dnsDeadlineAt: at(900) };
    const [checks, told]: [number[], Set<string>] = [[40], new Set()];
    for (let look = 50; look < 800; look += Math.max(2, Math.min(30, Math.ceil(look / 4)))) checks.push(look);
    for (let now = 50; now < 740; now += 5) {
      const { checkedAt = '', nextCheckAt = '' } = checkTimesOf(growing, { now: later(now * SECOND), timings: local });
      expect(checks.map((look) => at(look))).toContain(checkedAt);
      expect(nextCheckAt).toBe(at(checks.find((look) => look > now) ?? 0));
      told.add(checkedAt);
    }
    expect(told.size).toBeGreaterThan(10);
  });

  it('a check within the last 32 s is told where an interval is 2 s, as locally', () => {
    const local = { ...timings, dnsCheckIntervalSeconds: 2, longestSilenceSeconds: 60 };
    const quick = withExecution({ lastCheck: { at: at(0), nextAt: at(2) }, dueAt: at(62) });
    expect(checkTimesOf(quick, { now: later(31 * SECOND), timings: local })).toEqual({ checkedAt: at(0), nextCheckAt: at(32) });
    expect(checkTimesOf(quick, { now: later(33 * SECOND), timings: local })).toEqual({ checkedAt: at(2), nextCheckAt: at(34) });
  });
});

it.each(inEveryPhase)('a domain that is %s never shows a next check that is past', (_, domain) => {
  const pasts = { notBefore: at(-1), resumeAt: at(-1), lastCheck: { at: at(-9999), nextAt: at(-1) }, dueAt: at(-1) };
  const execution = { ...domain.execution, ...pasts };
  expect(checkTimesOf({ ...domain, execution }, { now: later(0), timings }).nextCheckAt).toBeUndefined();
});

it('an obstacle shows the last check that was written down, and the next where it is planned', () => {
  const obstructed = aDomain('preparing', {
    diagnosis: { code: 'server_not_connected', evidence: [], checkedAt: at(-5000) },
    execution: { lastCheck: { at: at(-60), nextAt: at(0) } },
  });
  expect(checkTimesOf(obstructed, { now: later(0), timings })).toEqual({ checkedAt: at(-60) });
  const waiting = { ...obstructed, execution: { ...obstructed.execution, notBefore: at(60) } };
  expect(checkTimesOf(waiting, { now: later(0), timings })).toEqual({
    checkedAt: at(-60),
    nextCheckAt: at(60),
  });
});

it('a domain at rest shows when it was looked at, and that nobody will by himself', () => {
  const diagnosis = { code: 'ok' as const, evidence: [], checkedAt: at(-60) };
  expect(checkTimesOf(aDomain('active', { diagnosis, execution: { notBefore: at(60) } }), { now: later(0), timings })).toEqual({
    checkedAt: at(-60),
  });
});

describe('the next check of a problem at rest', () => {
  const suspected = aDomain('active', { nextCheckAt: at(3600) });
  const { domain: timedOut } = decideOnDns(aDomain('awaiting-dns', { dnsDeadlineAt: at(0) }), unknown, {
    now: later(0),
    timings,
  });

  it.each<[string, Domain, number, string | undefined]>([
    ['while it is to come', suspected, 3599, at(3600)],
    ['as the one of the next scan when it is due', suspected, 3600, at(3900)],
    ['as that of a later scan where one has not come', suspected, 4210, at(4500)],
    ['after the timeout of a CNAME', timedOut, 3599, at(3600)],
    ['after the timeout of a CNAME, when it is due', timedOut, 3601, at(3900)],
    ['not where a CNAME is not looked for any more', omit(timedOut, 'nextCheckAt'), 3599, undefined],
    ['not where another organization has the hostname', { ...timedOut, claimLost: true }, 3599, undefined],
    ['not where nothing is wrong', aDomain('active'), 0, undefined],
    ['not while a step is at work', aDomain('retiring', { nextCheckAt: at(3600) }), 0, undefined],
  ])('is shown %s', (_, domain, now, nextCheckAt) => {
    expect(seen(now, domain).nextCheckAt).toBe(nextCheckAt);
  });
});
