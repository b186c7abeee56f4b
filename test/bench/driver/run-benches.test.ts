import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BENCH_NAMES, BENCHES } from '../benches.ts';
import { count, type Measurement, time } from './measurement.ts';
import { isRed, type Outcome, tableOf } from './outcome.ts';
import { type RunOne, runBenches } from './run-benches.ts';

const run = { size: 'long', minutes: 1, args: [], print: () => {} } as const;
const held = count('orders', 3, { atMost: 3 });
const missed = count('expiries', 1, { atMost: 0 });
const slow = time('seconds', 9, { atMost: 1 });
const outcome = (...measurements: Measurement[]): Outcome => ({ bench: 'renewals', measurements });

describe('the benches', () => {
  it('all run to the end where one of them fails', async () => {
    const asked: string[] = [];
    const runOne: RunOne = async (name) => {
      asked.push(name);
      if (name === 'ca-queue') throw new Error('it crashed');
      return [held];
    };
    const outcomes = await runBenches(BENCH_NAMES, run, runOne);
    expect(asked).toEqual(BENCH_NAMES);
    expect(outcomes.filter(({ failure }) => failure !== undefined)).toEqual([
      { bench: 'ca-queue', measurements: [], failure: 'it crashed' },
    ]);
    expect(isRed(outcomes, 'long')).toBe(true);
  });

  it('are each in a file of their own, and each such file is among them', () => {
    const files = readdirSync(new URL('..', import.meta.url)).filter((file) => file.endsWith('.bench.ts'));
    expect(files.map((file) => file.replace('.bench.ts', '')).toSorted()).toEqual(BENCH_NAMES.toSorted());
  });

  it('have a short form among the tests', () => {
    const short = Object.values(BENCHES).flatMap(({ shortForms }) => [...shortForms]);
    expect(short.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('the table of the benches', () => {
  it('has its red lines last', () => {
    const failed = { bench: 'portal', measurements: [], failure: 'ended with 1' };
    const lines = tableOf([outcome(missed, held), failed, outcome(held)], 'long').split('\n');
    expect(lines.map((line) => /held|MISSED|FAILED|result/.exec(line)?.[0])).toEqual([
      'result',
      'held',
      'held',
      'MISSED',
      'FAILED',
    ]);
  });

  it('is red where a bound is missed or a bench did not run to its end, and only then', () => {
    expect(isRed([outcome(held, count('writes', 5))], 'long')).toBe(false);
    expect(isRed([outcome(held, missed)], 'long')).toBe(true);
    expect(isRed([{ ...outcome(held), failure: 'ended with 1' }], 'long')).toBe(true);
  });

  it('judges times in the long form alone', () => {
    expect(isRed([outcome(slow)], 'long')).toBe(true);
    expect(isRed([outcome(slow)], 'short')).toBe(false);
    expect(tableOf([outcome(slow)], 'short')).toContain('not judged');
  });

  it('is red where a bound has nothing to be compared with', () => {
    expect(isRed([outcome(count('ratio', Number.NaN, { atMost: 1 }))], 'long')).toBe(true);
  });
});
