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
 * Of a POST with the header; undefined for anything else. Throws invalid_request for a key that is none. `owner`: whose the key
 * is, where it is not the whole organization's; another's key of the same text is another.
 */
export function repeatableRequest(request: HttpRequest, owner?: string): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (!PRINTABLE_ASCII.test(key)) {
    throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.idempotencyKey);
  }
  return { keyHash: sha256([owner ?? null, key]), fingerprint: fingerprintOf(request) };
}

/** The same method, path, query and raw body. */
function fingerprintOf({ method, path, query, rawBody }: HttpRequest): string {
  return sha256([method, path, query], rawBody);
}

/** As JSON, in which no part can borrow from its neighbour, and which ends before `rest` begins. */
function sha256(parts: readonly (string | null)[], rest: Uint8Array = Buffer.of()): string {
  return createHash('sha256').update(JSON.stringify(parts)).update(rest).digest('hex');
}

/**
 * Of 409,600 bytes of an item. Only a refusal that names hundreds of kilobytes of unknown fields is longer, and a repeat of that
 * is refused again.
 */
const LARGEST_KEPT = 390_000;

/** A call with an Idempotency-Key. `known`: what was known of the key when the call came. */
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
   * The answer that is known already; undefined where there is work to be done. Throws where the key is in use for something
   * else, or just now.
   */
  earlierAnswer(): Promise<HttpResponse | undefined> {
    return this.#answerOf(this.#known);
  }

  /** The answer to a request that is wrong, which a repeat gets again. Throws what it need not get again. */
  async refuse(error: unknown): Promise<HttpResponse> {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return this.#keep(refusal);
  }

  perform(work: Work | PlannedWork): Promise<HttpResponse> {
    return typeof work === 'function' ? this.#inOneTransaction(work) : this.#byPlan(work);
  }

  /** The work takes its answer into its own transaction; where it has nothing to write, the answer is kept afterwards. */
  async #inOneTransaction(work: Work): Promise<HttpResponse> {
    let taken: HttpResponse | undefined;
    const keepAnswer = async (response: HttpResponse) => {
      taken = response;
      return [
        this.#ports.idempotency.answerWrite(this.#organization, this.#request, await this.#sealed(response), this.#call.now),
      ];
    };
    const outcome = await outcomeOf(() => work({ ...this.#call, keepAnswer }));
    // A transaction that lost its race took no answer along: what a second try answered without one is still to be kept.
    if ('answer' in outcome) return isDeepStrictEqual(outcome.answer, taken) ? outcome.answer : this.#keep(outcome.answer);
    // A twin of this request may have been faster, and this is why it failed.
    const theirs = await this.#lookAgain();
    if (theirs) return theirs;
    throw outcome.error;
  }

  /**
   * Nobody else is at the work while it runs; after a crash, or an answer that is not kept, the next call goes on with its plan.
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

  /**
   * Keeps an answer, if a repeat would get it again, and gives it; or gives the one that a faster twin of this request has kept.
   */
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

  /** Work under this key that a crash has left unfinished. */
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

/** `error`: what a repeat need not get again, so it is not kept. */
type Outcome = { answer: HttpResponse } | { error: unknown };

async function outcomeOf(work: () => Promise<HttpResponse> | HttpResponse): Promise<Outcome> {
  try {
    return { answer: await work() };
  } catch (error) {
    const refusal = refusalOf(error);
    return refusal ? { answer: refusal } : { error };
  }
}

/** The answer to what is wrong with a request; undefined for an error that is not kept. */
function refusalOf(error: unknown): HttpResponse | undefined {
  const answer = error instanceof AppError ? errorResponse(error) : undefined;
  return answer && isFinal(answer) ? answer : undefined;
}

/**
 * A limit of requests, trouble of our own and a missing right pass: a repeat after them is a new try. A quota that is used up may
 * be so by a twin of the call, which then must not create what this one was refused: one of the two answers is both.
 */
function isFinal({ status }: HttpResponse): boolean {
  return status < 500 && !PASSING.has(status);
}
const PASSING: ReadonlySet<number> = new Set([HTTP_ERROR_STATUS.rate_limit_exceeded, HTTP_ERROR_STATUS.insufficient_permissions]);
