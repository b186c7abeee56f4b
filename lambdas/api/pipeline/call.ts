import type { Limits } from '../../../contract/api/limits.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clocks } from '../../shared/time/instant.ts';

/** A call that is authenticated and counted: what its work may use. It does not change. */
export interface Call extends Clocks {
  readonly caller: Caller;
  readonly limits: Limits;
  /** How often the key (of people: 0) asked in this minute, and the organization in this hour; this request is in both. */
  readonly used: { requestsPerMinute: number; requestsPerHour: number; newReceiversPerHour: number };
  /** For the audit record and the timeline. */
  readonly actor: Actor;
  /** Whether the operation's reservation was taken with the count of the hour: its work uses it, or gives it back. */
  readonly isReserved: boolean;
  /**
   * Throws the 503 when the caller has been, or is about to be, told that it took too long: what is not begun by then never is.
   */
  refuseIfLate(): void;
  /**
   * The write that keeps this answer for repeats with the same Idempotency-Key, for the transaction of the work itself:
   * so there is never the work without its answer. Empty where the call has no such key.
   */
  keepAnswer(response: HttpResponse): Promise<Write[]>;
}

export type Work = (call: Call) => Promise<HttpResponse> | HttpResponse;

/**
 * Work that is more than one transaction. Its `plan` (plain JSON: random ids, drawn once) is kept before it begins, so
 * that a repeat after a crash finishes this work and does not do it again.
 */
export interface PlannedWork<Plan = unknown> {
  plan: Plan;
  run: (call: Call, plan: Plan) => Promise<HttpResponse>;
}
