import { describe, expect, it } from 'vitest';
import { BoundedMap } from '../../contract/bounded-map.ts';

describe('a bounded map', () => {
  it('forgets the entry that was set longest ago once it holds one too many', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('c', 3);
    expect([...map]).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('holds an entry longer that is set again, with its new value', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4);
    expect([...map]).toEqual([
      ['a', 3],
      ['c', 4],
    ]);
  });

  it('does not hold an entry longer for being read', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2);
    map.get('a');
    expect(map.set('c', 3).has('a')).toBe(false);
  });

  it('has room again for what was deleted', () => {
    const map = new BoundedMap<string, number>(2).set('a', 1).set('b', 2);
    map.delete('b');
    expect([...map.set('c', 3).keys()]).toEqual(['a', 'c']);
  });

  it('never holds more than it may, however many come', () => {
    const map = new BoundedMap<number, number>(100);
    for (let n = 0; n < 1_000; n += 1) map.set(n, n);
    expect([...map.keys()]).toEqual(Array.from({ length: 100 }, (_, n) => 900 + n));
  });
});
