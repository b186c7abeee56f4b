import fc from 'fast-check';
import type { OperationId } from '../../../../contract/api/operations.ts';
import { OPERATION_DESCRIPTIONS } from '../../../../lambdas/api/reference/openapi-document.ts';
import { NOW } from '../../a-domain.ts';

/** Any text, including unpaired surrogates, null bytes and unassigned characters. */
export const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'constructor', 'hasOwnProperty', '💩', 'x'.repeat(5000)),
);

/** JSON text, including numbers that JavaScript writes differently, deep nesting, and `__proto__`. */
export const anyJson = fc.oneof(
  { weight: 3, arbitrary: fc.json({ stringUnit: 'binary' }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '0',
      '-0',
      '-1',
      '1.0',
      '1.5',
      '1e400',
      '9007199254740992',
      '"1"',
      'null',
      'true',
      '{}',
      '[]',
      '""',
    ),
  },
  { weight: 1, arbitrary: anyText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 2000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)) },
  { weight: 1, arbitrary: fc.tuple(anyText, fc.json()).map(([name, json]) => `{${JSON.stringify(name)}:${json}}`) },
  { weight: 1, arbitrary: fc.json().map((json) => `{"__proto__":${json}}`) },
);

/** An object's members as text, so that one can be duplicated. */
type Member = [name: string, json: string];
export const textOf = (members: readonly Member[]) =>
  `{${members.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;

/** The members of the documented example body; none if the operation has no body. */
export function exampleOf(operation: OperationId): Member[] {
  const example: object = OPERATION_DESCRIPTIONS[operation].body?.example ?? {};
  // The example's date is after the tests' clock.
  const past = { ...example, ...('since' in example && { since: NOW.toISOString() }) };
  return Object.entries(past).map(([name, value]) => [name, JSON.stringify(value)]);
}

/** The documented body with one field changed, missing, or added. */
export function almostValid(operation: OperationId): fc.Arbitrary<string> {
  const members = exampleOf(operation);
  const changed = fc
    .tuple(fc.nat(Math.max(0, members.length - 1)), anyJson)
    .map(([at, json]) => members.map(([name, old], index): Member => [name, index === at ? json : old]));
  const without = fc.nat(Math.max(0, members.length - 1)).map((at) => members.toSpliced(at, 1));
  const added = fc.tuple(anyText, anyJson).map((member) => [...members, member]);
  return fc.oneof(changed, without, added).map(textOf);
}
