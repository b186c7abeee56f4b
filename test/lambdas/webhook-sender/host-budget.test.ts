import { describe, expect, it } from 'vitest';
import { hostBudget, shareOf } from '../../../lambdas/webhook-sender/process-memory.ts';

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds);

function allowed(
  budget: ReturnType<typeof hostBudget>,
  host: string,
  times: number,
  milliseconds: number,
  who = 'org_A',
): number {
  return Array.from({ length: times }, () => budget.take(host, who, at(milliseconds))).filter(Boolean).length;
}

describe('the budget of a host', () => {
  it('lets as many through at once as in a second, and no more', () => {
    const budget = hostBudget(5);
    expect(allowed(budget, 'a.test', 20, 0)).toBe(5);
  });

  it('has room again when a second is over, for as many as were let through then', () => {
    const budget = hostBudget(3);
    for (const milliseconds of [0, 400, 800]) allowed(budget, 'a.test', 1, milliseconds);
    expect([999, 1_000, 1_399, 1_400, 60_000].map((then) => allowed(budget, 'a.test', 20, then))).toEqual([0, 1, 0, 1, 3]);
  });

  it('lets no more through within any second, however often it is asked', () => {
    const budget = hostBudget(5);
    const used = Array.from({ length: 3_000 }, (_, millisecond) =>
      budget.take('a.test', 'org_A', at(millisecond)) ? [millisecond] : [],
    ).flat();
    expect(used).toHaveLength(15);
    for (const [n, millisecond] of used.slice(5).entries()) expect(millisecond - (used[n] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('an organization that floods a shared host takes nothing from the part of another', () => {
    const budget = hostBudget(4);
    expect(allowed(budget, 'a.test', 20, 0)).toBe(4);
    expect(allowed(budget, 'a.test', 20, 100, 'org_B')).toBe(2);
    for (let second = 1; second < 10; second += 1) {
      allowed(budget, 'a.test', 20, second * 1_000);
      expect(allowed(budget, 'a.test', 20, second * 1_000 + 500, 'org_B')).toBe(2);
    }
  });

  it('is shared in halves by two organizations that both ask all the time', () => {
    const budget = hostBudget(4);
    const used = { org_A: 0, org_B: 0 };
    for (let at = 0; at < 10_000; at += 10) {
      for (const who of ['org_A', 'org_B'] as const) used[who] += allowed(budget, 'a.test', 1, at, who);
    }
    expect(used.org_B).toBe(20);
    expect(used.org_A).toBeLessThanOrEqual(22); // org_A was alone for a moment
  });

  it('each of many organizations gets one request a second to a shared host at least', () => {
    const budget = hostBudget(3);
    const all = Array.from({ length: 10 }, (_, n) => allowed(budget, 'a.test', 5, 0, `org_${n}`));
    expect(all).toEqual([3, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  });

  it('belongs to one organization again a second after the last other has asked', () => {
    const budget = hostBudget(4);
    allowed(budget, 'a.test', 1, 0, 'org_B');
    expect(allowed(budget, 'a.test', 20, 999)).toBe(2);
    expect(allowed(budget, 'a.test', 20, 2_000)).toBe(4);
  });

  it('is one per host', () => {
    const budget = hostBudget(1);
    expect(['a.test', 'b.test', 'a.test', 'b.test'].map((host) => budget.take(host, 'org_A', at(0)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('gains nothing from a clock that is set back a little', () => {
    const budget = hostBudget(2);
    allowed(budget, 'a.test', 2, 0);
    expect(allowed(budget, 'a.test', 2, -500)).toBe(0);
  });

  it('is, for each process, its share of fifty a second', () => {
    expect([2, 4, 10, 50].map(shareOf)).toEqual([25, 12, 5, 1]);
  });

  it('is remembered for the thousand hosts used last', () => {
    const budget = hostBudget(1);
    budget.take('first.test', 'org_A', at(0));
    budget.take('second.test', 'org_A', at(0));
    for (let n = 0; n < 998; n += 1) budget.take(`n${n}.test`, 'org_A', at(0));
    expect(budget.take('first.test', 'org_A', at(0))).toBe(false); // now it is the most recently used host
    budget.take('one-more.test', 'org_A', at(0));
    expect(budget.take('first.test', 'org_A', at(0))).toBe(false);
    expect(budget.take('second.test', 'org_A', at(0))).toBe(true); // evicted
  });
});
