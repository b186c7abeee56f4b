import { expect, it } from 'vitest';
import { domainAndAttempt, executionName } from '../../../../lambdas/shared/contract/execution.schema.ts';

it('the name of an execution leads back to its domain and attempt', () => {
  expect(domainAndAttempt(executionName(4_503_599_627_371, 12))).toEqual({ domainId: 4_503_599_627_371, attempt: 12 });
});

it.each(['', '12', '12-', '-1', '12-0', '12-1-1', 'a-1'])('the name of an execution that is not ours is refused: %s', (name) => {
  expect(() => domainAndAttempt(name)).toThrow(/not the name/);
});
