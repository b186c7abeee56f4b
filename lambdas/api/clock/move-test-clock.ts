import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { MAX_MOVE_SECONDS, MoveTestClockRequest } from './test-clock.schema.ts';
import { CLOCK_ANSWER, clockResource, LIVE_KEY_CONFLICT, requireTestMode } from './test-clock.ts';

/** The clock must not pass the expiry of the test CA's root. */
const MAX_AHEAD_SECONDS = 5 * MAX_MOVE_SECONDS;

/** Moves the clock and runs everything that is due by the new time. */
export const moveTestClock = defineOperation({
  id: 'moveTestClock',
  clientMethod: 'test_clock.move',
  tag: 'Organization',
  reach: 'organization',
  audit: { action: 'organization.test_clock_moved', facts: ['before', 'after'] },
  summary: 'Move the test clock',
  description:
    'Moves the clock of your test mode forward, by `advance_seconds` or to `now`. Renewals, notices and expiries that fall into this time happen, in their order. With a live key: 409.',
  conflict: LIVE_KEY_CONFLICT,
  body: { schema: MoveTestClockRequest, example: () => ({ advance_seconds: 86_400 }) },
  answer: CLOCK_ANSWER,
  prepare:
    ({ testClock, table, newId }: Pick<Rows, 'testClock' | 'table' | 'newId'>) =>
    async ({ request, caller, body }) => {
      const id = requireTestMode(caller);
      const before = await testClock.aheadMs(id);
      const after = aheadAfter(body, request.now, before);
      return async (call) => {
        const response = { status: 200, json: clockResource(request.now, after) };
        const resource = { type: 'organization' as const, id };
        const shown = { before: { ahead_seconds: before / 1000 }, after: { ahead_seconds: after / 1000 } };
        const audit = auditEntry(call, newId('aud'), { action: 'organization.test_clock_moved', resource, ...shown });
        await table.transact([
          testClock.moveWrite(id, before, after),
          testClock.auditWrite(audit),
          testClock.rehearsalWrite(id, newId('evt'), request.now),
          ...(await call.answerWrites(response)),
        ]);
        return response;
      };
    },
});

function aheadAfter({ advance_seconds, now: to }: MoveTestClockRequest, now: Date, aheadMs: number): number {
  if ((advance_seconds === undefined) === (to === undefined))
    throw validationError({ now: ['must be sent, or "advance_seconds" in its place: one of them'] });
  const after = to === undefined ? aheadMs + (advance_seconds ?? 0) * 1000 : Date.parse(to) - now.getTime();
  const problem = problemOf(after, aheadMs);
  if (problem !== undefined) throw validationError({ [to === undefined ? 'advance_seconds' : 'now']: [problem] });
  return after;
}

function problemOf(after: number, before: number): string | undefined {
  if (after < before) return 'must not be before what the clock shows: it goes forward only';
  if (after - before > MAX_MOVE_SECONDS * 1000) return 'must be at most ten years after what the clock shows';
  return after > MAX_AHEAD_SECONDS * 1000 ? 'must be at most fifty years ahead of the time of day' : undefined;
}
