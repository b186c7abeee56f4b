import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import type { TestClockStore } from '../../model/accounts/test-clock.store.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { LONGEST_MOVE_SECONDS, MoveTestClockRequest, type TestClockResource } from './test-clock.schema.ts';

/** Before the root of the test CA ends. */
const MOST_AHEAD_SECONDS = 5 * LONGEST_MOVE_SECONDS;

export interface TestClockPorts {
  testClock: TestClockStore;
  transact: (writes: Write[]) => Promise<void>;
  newId: (prefix: 'aud' | 'evt') => string;
}

export function getTestClock({ testClock }: Pick<TestClockPorts, 'testClock'>): ApiRoute {
  return {
    operation: 'getTestClock',
    async prepare(request, caller) {
      refuseQuery(request);
      const aheadMs = await testClock.aheadMs(inTestMode(caller));
      return () => ({ status: 200, json: clockResource(request.now, aheadMs) });
    },
  };
}

/** Moves the clock, and has all played of which something is due by then. */
export function moveTestClock({ testClock, transact, newId }: TestClockPorts): ApiRoute {
  return {
    operation: 'moveTestClock',
    async prepare(request, caller) {
      refuseQuery(request);
      const wanted = readJsonBody(request, MoveTestClockRequest);
      const id = inTestMode(caller);
      const before = await testClock.aheadMs(id);
      const after = aheadAfter(wanted, request.now, before);
      return async (call) => {
        const response = { status: 200, json: clockResource(request.now, after) };
        const resource = { type: 'organization' as const, id };
        const shown = { before: { ahead_seconds: before / 1000 }, after: { ahead_seconds: after / 1000 } };
        const audit = auditEntry(call, newId('aud'), { action: 'organization.test_clock_moved', resource, ...shown });
        await transact([
          testClock.moveWrite(id, before, after),
          testClock.auditWrite(audit),
          testClock.rehearsalWrite(id, newId('evt'), request.now),
          ...(await call.keepAnswer(response)),
        ]);
        return response;
      };
    },
  };
}

function inTestMode({ organizationId }: Caller): string {
  if (isTestTenant(organizationId)) return organizationId;
  throw new AppError('conflict', ERROR_MESSAGES.conflict.liveClock);
}

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
  if (after - before > LONGEST_MOVE_SECONDS * 1000) return 'must be at most ten years after what the clock shows';
  return after > MOST_AHEAD_SECONDS * 1000 ? 'must be at most fifty years ahead of the time of day' : undefined;
}

function clockResource(now: Date, aheadMs: number): TestClockResource {
  return { livemode: false, now: new Date(now.getTime() + aheadMs).toISOString(), ahead_seconds: aheadMs / 1000 };
}
