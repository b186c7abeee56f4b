import { expect, it } from 'vitest';
import { decideAfterFailure, isOverdue, toRestarted, toResumed } from '../../../lambdas/lifecycle/restart.ts';
import { aDomain, iso, later, NOW, timings } from '../a-domain.ts';

it('a restart does not count against a window the time in which nobody was at work', () => {
  const hourLate = later(3_600_000);
  const due = { execution: { dueAt: iso(0) } };
  expect(toRestarted(aDomain('awaiting-dns', due), { now: hourLate, timings })).toMatchObject({
    dnsDeadlineAt: iso(25 * 3_600_000),
  });
  expect(toRestarted(aDomain('installing', due), { now: hourLate, timings })).toMatchObject({
    installDeadlineAt: iso(25 * 3_600_000),
  });
  const obstructed = aDomain('preparing', {
    ...due,
    issuance: { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(24 * 3_600_000) },
  } as never);
  expect(toRestarted(obstructed, { now: hourLate, timings })).toMatchObject({
    issuance: { preflightDeadlineAt: iso(25 * 3_600_000) },
  });
  expect(toRestarted(aDomain('validating', due), { now: hourLate, timings })).toMatchObject({
    issuance: { issuanceDeadlineAt: iso(25 * 3_600_000) },
  });
});

it('a restart of a move keeps its window whole too', () => {
  expect(toRestarted(aDomain('moving', { execution: { dueAt: iso(0) } }), { now: later(3_600_000), timings })).toMatchObject({
    moveDeadlineAt: iso(25 * 3_600_000),
  });
});

it('a restart in a row waits longer each time, up to a bound', () => {
  const pauses = [0, 1, 2, 6, 50].map(
    (restarts) =>
      Date.parse(toRestarted(aDomain('ordering', { execution: { restarts } }), { now: NOW, timings }).execution.dueAt ?? '') -
      NOW.getTime(),
  );
  expect(pauses).toEqual([1, 2, 4, 64, 64].map((times) => times * 1_800_000));
});

it('a restart is due only past the due time', () => {
  expect(isOverdue(aDomain('ordering', { execution: { dueAt: iso(0) } }), later(0))).toBe(false);
  expect(isOverdue(aDomain('ordering', { execution: { dueAt: iso(0) } }), later(1))).toBe(true);
});

it('the next check at a domain that rested is no restart: nothing is counted and no deadline moves', () => {
  const rested = aDomain('moving', { execution: { restarts: 0, dueAt: iso(0), resumeAt: iso(0) } });
  const next = toResumed(rested, { now: later(3_600_000), timings });
  expect(next).toMatchObject({
    execution: { attempt: 2, restarts: 0, dueAt: iso(5_400_000) },
    moveDeadlineAt: rested.moveDeadlineAt,
  });
  expect(next).not.toHaveProperty('execution.resumeAt');
});

it('an execution that failed or was stopped is followed by another at once', () => {
  expect(decideAfterFailure(aDomain('finalizing'), 1, { now: NOW, timings })).toEqual({ kind: 'restart' });
});

it('an execution that failed or was stopped again and again is followed more and more slowly', () => {
  expect(decideAfterFailure(aDomain('finalizing', { execution: { restarts: 2 } }), 1, { now: NOW, timings })).toEqual({
    kind: 'due-at',
    dueAt: iso(3_600_000),
  });
});

it.each([
  ['of an earlier attempt', aDomain('finalizing', { execution: { attempt: 2 } })],
  ['of a domain at rest', aDomain('active')],
  ['of a domain that rests on purpose', aDomain('moving', { execution: { resumeAt: iso(1) } })],
  ['of a domain that is gone', undefined],
])('an execution that failed or was stopped %s is followed by nothing', (_, domain) => {
  expect(decideAfterFailure(domain, 1, { now: NOW, timings })).toEqual({ kind: 'nothing' });
});
