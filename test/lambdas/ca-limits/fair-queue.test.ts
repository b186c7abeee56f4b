import { describe, expect, it } from 'vitest';
import {
  classesInTurn,
  classOf,
  placeKey,
  QUEUE_CLASSES,
  ROUND,
  startTag,
  tagOf,
} from '../../../lambdas/ca-limits/fair-queue.ts';
import { nextGrant, UNUSED_ACCOUNT } from '../../../lambdas/ca-limits/gcra.ts';
import { admission } from '../../../lambdas/ca-limits/offer-slot.ts';

const LIMIT = { count: 2, windowSeconds: 20 };
const NOW = Date.parse('2026-06-01T12:00:00.000Z');

describe('the queue for orders', () => {
  it('gives first certificates seven of ten slots, renewals two and another order for a request one, and two that meet only to first ones', () => {
    const own = Array.from({ length: ROUND }, (_, turn) => classesInTurn(turn)[0]);
    const count = (queueClass: string) => own.filter((each) => each === queueClass).length;
    expect(QUEUE_CLASSES.map(count)).toEqual([7, 1, 2]);
    own.forEach((each, turn) => {
      if (each !== 'first') expect(own[(turn + 1) % ROUND]).toBe('first');
    });
  });

  it.each(Array.from({ length: ROUND }, (_, turn) => turn))('leaves no slot unused while anybody waits, turn %i', (turn) => {
    expect([...classesInTurn(turn)].sort()).toEqual([...QUEUE_CLASSES].sort());
    for (const queueClass of QUEUE_CLASSES) {
      const heads = { [queueClass]: { tag: 3 } };
      expect(nextGrant({ ...UNUSED_ACCOUNT, turn }, LIMIT, heads, NOW)).toMatchObject({ kind: 'grant', to: { tag: 3 } });
    }
  });

  it('lets an organization start where it is served, not where it joined: it saves no slots that it left unused', () => {
    expect(startTag(undefined, undefined)).toBe(0);
    expect(startTag(40, undefined)).toBe(40);
    expect(startTag(40, 7)).toBe(40);
    expect(startTag(40, 41)).toBe(41);
  });

  it('sorts places by class, tag and arrival, and reads them back', () => {
    const place = (tag: number, joinedAt: string) => placeKey({ queueClass: 'first', tag, joinedAt, domainId: 5 });
    const sorted = [place(9, 'b'), place(10, 'a'), place(10, 'b'), place(100, 'a')];
    expect(sorted.toSorted()).toEqual(sorted);
    expect([tagOf(place(100, 'a')), classOf(place(100, 'a'))]).toEqual([100, 'first']);
    expect(() => classOf('fifth#1')).toThrow('not a place');
  });

  it('grants nothing before the account has room, and says when', () => {
    const full = { ...UNUSED_ACCOUNT, arrivalMs: NOW + 20_000 };
    expect(nextGrant(full, LIMIT, { first: { tag: 0 } }, NOW)).toEqual({ kind: 'not-before', atMs: NOW + 10_000 });
    expect(nextGrant(full, LIMIT, { first: { tag: 0 } }, NOW + 10_000)).toMatchObject({ kind: 'grant' });
    expect(nextGrant(UNUSED_ACCOUNT, LIMIT, {}, NOW)).toEqual({ kind: 'nobody-waits' });
  });
});

describe('a name without a slot', () => {
  const room = { limit: LIMIT, arrivalMs: undefined };
  const spent = { limit: LIMIT, arrivalMs: NOW + 10_001 };
  it.each([
    ['is ordered where everything has room', { hostname: [room], shared: [room] }, false, { kind: 'now' }],
    ['passes by nobody who waits', { hostname: [room], shared: [room] }, true, { kind: 'queue' }],
    [
      'waits where the account or its organization has no room',
      { hostname: [], shared: [room, spent] },
      false,
      { kind: 'queue' },
    ],
    [
      'gets no place while the CA issues no more for it',
      { hostname: [room, spent], shared: [spent] },
      true,
      { kind: 'not-before', atMs: NOW + 1 },
    ],
  ])('%s', (_, uses, isWaitedFor, expected) => {
    expect(admission({ ...uses, isWaitedFor }, NOW)).toEqual(expected);
  });
});
