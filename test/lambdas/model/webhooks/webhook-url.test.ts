import { describe, expect, it } from 'vitest';
import { isMasked, maskedUrl } from '../../../../lambdas/model/webhooks/webhook-url.ts';

const HOOKS = 'https://hooks.integrator.com';

describe('the address of a webhook as it is shown', () => {
  it.each([
    [`${HOOKS}/a/b`, `${HOOKS}/a/b`],
    [`${HOOKS}?token=s`, `${HOOKS}?token=***`],
    [`${HOOKS}/?a=1&b=2&a=3`, `${HOOKS}/?a=***&b=***&a=***`],
    [`${HOOKS}/?a=b=c==&d=`, `${HOOKS}/?a=***&d=`],
    [`${HOOKS}/?=s&&`, `${HOOKS}/?=***&&`],
    [`${HOOKS}/?s3cr3t`, `${HOOKS}/?***`],
    [`${HOOKS}/?a=b?c=d`, `${HOOKS}/?a=***`],
    [`${HOOKS}/?a=%26b`, `${HOOKS}/?a=***`],
    [`${HOOKS}/?`, `${HOOKS}/?`],
    [`${HOOKS}/a@b?c=d@e`, `${HOOKS}/a@b?c=***`],
    ['https://me:s3cr3t@hooks.integrator.com/?a=b', 'https://***@hooks.integrator.com/?a=***'],
    ['HTTP://s3cr3t@host', 'HTTP://***@host'],
  ])('%s is shown as %s, and that as itself', (whole, shown) => {
    expect(maskedUrl(whole)).toBe(shown);
    expect(maskedUrl(shown)).toBe(shown);
  });

  it.each([
    [`${HOOKS}/?token=***`, true],
    [`${HOOKS}/?***`, true],
    [`${HOOKS}/?a=b&token=***&c=d`, true],
    [`${HOOKS}/***`, false],
    [`${HOOKS}/?token=****`, false],
    [`${HOOKS}/?a=b`, false],
    [HOOKS, false],
  ])('%s lacks something, or not: %s', (url, expected) => {
    expect(isMasked(url)).toBe(expected);
  });
});
