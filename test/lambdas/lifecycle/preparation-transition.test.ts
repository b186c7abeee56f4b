import { expect, it } from 'vitest';
import type { PreparationObservation } from '../../../lambdas/lifecycle/issuance-observation.ts';
import type { Unmatched } from '../../../lambdas/lifecycle/observation.ts';
import type { Domain, DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain, HOUR, iso, later, NOW, timings } from '../a-domain.ts';

import { grantedAt, QUEUED } from '../ca-limits/open-slots.ts';
import { decideOnPreparation } from './said-decisions.ts';

const key = { dataKey: 'a', iv: 'b', tag: 'c', ciphertext: 'd' };
const DAY = 24 * HOUR;

it('a certificate request before its order starts its window when its slot is granted', () => {
  const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(iso(5 * HOUR))), sealedKey: key, csr: 'pem' } as const;
  const { domain } = decideOnPreparation(aDomain('preparing'), passed, { now: later(5 * HOUR), timings });
  expect(domain).toMatchObject({ phase: 'ordering', issuance: { issuanceDeadlineAt: iso(29 * HOUR), csr: 'pem' } });
});

it('a certificate request before its order starts its window at the slot even if an obstacle came before it', () => {
  const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(iso(30 * HOUR))), sealedKey: key, csr: 'pem' } as const;
  const obstructedBefore = aDomain('preparing', {
    issuance: { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(DAY) },
  } as never);
  const { domain } = decideOnPreparation(obstructedBefore, passed, { now: later(30 * HOUR), timings });
  expect(domain).toMatchObject({ phase: 'ordering', issuance: { issuanceDeadlineAt: iso(54 * HOUR) } });
  expect(domain).not.toHaveProperty('issuance.preflightDeadlineAt');
});

it('a certificate request before its order waiting for our own budget is not held against an earlier obstacle', () => {
  const obstructedBefore = aDomain('preparing', {
    issuance: { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(DAY) },
  } as never);
  const { domain } = decideOnPreparation(obstructedBefore, { kind: 'still-queued', slot: QUEUED }, { now: NOW, timings });
  expect(domain).not.toHaveProperty('issuance.preflightDeadlineAt');
});

it('a certificate request before its order whose window ended unseen fails for its last obstacle', () => {
  const ended = decideOnPreparation(aDomain('preparing'), { kind: 'window-over' }, { now: NOW, timings });
  expect(ended).toMatchObject({
    events: ['certificate.failed'],
    domain: { phase: 'failed', error: { code: 'certificate_timeout' } },
  });
});

it.each([
  [true, 'challenge_unreachable'],
  [false, 'server_not_connected'],
])(
  'a certificate request before its order is not ordered while the challenge path does not answer (server connected: %s)',
  (serverConnected, code) => {
    const seen: PreparationObservation = { kind: 'preflight-failed', serverConnected, evidence: [] };
    const { domain } = decideOnPreparation(aDomain('preparing'), seen, { now: NOW, timings });
    expect(domain).toMatchObject({ phase: 'preparing', diagnosis: { code }, issuance: { preflightDeadlineAt: iso(DAY) } });
  },
);

it('a certificate request before its order waits while CAA records forbid it, and is ordered when they do not any more', () => {
  const forbids: PreparationObservation = {
    kind: 'caa-forbids',
    diagnosis: { code: 'caa_forbids_issuance', observed: 'customer.com CAA 0 issue "ca.example"', evidence: [] },
  };
  const obstructed = decideOnPreparation(aDomain('preparing'), forbids, { now: NOW, timings });
  expect(obstructed).toMatchObject({
    waitSeconds: timings.preflightRetrySeconds,
    domain: { phase: 'preparing', diagnosis: forbids.diagnosis, issuance: { preflightDeadlineAt: iso(DAY) } },
  });
  expect(obstructed.domain).not.toHaveProperty('issuance.preflightFailures');
  const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(iso(HOUR))), sealedKey: key, csr: 'pem' } as const;
  const ordering = decideOnPreparation(obstructed.domain as DomainIn<'preparing'>, passed, { now: later(HOUR), timings });
  expect(ordering.domain).toMatchObject({ phase: 'ordering', diagnosis: { code: 'in_progress' } });
});

it('a certificate request before its order says what is wrong with a CNAME that has changed, with the error that it is', () => {
  const dns: Unmatched = {
    ...{ kind: 'cname-elsewhere', actualTarget: 'label78.cname.service.net', reason: 'other_server', evidence: [] },
    otherServer: { id: 78, name: 'Web 2' },
  };
  const { domain } = decideOnPreparation(aDomain('preparing'), { kind: 'cname-gone', dns }, { now: NOW, timings });
  expect(domain).toMatchObject({
    phase: 'preparing',
    diagnosis: { code: 'invalid_cname_target', reason: 'other_server', observed: 'label78.cname.service.net' },
    error: { code: 'invalid_cname_target', details: { actual_target: 'label78.cname.service.net' } },
  });
});

it('a certificate request before its order says when the agent sees the challenges that we do not reach', () => {
  const seen: PreparationObservation = { kind: 'preflight-failed', serverConnected: true, seenByAgent: true, evidence: [] };
  const { domain } = decideOnPreparation(aDomain('preparing'), seen, { now: NOW, timings });
  expect(domain.diagnosis).toMatchObject({ code: 'challenge_unreachable', reason: 'reached_by_agent' });
});

it('a certificate request before its order counts preflights that fail, to three, and writes no fourth', () => {
  const seen: PreparationObservation = { kind: 'preflight-failed', serverConnected: true, evidence: [] };
  let domain: Domain = aDomain('preparing');
  const changed = [1, 2, 3, 4].map(() => {
    const decided = decideOnPreparation(domain as DomainIn<'preparing'>, seen, { now: NOW, timings });
    domain = decided.domain;
    return decided.changed;
  });
  expect(changed).toEqual([true, true, true, false]);
  expect(domain).toMatchObject({ issuance: { preflightFailures: 3 } });
});

it('a certificate request before its order forgets the preflights that failed once one has passed', () => {
  const passed = { kind: 'preflight-passed', slot: grantedAt(new Date(iso(0))), sealedKey: key, csr: 'pem' } as const;
  const failedBefore = aDomain('preparing', { issuance: { certificateRequestId: 'creq_1', preflightFailures: 2 } } as never);
  const { domain } = decideOnPreparation(failedBefore, passed, { now: NOW, timings });
  expect(domain).not.toHaveProperty('issuance.preflightFailures');
  expect(domain).not.toHaveProperty('orderedUnprovenAt');
});

it('a certificate request before its order times out by its own name when no CA is to blame', () => {
  const seen: PreparationObservation = { kind: 'preflight-failed', serverConnected: true, evidence: [] };
  const waiting = aDomain('preparing', {
    issuance: { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(DAY) },
  } as never);
  expect(decideOnPreparation(waiting, seen, { now: later(DAY - 1), timings }).domain.sslStatus).toBe('pending');
  expect(decideOnPreparation(waiting, seen, { now: later(DAY), timings }).domain.error).toEqual({
    code: 'certificate_timeout',
    details: { domain: waiting.url, certificate_request_id: 'creq_1' },
  });
});

it('a certificate request before its order begins its window at the first obstacle even if the diagnosis is the one it had', () => {
  const seen: PreparationObservation = { kind: 'preflight-failed', serverConnected: false, evidence: [] };
  const alike = aDomain('preparing', { diagnosis: { code: 'server_not_connected', evidence: [] } });
  expect(decideOnPreparation(alike, seen, { now: NOW, timings })).toMatchObject({
    changed: true,
    domain: { issuance: { preflightDeadlineAt: iso(DAY) } },
  });
});
