import { expect, it } from 'vitest';
import { costOf, costs, costTable } from '../../../../bin/admin/prices/cost-table.ts';
import { COUNTS } from '../../../../bin/admin/prices/counts.ts';
import prices from '../../../../bin/admin/prices/us-east-1.json' with { type: 'json' };

it.each([
  ['an active domain costs at most a tenth of a cent a month', 'activeDomainMonth', 0.001],
  ['the polls that follow the renewals of a domain cost at most 0.00005 USD a month', 'pollingMonth', 0.00005],
  ['the visits of a domain cost at most 0.00005 USD a month', 'visitingMonth', 0.00005],
  ['the reports of a domain cost at most 0.000005 USD a month: with its audit, 0.00002', 'reportingMonth', 0.000005],
  ['a name that never points here costs at most 0.002 USD, a quarter of what was asked', 'neverPointing', 0.002],
  ['a first issuance costs at most a tenth of a cent', 'firstIssuance', 0.001],
  ['a renewal costs at most a tenth of a cent', 'renewal', 0.001],
  ['to keep a million requests of the API costs at most a dollar', 'keptRequests', 1],
  ['an agent costs at most 0.11 USD a month: each poll reads its machine beside the server', 'agentMonth', 0.11],
] as const)('%s', (_, row, bound) => {
  const usd = costs(prices)[row];
  expect(usd).toBeGreaterThan(0);
  expect(usd).toBeLessThanOrEqual(bound);
});

it('the 12 waits in the state machine are 0.0009 USD of what a name costs that never points here', () => {
  const { stateTransition } = COUNTS.neverPointing;
  expect(costOf(prices)({ stateTransition: stateTransition - 4 })).toBeCloseTo(0.0009, 9);
});

it('the table of costs names the region and the day of its prices, and each page that they are from', () => {
  const table = costTable(prices);
  expect(table).toContain('list prices of us-east-1 of 2026-');
  for (const { source } of Object.values(prices.prices)) {
    expect(source).toMatch(/^https:\/\/aws\.amazon\.com\/.+pricing/);
    expect(table).toContain(source);
  }
  expect(table.match(/ 0\.\d{6}$/gm)).toHaveLength(9);
});
