import { expect, it } from 'vitest';
import { executionFacts, executionName } from '../../../contract/stack/execution.schema.ts';

it.each([0, 1, 9_000])('the name of an execution leads back to its domain, attempt and epoch %d', (epoch) => {
  const facts = { domainId: 4_503_599_627_371, attempt: 12, epoch };
  expect(executionFacts(executionName(facts))).toEqual(facts);
});

it('the same attempt has another name after each restore of the table, and before the first one the name of always', () => {
  const names = [0, 1, 2].map((epoch) => executionName({ domainId: 7, attempt: 12, epoch }));
  expect(names).toEqual(['7-12', '7-12-r1', '7-12-r2']);
});

it.each(['', '12', '12-', '-1', '12-0', '12-1-1', 'a-1', '12-1-r', '12-1-r0', '12-1-r1-r1'])(
  'the name of an execution that is not ours is refused: %s',
  (name) => {
    expect(() => executionFacts(name)).toThrow(/not the name/);
  },
);
