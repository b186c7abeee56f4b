import { Command } from 'commander';
import { expect, it, vi } from 'vitest';
import {
  CERTIFICATE_LIFETIMES,
  costOf,
  costPage,
  costs,
  costTable,
  domainMonthCost,
} from '../../../../bin/admin/prices/cost-table.ts';
import { COUNTS } from '../../../../bin/admin/prices/counts.ts';
import { addPriceCommands } from '../../../../bin/admin/prices/price-commands.ts';
import prices from '../../../../bin/admin/prices/us-east-1.json' with { type: 'json' };

it.each([
  ['a certificate of 90 days, a thousand on a server', 90, 1_000, 0.00045],
  ['a certificate of 45 days, a thousand on a server', 45, 1_000, 0.0006],
  ['a certificate of 90 days, a hundred on a server', 90, 100, 0.0012],
])('an active domain and month costs at most this, its agent included: %s', (_, life, domains, bound) => {
  expect(domainMonthCost(prices, life, domains)).toBeLessThan(bound);
});

it.each([
  ['a name that never points here costs at most 0.002 USD, a quarter of what was asked', 'neverPointing', 0.002],
  ['a first issuance costs at most a tenth of a cent', 'firstIssuance', 0.001],
  ['a renewal costs at most a tenth of a cent', 'renewal', 0.001],
  ['to keep a million requests of the API costs at most a dollar', 'keptRequests', 1],
  ['an agent costs at most 0.1 USD a month: each poll reads its machine beside the server', 'agentMonth', 0.1],
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
  for (const life of CERTIFICATE_LIFETIMES) expect(table).toContain(` ${domainMonthCost(prices, life, 1_000).toFixed(6)}`);
});

it('a page has the sums of the command, and what costs once', () => {
  const numbersIn = (text: string) => text.match(/\d+\.\d{6}/g) ?? [];
  const sums = CERTIFICATE_LIFETIMES.flatMap((life) => [1_000, 100].map((domains) => domainMonthCost(prices, life, domains)));
  const once = Object.values(costs(prices));
  expect(numbersIn(costPage(prices)).toSorted()).toEqual([...sums, ...once].map((usd) => usd.toFixed(6)).toSorted());
  expect(numbersIn(costTable(prices))).toEqual(expect.arrayContaining(numbersIn(costPage(prices))));
});

it('the command begins with the fixed cost of a stage without a domain, and every table has a unit', () => {
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text: string) => printed.push(text));
  const program = new Command();
  addPriceCommands(program);
  program.parse(['prices'], { from: 'user' });
  log.mockRestore();
  const text = printed.join('\n');
  expect(text).toMatch(/^A new stage without a domain costs \d+\.\d\d USD a month/);
  const tables = text.split('\n\n').filter((part) => /\d\.\d\d/.test(part));
  expect(tables.filter((table) => !table.includes('USD'))).toEqual([]);
  const widths = text.split('\n').filter((line) => /\d\.\d{6}$/.test(line) && line.match(/\d\.\d{6}/g)?.length === 1);
  expect(new Set(widths.map((line) => line.length)).size).toBe(1);
});
