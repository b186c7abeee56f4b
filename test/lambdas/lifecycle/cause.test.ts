import { expect, it } from 'vitest';
import { causeOf, told } from '../../../lambdas/lifecycle/cause.ts';

it.each<[Record<string, string>, string]>([
  [{}, 'certificate_request_failed'],
  [{ acme_error: '' }, 'certificate_request_failed'],
  [{ acme_error: 'urn:x:caa: a: b' }, 'certificate_request_failed urn:x:caa'],
  [{ acme_error: 'about:blank: ' }, 'certificate_request_failed about:blank'],
])('the cause of an error is its code and the type of problem: %o', (details, cause) => {
  expect(causeOf({ code: 'certificate_request_failed', details })).toBe(cause);
});

it('a cause is news once', () => {
  const first = told(undefined, 'a');
  const second = told(first.causes, 'b');
  expect([first, second, told(second.causes, 'a')]).toEqual([
    { causes: ['a'], isNews: true },
    { causes: ['a', 'b'], isNews: true },
    { causes: ['a', 'b'], isNews: false },
  ]);
});
