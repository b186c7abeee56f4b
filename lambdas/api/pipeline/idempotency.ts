import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { HTTP_ERROR_STATUS } from '../../../contract/api/error-codes.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { IdempotencyRecord, IdempotencyStore, RepeatableRequest } from '../../model/accounts/requests/idempotency.store.ts';
import type { AnswerSeal } from '../../model/accounts/requests/sealed-answers.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { errorResponse } from '../../shared/http/serve-http.ts';
import { secondsUntil } from '../../shared/time/instant.ts';
import type { Call, PlannedWork, Work } from './call.ts';

export interface RepeatPorts {
  idempotency: IdempotencyStore;
  answers: AnswerSeal;
  newId: (prefix: 'lease') => string;
}

type Running = Extract<IdempotencyRecord, { state: 'running' }>;

const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/**
 * The idempotency key of a POST with the header; undefined for other requests. Throws invalid_request for a malformed key.
 * `owner`: separates equal keys of different people within an organization.
 */
export function repeatableRequest(request: HttpRequest, owner?: string): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (!PRINTABLE_ASCII.test(key)) {
    throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.idempotencyKey);
  }
  return { keyHash: sha256([owner ?? null, key]), fingerprint: fingerprintOf(request) };
}

/** Covers method, path, query and raw body. */
function fingerprintOf({ method, path, query, rawBody }: HttpRequest): string {
  return sha256([method, path, query], rawBody);
}

/** JSON encoding separates the parts unambiguously, from each other and from `rest`. */
function sha256(parts: readonly (string | null)[], rest: Uint8Array = Buffer.of()): string {
  return createHash('sha256').update(JSON.stringify(parts)).update(rest).digest('hex');
}

/**
 * DynamoDB allows 409,600 bytes per item. Only a refusal that lists hundreds of kilobytes of unknown fields is longer, and a
 * repeat of it is refused again.
 */
const LARGEST_KEPT = 390_000;

/** A call with an Idempotency-Key. `known`: the key's record when the call arrived. */
export class IdempotentCall {
  readonly #call: Call;
  readonly #request: RepeatableRequest;
  readonly #known: IdempotencyRecord | undefined;
  readonly #ports: RepeatPorts;

  constructor(call: Call, request: RepeatableRequest, known: IdempotencyRecord | undefined, ports: RepeatPorts) {
    this.#call = call;
    this.#request = request;
    this.#known = known;
    this.#ports = ports;
  }

  /**
   * The stored answer; undefined if there is work to do. Throws if the key is in use by another request or by one in progress.
   */
  earlierAnswer(): Promise<HttpResponse | undefined> {
    return this.#answerOf(this.#known);
  }

  /** Stores the refusal of an invalid request for repeats. Rethrows errors that are not final. */
  async refuse(error: unknown): Promise<HttpResponse> {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return this.#keep(refusal);
  }

  perform(work: Work | PlannedWork): Promise<HttpResponse> {
    return typeof work === 'function' ? this.#inOneTransaction(work) : this.#byPlan(work);
  }

  /** The work stores its answer in its own transaction. If it writes nothing, the answer is stored afterwards. */
  async #inOneTransaction(work: Work): Promise<HttpResponse> {
    let taken: HttpResponse | undefined;
    const answerWrites = async (response: HttpResponse) => {
      taken = response;
      return [
        this.#ports.idempotency.answerWrite(this.#organization, this.#request, await this.#sealed(response), this.#call.now),
      ];
    };
    const outcome = await outcomeOf(() => work({ ...this.#call, answerWrites }));
    // A transaction that lost its race stored no answer. If the second try answered without one, that answer is stored here.
    if ('answer' in outcome) return isDeepStrictEqual(outcome.answer, taken) ? outcome.answer : this.#keep(outcome.answer);
    // A concurrent duplicate of this request may have won, which would explain the failure.
    const theirs = await this.#lookAgain();
    if (theirs) return theirs;
    throw outcome.error;
  }

  /**
   * A lease keeps duplicates out while the work runs. After a crash, or an answer that is not stored, the next call continues
   * with the stored plan.
   */
  async #byPlan(work: PlannedWork): Promise<HttpResponse> {
    const left = this.#left;
    const lease = { id: this.#ports.newId('lease'), ...(left && { takenFrom: left.leaseId }) };
    const plan = left ? left.plan : work.plan;
    const { idempotency } = this.#ports;
    if (!(await idempotency.lease(this.#organization, this.#request, plan, lease, this.#call.now))) {
      return (await this.#lookAgain()) ?? Promise.reject(stillRunning(1));
    }
    const outcome = await outcomeOf(() => work.run(this.#call, plan));
    if ('error' in outcome) {
      await this.#release(lease.id);
      throw outcome.error;
    }
    return this.#keep(outcome.answer, lease.id);
  }

  /** Stores a final answer and returns it, or returns the one that a faster duplicate stored. */
  async #keep(response: HttpResponse, leaseId = this.#left?.leaseId): Promise<HttpResponse> {
    const answer = isFinal(response) ? await this.#sealed(response) : undefined;
    if (!answer || answer.body.ciphertext.length > LARGEST_KEPT) {
      if (leaseId !== undefined) await this.#release(leaseId);
      return response;
    }
    const isKept = await this.#ports.idempotency.keep(this.#organization, this.#request, answer, this.#call.now, leaseId);
    return isKept ? response : ((await this.#lookAgain()) ?? response);
  }

  #release(leaseId: string): Promise<void> {
    return this.#ports.idempotency.release(this.#organization, this.#request, leaseId, this.#call.now);
  }

  async #sealed({ status, json }: HttpResponse) {
    return { status, body: await this.#ports.answers.seal(this.#organization, JSON.stringify(json)) };
  }

  async #lookAgain(): Promise<HttpResponse | undefined> {
    const known = await this.#ports.idempotency.find(this.#organization, this.#request, this.#call.now);
    return this.#answerOf(known);
  }

  async #answerOf(known: IdempotencyRecord | undefined): Promise<HttpResponse | undefined> {
    if (!known) return undefined;
    if (known.fingerprint !== this.#request.fingerprint) {
      throw new AppError('idempotency_key_reused', ERROR_MESSAGES.idempotency_key_reused.any);
    }
    if (known.state === 'answered') {
      const json: unknown = JSON.parse(await this.#ports.answers.open(this.#organization, known.body));
      return { status: known.status, json, headers: { 'idempotency-replayed': 'true' } };
    }
    const leaseEndsAt = new Date(known.leaseEndsAt);
    if (leaseEndsAt > this.#call.now) throw stillRunning(secondsUntil(leaseEndsAt, this.#call.now));
    return undefined;
  }

  /** Unfinished work under this key, after a crash. */
  get #left(): Running | undefined {
    return this.#known?.state === 'running' ? this.#known : undefined;
  }

  get #organization(): string {
    return this.#call.caller.organizationId;
  }
}

function stillRunning(retryAfterSeconds: number): AppError {
  return new AppError('conflict', ERROR_MESSAGES.conflict.stillRunning, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/** `error`: not final, so it is not stored. */
type Outcome = { answer: HttpResponse } | { error: unknown };

async function outcomeOf(work: () => Promise<HttpResponse> | HttpResponse): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { answer: refusal } : { error };
  }
}

/** The answer for a final error; undefined for one that is not stored. */
function refusalOf(error: unknown): HttpResponse | undefined {
  const answer = error instanceof AppError ? errorResponse(error) : undefined;
  return answer && isFinal(answer) ? answer : undefined;
}

/**
 * Rate limits, server errors and missing permissions pass, so a repeat after them is a new try. A used-up quota is final: a
 * concurrent duplicate may have used it, and must not create what this one was refused. Both get the same answer.
 */
function isFinal({ status }: HttpResponse): boolean {
  return status < 500 && !PASSING.has(status);
}
const PASSING: ReadonlySet<number> = new Set([HTTP_ERROR_STATUS.rate_limit_exceeded, HTTP_ERROR_STATUS.insufficient_permissions]);
