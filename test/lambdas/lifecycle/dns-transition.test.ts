import { expect, it } from 'vitest';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, later, NOW, timings } from '../a-domain.ts';
import { claimLost, decideOnDns } from './said-decisions.ts';

const domain = aDomain('awaiting-dns');
const DAY = 24 * HOUR;
const missing: DnsObservation = { kind: 'cname-missing', evidence: [] };
const elsewhere: DnsObservation = { kind: 'cname-elsewhere', actualTarget: 'other.net', evidence: [] };
const unknown: DnsObservation = { kind: 'dns-unknown', reason: 'servfail', evidence: [] };
const matched: DnsObservation = { kind: 'cname-matched', evidence: [] };

it('a check of DNS that finds the CNAME validates the domain and asks for its certificate', () => {
  const { domain: next, ...rest } = decideOnDns(domain, matched, { now: NOW, timings });
  expect(next).toMatchObject({
    phase: 'preparing',
    dnsStatus: 'validated',
    sslStatus: 'pending',
    diagnosis: { code: 'in_progress' },
  });
  expect(next.error).toBeUndefined();
  expect(rest).toMatchObject({ changed: true, waitSeconds: 0, events: ['domain.validated'] });
});

it.each([
  [missing, 'cname_not_found', { domain: domain.url, expected_target: domain.cname.target }],
  [elsewhere, 'invalid_cname_target', { domain: domain.url, actual_target: 'other.net', expected_target: domain.cname.target }],
  [unknown, 'dns_validation_failed', { domain: domain.url, expected_cname: domain.cname.target }],
])('a check of DNS that does not stays pending and says why: %s', (seen, code, details) => {
  const { domain: next, waitSeconds } = decideOnDns(domain, seen, { now: NOW, timings });
  expect(next).toMatchObject({ phase: 'awaiting-dns', dnsStatus: 'pending', diagnosis: { code }, error: { code, details } });
  expect(waitSeconds).toBe(300);
});

it('a check of DNS that finds what the last one found writes nothing', () => {
  const first = decideOnDns(domain, elsewhere, { now: NOW, timings }).domain;
  if (first.phase !== 'awaiting-dns') throw new Error('unexpected phase');
  expect(decideOnDns(first, elsewhere, { now: later(300_000), timings }).changed).toBe(false);
  expect(decideOnDns(first, { ...elsewhere, actualTarget: 'third.net' }, { now: later(300_000), timings }).changed).toBe(true);
});

it('a check of DNS never waits past the end of the window', () => {
  expect(decideOnDns(domain, missing, { now: later(DAY - 100_000), timings }).waitSeconds).toBe(100);
});

it.each([
  ['a moment before', missing, later(DAY - 1), 'pending'],
  ['at its end', missing, later(DAY), 'error'],
  ['at its end, with a wrong target', elsewhere, later(DAY), 'error'],
  ['a moment before, with no usable answer', unknown, later(DAY - 1), 'pending'],
  ['at its end, with no usable answer', unknown, later(DAY), 'error'],
  ['at its end, with the right target', matched, later(DAY), 'validated'],
] as const)('the end of the DNS window %s: %o', (_, seen, now, dnsStatus) => {
  expect(decideOnDns(domain, seen, { now, timings }).domain.dnsStatus).toBe(dnsStatus);
});

it.each([missing, elsewhere, unknown])('the end of the DNS window is told with its instants and the next check: %o', (seen) => {
  const transition = decideOnDns(domain, seen, { now: later(DAY), timings });
  expect(transition).toMatchObject({ changed: true, events: ['domain.validation_failed'] });
  expect(transition.domain).toMatchObject({
    phase: 'failed',
    sslStatus: 'pending',
    error: { code: 'dns_validation_timeout', details: { domain: domain.url, started_at: iso(0), timed_out_at: iso(DAY) } },
    nextCheckAt: iso(DAY + HOUR),
  });
});

it('a domain whose hostname another organization has proven is in error for that reason, with no step to come and the present execution outdated', () => {
  const lost = claimLost(aDomain('awaiting-dns', { error: { code: 'cname_not_found', details: {} } }), NOW);
  expect(lost).toMatchObject({
    startExecution: false,
    events: ['domain.validation_failed'],
    domain: {
      phase: 'failed',
      dnsStatus: 'error',
      sslStatus: 'pending',
      claimLost: true,
      execution: { attempt: 2 },
      diagnosis: { code: 'hostname_claimed' },
    },
  });
  for (const gone of ['error', 'execution.dueAt', 'dnsDeadlineAt']) expect(lost.domain).not.toHaveProperty(gone);
  expect(Domain.parse(lost.domain)).toEqual(lost.domain);
});

it('a domain whose hostname another organization has proven whose window had ended already is told once that its validation failed', () => {
  expect(claimLost(aDomain('failed', { dnsStatus: 'error' }), NOW).events).toEqual([]);
});
