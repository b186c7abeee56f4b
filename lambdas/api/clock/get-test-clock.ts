import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { CLOCK_ANSWER, clockResource, LIVE_KEY_CONFLICT, requireTestMode } from './test-clock.ts';

export const getTestClock = defineOperation({
  id: 'getTestClock',
  clientMethod: 'test_clock.get',
  tag: 'Organization',
  reach: 'none',
  summary: 'Get the test clock',
  description: 'What the clock of your test mode shows. With a live key: 409.',
  conflict: LIVE_KEY_CONFLICT,
  answer: CLOCK_ANSWER,
  prepare:
    ({ testClock }: Pick<Rows, 'testClock'>) =>
    async ({ request, caller }) => {
      const aheadMs = await testClock.aheadMs(requireTestMode(caller));
      return () => ({ status: 200, json: clockResource(request.now, aheadMs) });
    },
});
