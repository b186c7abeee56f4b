import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { notFound } from '../../../../lambdas/shared/errors/app-error.ts';
import { pathId } from '../../../../lambdas/shared/http/parameters.ts';

describe('an id in a path', () => {
  it('is any integer from 1 to 2^53-1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(pathId(String(id), 'domain_id')).toBe(id);
      }),
    );
  });

  it.each([
    undefined,
    '',
    '0',
    '-1',
    '01',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '9007199254740992',
    '99999999999999999999',
    'Infinity',
    '١',
  ])('that is malformed is 404 without details: %j', (text) => {
    expect(() => pathId(text, 'server_id')).toThrow(
      expect.objectContaining({ status: 404, details: undefined, message: 'There is no such server.' }),
    );
  });

  it('of nothing that exists is named', () => {
    expect(notFound('webhook_id', 7)).toMatchObject({
      status: 404,
      details: { webhook_id: 7 },
      message: 'There is no such webhook.',
    });
  });
});
