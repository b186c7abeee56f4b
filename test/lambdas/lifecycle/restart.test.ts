import { describe, expect, it, vi } from 'vitest';
import type { Domain } from '../../../lambdas/domains/domain-row.schema.ts';
import { domainAndAttempt, executionName } from '../../../lambdas/lifecycle/execution-name.ts';
import { afterFailure, isOverdue, restarted } from '../../../lambdas/lifecycle/restart.ts';
import { sweepShard } from '../../../lambdas/lifecycle/sweep.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { aDomain, iso, later, NOW, timings } from '../a-domain.ts';

const overdue = aDomain('validating', { stepDueAt: iso(-1) });

function ports(stored: Domain | undefined) {
  const domains = {
    get: vi.fn(async () => stored),
    replace: vi.fn(async (_before: Domain, _after: Domain, _change: unknown) => {}),
    extend: vi.fn(),
    dueBefore: vi.fn(async (): Promise<{ domainIds: number[]; next?: Record<string, unknown> }> => ({ domainIds: [overdue.id] })),
  };
  return { domains, clock: () => NOW, log: vi.fn(), timings };
}

describe('the sweep', () => {
  it('starts a new attempt of a domain that has been silent too long, in its present phase', async () => {
    const swept = ports(overdue);
    expect(await sweepShard(3, swept)).toEqual({ restarted: 1, failures: [] });
    const [before, after, change] = swept.domains.replace.mock.calls[0] ?? [];
    expect(before).toBe(overdue);
    expect(after).toMatchObject({ phase: 'validating', attempt: 2, restarts: 1, stepDueAt: iso(1_800_000) });
    expect(change).toMatchObject({ startExecution: true, events: [] });
  });

  it.each([
    ['that the index still names although it moved on', aDomain('validating', { stepDueAt: iso(1) })],
    ['at rest', aDomain('active')],
    ['that is gone', undefined],
  ])('leaves a domain alone %s', async (_, stored) => {
    const swept = ports(stored);
    expect(await sweepShard(3, swept)).toEqual({ restarted: 0, failures: [] });
    expect(swept.domains.replace).not.toHaveBeenCalled();
  });

  it('that loses a race has nothing to do', async () => {
    const swept = ports(overdue);
    swept.domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
    expect(await sweepShard(3, swept)).toEqual({ restarted: 0, failures: [] });
  });
});

describe('the sweep of a long or broken queue', () => {
  it('is not stopped by a domain that cannot be read', async () => {
    const swept = ports(overdue);
    swept.domains.dueBefore.mockResolvedValueOnce({ domainIds: [1, 2, 3] });
    swept.domains.get.mockRejectedValueOnce(new Error('unreadable'));
    expect(await sweepShard(3, swept)).toEqual({ restarted: 2, failures: [new Error('unreadable')] });
  });

  it('goes on page by page', async () => {
    const swept = ports(overdue);
    swept.domains.dueBefore
      .mockResolvedValueOnce({ domainIds: [1], next: { pk: 'x' } })
      .mockResolvedValueOnce({ domainIds: [2] });
    expect(await sweepShard(3, swept)).toEqual({ restarted: 2, failures: [] });
    expect(swept.domains.dueBefore).toHaveBeenLastCalledWith(3, NOW, { pk: 'x' });
  });
});

describe('a restart', () => {
  it('does not count against a window the time in which nobody was at work', () => {
    const hourLate = later(3_600_000);
    const due = { stepDueAt: iso(0) };
    expect(restarted(aDomain('awaiting-dns', due), hourLate, timings)).toMatchObject({ dnsDeadlineAt: iso(25 * 3_600_000) });
    expect(restarted(aDomain('installing', due), hourLate, timings)).toMatchObject({ installDeadlineAt: iso(25 * 3_600_000) });
    expect(restarted(aDomain('validating', due), hourLate, timings)).toMatchObject({
      issuance: { issuanceDeadlineAt: iso(25 * 3_600_000) },
    });
  });

  it('in a row waits longer each time, up to a bound', () => {
    const pauses = [0, 1, 2, 6, 50].map(
      (restarts) => Date.parse(restarted(aDomain('ordering', { restarts }), NOW, timings).stepDueAt ?? '') - NOW.getTime(),
    );
    expect(pauses).toEqual([1, 2, 4, 64, 64].map((times) => times * 1_800_000));
  });

  it('is due only past the due time', () => {
    expect(isOverdue(aDomain('ordering', { stepDueAt: iso(0) }), later(0))).toBe(false);
    expect(isOverdue(aDomain('ordering', { stepDueAt: iso(0) }), later(1))).toBe(true);
  });
});

describe('an execution that failed or was stopped', () => {
  it('is followed by another at once', () => {
    expect(afterFailure(aDomain('finalizing'), 1, NOW, timings)).toEqual({ kind: 'restart' });
  });
  it('again and again is followed more and more slowly', () => {
    expect(afterFailure(aDomain('finalizing', { restarts: 2 }), 1, NOW, timings)).toEqual({
      kind: 'due-at',
      stepDueAt: iso(3_600_000),
    });
  });
  it.each([
    ['of an earlier attempt', aDomain('finalizing', { attempt: 2 })],
    ['of a domain at rest', aDomain('active')],
    ['of a domain that is gone', undefined],
  ])('%s is followed by nothing', (_, domain) => {
    expect(afterFailure(domain, 1, NOW, timings)).toEqual({ kind: 'nothing' });
  });
});

describe('the name of an execution', () => {
  it('leads back to its domain and attempt', () => {
    expect(domainAndAttempt(executionName(4_503_599_627_371, 12))).toEqual({ domainId: 4_503_599_627_371, attempt: 12 });
  });
  it.each(['', '12', '12-', '-1', '12-0', '12-1-1', 'a-1'])('that is not ours is refused: %s', (name) => {
    expect(() => domainAndAttempt(name)).toThrow(/not the name/);
  });
});
