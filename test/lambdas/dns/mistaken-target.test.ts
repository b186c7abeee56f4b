import { expect, it } from 'vitest';
import { classifyWrongTarget } from '../../../lambdas/dns/cname-mistakes.ts';

const expected = 'abcdefgh22334455.target.example';
const domain = { url: 'shop.customer.com', cnameTarget: expected, baseTarget: 'target.example' };

it.each([
  ['one wrong letter', 'abcdefgh22334456.target.example', 'target_typo'],
  ['two letters too few', 'abcdefgh223344.target.example', 'target_typo'],
  ['three letters too many', 'abcdefgh22334455xxx.target.example', 'target_typo'],
  ['the zone appended by the provider', `${expected}.customer.com`, 'missing_dot'],
  ['the zone appended to a label alone', 'abcdefgh22334455.customer.com', 'missing_dot'],
  ['the hostname before it', `shop.customer.com.${expected}`, 'name_before_target'],
  ['four wrong letters', 'abcdefgh2233xxxx.target.example', 'other_target'],
  ['another label', 'zyxwvuts77665544.target.example', 'other_target'],
  ['the bare base target', 'target.example', 'base_target'],
  ['the bare base target with the zone appended', 'target.example.customer.com', 'missing_dot'],
  ['the zone appended to a label with a letter wrong', 'abcdefgh22334456.target.example.customer.com', 'missing_dot'],
  ['something else altogether', 'ghs.googlehosted.com', undefined],
  ['nothing', '', undefined],
])('a wrong target %s', (_what, actual, reason) => {
  expect(classifyWrongTarget(actual, domain)).toBe(reason);
});

it('a wrong target below a public suffix that the hostname shares is not taken for one with the zone appended', () => {
  const british = { ...domain, url: 'shop.customer.co.uk' };
  expect(classifyWrongTarget('abcdefgh22334455.other.co.uk', british)).toBeUndefined();
  expect(classifyWrongTarget('abcdefgh22334455.customer.co.uk', british)).toBe('missing_dot');
});
