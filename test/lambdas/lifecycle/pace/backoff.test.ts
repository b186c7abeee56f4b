import { expect, it } from 'vitest';
import { AWS_LIMITS } from '../../../../contract/stack/aws-limits.ts';
import { backOff, WORK_LONGEST_SECONDS } from '../../../../lambdas/lifecycle/pace.ts';
import { HOUR, iso, later } from '../../a-domain.ts';

const DAY_SECONDS = 86_400;
const window = { endsAt: iso(24 * HOUR), seconds: DAY_SECONDS };
const pace = { baseSeconds: 3, longestSeconds: WORK_LONGEST_SECONDS };

it.each([
  [0, 3],
  [60, 15],
  [1200, 300],
  [80_000, 300],
])('looking again %d s into the window waits %d s', (passed, waits) => {
  expect(backOff(pace, window, later(passed * 1000))).toBe(waits);
});

it('looking again for a whole day stays far below the 25,000 events of an execution', () => {
  let checks = 0;
  for (let passed = 0; passed < DAY_SECONDS; checks += 1) passed += backOff(pace, window, later(passed * 1000));
  const eventsPerCheck = 11; // five for the task; two or more each for its choice and its wait
  expect(checks * eventsPerCheck).toBeLessThan(AWS_LIMITS.executionEvents.value / 3);
});
