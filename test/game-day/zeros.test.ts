import { describe, expect, it } from 'vitest';
import { isAllZero, numberedTwice, twice, zerosTable } from './zeros.ts';

describe('a game day', () => {
  it('is passed where everything is zero', () => {
    expect(isAllZero([{ what: 'a', count: 0, of: 3 }])).toBe(true);
    expect(
      isAllZero([
        { what: 'a', count: 0, of: 3 },
        { what: 'b', count: 1, of: 3 },
      ]),
    ).toBe(false);
  });

  it('is not passed where nothing could go wrong', () => {
    expect(isAllZero([{ what: 'a', count: 0, of: 0 }])).toBe(false);
  });

  it('counts what came twice once, however often it came', () => {
    expect(twice(['a', 'b', 'a', 'a', 'c'])).toBe(1);
  });

  it('finds the number that two tables have given to different events', () => {
    const [before, after] = [
      new Map([
        [1, 'a'],
        [2, 'b'],
      ]),
      new Map([
        [1, 'a'],
        [2, 'c'],
        [3, 'd'],
      ]),
    ] as const;
    expect(numberedTwice([before, before])).toBe(0);
    expect(numberedTwice([before, after])).toBe(1);
  });

  it('shows each count with what it is of', () => {
    expect(zerosTable([{ what: 'events twice', count: 0, of: 12 }])).toMatch(/events twice +0 +12/);
  });
});
