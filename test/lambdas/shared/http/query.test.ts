import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '../../../../lambdas/shared/errors/app-error.ts';
import { integerParameter, ListQuery, readQuery, refuseQuery } from '../../../../lambdas/shared/http/parameters.ts';
import type { HttpRequest } from '../../../../lambdas/shared/http/route.ts';

const sent = (query: string) => ({ query }) as HttpRequest;
const Names = z.strictObject({ name: z.optional(z.string()), limit: z.optional(integerParameter(1, 100)) });
const read = (query: string) => readQuery(sent(query), Names);
const errorsOf = (query: string): [string, string[]][] => {
  try {
    read(query);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.status).toBe(422);
    return Object.entries(error.details?.errors as Record<string, string[]>);
  }
  return [];
};

describe('query parameters', () => {
  it.each([
    ['', {}],
    ['name=a%20b', { name: 'a b' }],
    ['name=a+b', { name: 'a b' }],
    ['name=', { name: '' }],
    ['name', { name: '' }],
    ['&&name=x&', { name: 'x' }],
    ['name=%E0%A4%A', { name: '\uFFFD%A' }],
    ['limit=100', { limit: 100 }],
  ])('are read: %s', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['other=1', [['other', ['is not a known parameter']]]],
    ['__proto__=1', [['__proto__', ['is not a known parameter']]]],
    ['name=1&name=1', [['name', ['is given more than once']]]],
    [
      'name=1&name=2&x=1',
      [
        ['x', ['is not a known parameter']],
        ['name', ['is given more than once']],
      ],
    ],
    ['__proto__=1&__proto__=1', [['__proto__', ['is not a known parameter', 'is given more than once']]]],
    ['limit=0&limit=1', [['limit', ['must be an integer from 1 to 100', 'is given more than once']]]],
    ['=1', [['', ['is not a known parameter']]]],
    ['NAME=1', [['NAME', ['is not a known parameter']]]],
  ])('are refused by name: %s', (query, expected) => {
    expect(errorsOf(query)).toEqual(expected);
  });

  it('are read or refused, whatever is sent, and never break', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (query) => void errorsOf(query)));
    fc.assert(fc.property(fc.webQueryParameters(), (query) => void errorsOf(`name=1&${query}`)));
  });

  it('are refused altogether where there are none', () => {
    expect(() => refuseQuery(sent(''))).not.toThrow();
    expect(() => refuseQuery(sent('name=1'))).toThrow(AppError);
  });
});

describe('an integer as a parameter', () => {
  const parsed = (text: string) => integerParameter(1, Number.MAX_SAFE_INTEGER).safeParse(text);

  it.each([
    '0',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '01',
    ' 1',
    '1 ',
    '',
    '0x1',
    '1_0',
    '١',
    '9007199254740992',
    '99999999999999999',
    'NaN',
  ])('is canonical, which %j is not', (text) => {
    const { success, error } = parsed(text);
    expect([success, new Set(error?.issues.map(({ message }) => message))]).toEqual([
      false,
      new Set(['must be an integer from 1 to 9007199254740991']),
    ]);
  });

  it.each([1, 10, 9_007_199_254_740_991])('is %i', (number) => {
    expect(parsed(String(number))).toMatchObject({ success: true, data: number });
  });
});

it('a page has 50 items unless the caller says otherwise', () => {
  expect(ListQuery.parse({})).toEqual({ limit: 50 });
  expect(ListQuery.parse({ limit: '100' })).toEqual({ limit: 100 });
});
