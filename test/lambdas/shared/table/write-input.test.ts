import { describe, expect, it } from 'vitest';
import { assignments } from '../../../../lambdas/shared/table/write-input.ts';

describe('assignments', () => {
  it('set what has a value, 0 and false too, and remove what is undefined', () => {
    expect(assignments({ state: 'failed', count: 0, isOpen: false, failure: undefined }, ['seen = seen + :one'])).toEqual({
      expression: 'SET #state = :state, #count = :count, #isOpen = :isOpen, seen = seen + :one REMOVE #failure',
      names: { '#state': 'state', '#count': 'count', '#isOpen': 'isOpen', '#failure': 'failure' },
      values: { ':state': 'failed', ':count': 0, ':isOpen': false },
    });
  });

  it('leave out the clause that has nothing to do', () => {
    expect(assignments({ failure: undefined }).expression).toBe('REMOVE #failure');
    expect(assignments({ state: 'failed' }).expression).toBe('SET #state = :state');
  });
});
