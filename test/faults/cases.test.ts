import { expect, it } from 'vitest';
import { casesOf, planOf } from './cases.ts';
import { acmeFaults } from './faults.ts';
import { faultTable, isLossless } from './report.ts';

const faults = acmeFaults(() => {});

it('a request of an order meets the fault of its hostname as often as it is played, and nobody else’s', () => {
  const cases = casesOf(faults, 'x', 'newOrder');
  const [first] = cases;
  if (!first) throw new Error('no case');
  const met = Array.from({ length: first.fault.times + 1 }, () => planOf(cases, 'newOrder', first.hostname));
  expect(met.map((handling) => handling === first.fault.play)).toEqual([true, true, true, false]);
  expect(planOf(cases, 'order', first.hostname)).toBeUndefined();
  expect(planOf(cases, 'newOrder', 'other.test')).toBeUndefined();
});

it('a request that belongs to no order meets the next fault of its call', () => {
  const cases = casesOf(faults, 'x', 'newNonce');
  for (const { fault } of cases) for (let n = 0; n < fault.times; n += 1) planOf(cases, 'newNonce', undefined);
  expect(cases.map(({ met, fault }) => met === fault.times)).not.toContain(false);
});

it('the table of faults tells what is lost, and one that nobody met proves nothing', () => {
  const cases = casesOf(faults, 'x', 'certificate').map((each) => ({ ...each, met: 1, isServed: true }));
  expect(isLossless(cases)).toBe(true);
  expect(isLossless(cases.map((each, n) => (n === 2 ? { ...each, isServed: false } : each)))).toBe(false);
  expect(isLossless(cases.map((each, n) => (n === 2 ? { ...each, met: 0 } : each)))).toBe(false);
  expect(isLossless([])).toBe(false);
  expect(faultTable(cases)).toContain(`${cases.length} tried, ${cases.length} met their fault, 0 lost`);
});
