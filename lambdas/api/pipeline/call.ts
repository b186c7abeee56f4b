import type { Limits } from '../../../contract/api/limits.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clocks } from '../../shared/time/instant.ts';

/** An authenticated and counted call, immutable. */
export interface Call extends Clocks {
  readonly caller: Caller;
  readonly limits: Limits;
  /** Requests of the key in this minute (people: 0) and of the organization in this hour, including this one. */
  readonly used: { requestsPerMinute: number; requestsPerHour: number; newReceiversPerHour: number };
  readonly actor: Actor;
  /** True when the operation's place was reserved with the hourly count: the work uses it or returns it. */
  readonly isReserved: boolean;
  /**
   * Throws the 503 once the caller has been told, or is about to be, that the request timed out: nothing new may begin after
   * that.
   */
  refuseIfLate(): void;
  /**
   * Returns the write that stores this answer for repeats with the same Idempotency-Key. The work's own transaction includes it,
   * so no work is done without a stored answer. Empty without such a key.
   */
  answerWrites(response: HttpResponse): Promise<Write[]>;
}

export type Work = (call: Call) => Promise<HttpResponse> | HttpResponse;

/**
 * Work in more than one transaction. Its `plan` (plain JSON, with random ids drawn once) is stored first, so that a repeat after
 * a crash finishes this work instead of doing it twice.
 */
export interface PlannedWork<Plan = unknown> {
  plan: Plan;
  run: (call: Call, plan: Plan) => Promise<HttpResponse>;
}
