import { expect, it } from 'vitest';
import { waitAfterFailure, waitAfterRefusal } from '../../../agent/service/edge-result.ts';

it('the wait after failures in a row doubles to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => waitAfterFailure(failures, undefined, 0.5))).toEqual([
    2, 4, 8, 16, 32, 60, 60, 60,
  ]);
});

it('the wait after failures in a row is spread from half to one and a half', () => {
  expect([waitAfterFailure(3, undefined, 0), waitAfterFailure(3, undefined, 1)]).toEqual([4, 12]);
});

it('the wait after failures in a row is at least what the service asks for, but no more than an hour', () => {
  expect(waitAfterFailure(1, 45, 0)).toBe(45);
  expect(waitAfterFailure(6, 1, 0.5)).toBe(60);
  expect(waitAfterFailure(1, 86_400, 0)).toBe(3600);
});

it('a refused machine asks about every five minutes', () => {
  expect([waitAfterRefusal(0), waitAfterRefusal(1)]).toEqual([240, 360]);
});
