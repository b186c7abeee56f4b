import { expect, it } from 'vitest';
import { isAtOrBelow, isBelow, nameAndParents } from '../../contract/domain-name.ts';

it.each([
  ['shop.acme.test', 'acme.test', true],
  ['acme.test', 'acme.test', false],
  ['notacme.test', 'acme.test', false],
  ['test', '', true],
  ['', '', false],
])('below another name by whole labels: %j below %j is %j', (name, above, expected) => {
  expect(isBelow(name, above)).toBe(expected);
});

it('at a name or below it is what its zone covers', () => {
  expect([
    isAtOrBelow('acme.test', 'acme.test'),
    isAtOrBelow('a.acme.test', 'acme.test'),
    isAtOrBelow('acme.test', 'a.acme.test'),
  ]).toEqual([true, true, false]);
});

it('the names upwards from a name begin with it and end with its top-level domain', () => {
  expect(nameAndParents('a.b.c')).toEqual(['a.b.c', 'b.c', 'c']);
});
