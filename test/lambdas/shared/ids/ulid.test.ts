import { ulid } from 'ulid';
import { describe, expect, it } from 'vitest';
import {
  chanceDigits,
  idPattern,
  inShard,
  rolledAt,
  shardIn,
  timeDigits,
  timeDigitsAt,
} from '../../../../lambdas/shared/ids/id-formats.ts';

const AT = new Date('2026-06-01T12:00:00.123Z');
const id = `evt_${ulid(AT.getTime())}`;

describe('an id', () => {
  it.each([AT, new Date(1), new Date('2300-01-01T00:00:00.000Z')])('holds the millisecond in which it was made: %o', (at) => {
    expect(rolledAt(`evt_${ulid(at.getTime())}`)).toEqual(at);
    expect(timeDigits(`evt_${ulid(at.getTime())}`)).toBe(timeDigitsAt(at));
  });

  it('sorts by the millisecond in which it was made', () => {
    const later = `evt_${timeDigitsAt(new Date(AT.getTime() + 1))}${'0'.repeat(16)}`;
    expect(`evt_${timeDigitsAt(AT)}${'Z'.repeat(16)}` < later).toBe(true);
  });

  it.each([
    [id, true],
    [`${id}0`, false],
    [id.slice(0, -1), false],
    [id.toLowerCase(), false],
    [id.replace('evt', 'dlv'), false],
    [`${id.slice(0, -1)}L`, false],
    [`evt_8${id.slice(5)}`, false],
    [`\n${id}`, false],
    [`${id}\n`, false],
  ])('%j is one of an event: %s', (text, is) => {
    expect(idPattern('evt').test(text)).toBe(is);
  });

  it('that is not ours is an instant all the same', () => {
    expect(rolledAt('evt_1').getTime()).toBeGreaterThan(0);
    expect(rolledAt('evt_!').getTime()).toBe(0);
    expect(rolledAt('evt_8ZZZZZZZZZZZZZZZZZZZZZZZZZ').getTime()).toBe(0);
    expect(rolledAt('evt_M').getTime()).toBe(0);
  });
});

describe('the shard in an id', () => {
  it.each([0, 1, 7])('is %i where it was put, and neither its time nor most of its chance is changed', (shard) => {
    const sharded = inShard(id, shard, 8);
    expect(shardIn(sharded, 8)).toBe(shard);
    expect(sharded.slice(0, -1)).toBe(id.slice(0, -1));
    expect(sharded).toMatch(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('of a number over the shards is its rest', () => {
    expect(shardIn(inShard(id, 4_503_599_627_371, 8), 8)).toBe(4_503_599_627_371 % 8);
  });

  it('leaves two bits of the last digit as they were drawn', () => {
    expect(new Set([...'08GR'].map((digit) => inShard(`evt_${'0'.repeat(25)}${digit}`, 3, 8)))).toHaveProperty('size', 4);
  });
});

describe('chance from a hash', () => {
  it('has sixteen digits, the same for the same hash', () => {
    const hash = Uint8Array.from({ length: 32 }, (_, n) => n * 37);
    expect(chanceDigits(hash)).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(chanceDigits(hash)).toBe(chanceDigits(Uint8Array.from(hash)));
    expect(chanceDigits(hash)).not.toBe(chanceDigits(Uint8Array.from(hash, (byte) => byte + 1)));
  });
});
