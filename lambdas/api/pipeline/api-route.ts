import type { Limits } from '../../../contract/api/limits.ts';
import type { OperationId } from '../../../contract/api/operations.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { Reservation } from '../../model/accounts/domain-places.schema.ts';
import type { Actor } from '../../shared/audit/audit.schema.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Clocks } from '../../shared/time/instant.ts';

/** A call that is authenticated, counted and permitted: what its work may use. */
export interface Call extends Clocks {
  caller: Caller;
  limits: Limits;
  /** How often the key (of people: 0) asked in this minute, and the organization in this hour; this request is in both. */
  used: { requestsPerMinute: number; requestsPerHour: number; newReceiversPerHour: number };
  /** For the audit record and the timeline. */
  actor: Actor;
  /** What was taken with the route's reservation; whoever uses it takes it from here. */
  reserved: { left: number };
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

/** One operation of the public API (contract/api/operations.ts has its method, path and permission). */
export interface ApiRoute {
  operation: OperationId;
  /**
   * Whether people must have signed in within the last ten minutes: where a call gives rights, or answers a secret. Where that
   * depends on the body, it is decided before the fields are checked, and a body that is no JSON object needs it, too.
   */
  needsFreshSignIn?: true | ((body: Record<string, unknown>) => boolean) | undefined;
  /** What a call takes of a quota with the count of its hour, so that it costs no round trip. `left` is given back at the end. */
  reservation?: {
    /** Throws what is wrong with the request, as `prepare` does. */
    of(request: HttpRequest, caller: Caller): Reservation;
    giveBack(call: Call): Promise<void>;
  };
  /**
   * Reads the request and whatever its work must know, and answers the work. It throws what is wrong with the request:
   * AppErrors of 400, 422 and 404. It runs while the request is still being counted, so it must not write.
   */
  prepare(request: HttpRequest, caller: Caller): Promise<Work | PlannedWork> | Work | PlannedWork;
}
