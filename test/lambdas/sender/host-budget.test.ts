import { describe, expect, it } from 'vitest';
import { hostBudget, shareOf } from '../../../lambdas/sender/host-budget.ts';

const at = (milliseconds: number) => new Date(1_800_000_000_000 + milliseconds);

function allowed(budget: ReturnType<typeof hostBudget>, host: string, times: number, milliseconds: number): number {
  return Array.from({ length: times }, () => budget.take(host, at(milliseconds))).filter(Boolean).length;
}

describe('the budget of a host', () => {
  it('the budget of a host lets as many through at once as in a second, and no more', () => {
    const budget = hostBudget(5);
    expect(allowed(budget, 'a.test', 20, 0)).toBe(5);
  });

  it('the budget of a host has room again when a second is over, for as many as were let through then', () => {
    const budget = hostBudget(3);
    for (const milliseconds of [0, 400, 800]) allowed(budget, 'a.test', 1, milliseconds);
    expect([999, 1_000, 1_399, 1_400, 60_000].map((then) => allowed(budget, 'a.test', 20, then))).toEqual([0, 1, 0, 1, 3]);
  });

  it('the budget of a host lets no more through within any second, however often it is asked', () => {
    const budget = hostBudget(5);
    const used = Array.from({ length: 3_000 }, (_, millisecond) =>
      budget.take('a.test', at(millisecond)) ? [millisecond] : [],
    ).flat();
    expect(used).toHaveLength(15);
    for (const [n, millisecond] of used.slice(5).entries()) expect(millisecond - (used[n] ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('the budget of a host is one per host', () => {
    const budget = hostBudget(1);
    expect(['a.test', 'b.test', 'a.test', 'b.test'].map((host) => budget.take(host, at(0)))).toEqual([true, true, false, false]);
  });

  it('the budget of a host gains nothing from a clock that is set back a little', () => {
    const budget = hostBudget(2);
    allowed(budget, 'a.test', 2, 0);
    expect(allowed(budget, 'a.test', 2, -500)).toBe(0);
  });

  it('the budget of a host is, for each process, its share of fifty a second', () => {
    expect([2, 4, 10, 50].map(shareOf)).toEqual([25, 12, 5, 1]);
  });

  it('the budget of a host is remembered for the thousand hosts used last', () => {
    const budget = hostBudget(1);
    budget.take('first.test', at(0));
    budget.take('second.test', at(0));
    for (let n = 0; n < 998; n += 1) budget.take(`n${n}.test`, at(0));
    expect(budget.take('first.test', at(0))).toBe(false); // and is used last now
    budget.take('one-more.test', at(0));
    expect(budget.take('first.test', at(0))).toBe(false);
    expect(budget.take('second.test', at(0))).toBe(true); // forgotten
  });
});
