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
import type { Call, PlannedWork, Work } from './api-route.ts';

export interface RepeatPorts {
  idempotency: IdempotencyStore;
  answers: AnswerSeal;
  newId: (prefix: 'lease') => string;
}

/** The Idempotency-Key of a call, and what was known of it when the call came. */
export interface Repeat {
  request: RepeatableRequest;
  known: IdempotencyRecord | undefined;
  /** When the call came. Not the clock of test mode: whoever moves that by days would forget the key of the move. */
  now: Date;
}
type Running = Extract<IdempotencyRecord, { state: 'running' }>;

const PRINTABLE_ASCII = /^[ -~]{1,255}$/;

/**
 * Of a POST with the header; undefined for anything else. Throws invalid_request for a key that is none. `owner`: whose the key
 * is, where it is not the whole organization's; another's key of the same text is another.
 */
export function repeatableRequest(request: HttpRequest, owner = ''): RepeatableRequest | undefined {
  const key = request.headers['idempotency-key'];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (!PRINTABLE_ASCII.test(key)) {
    throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.idempotencyKey);
  }
  return { keyHash: sha256(owner + key), fingerprint: fingerprintOf(request) };
}

/** The same method, path, query and raw body; each length goes in, so that none can borrow from its neighbour. */
function fingerprintOf({ method, path, query, rawBody }: HttpRequest): string {
  const parts = [method, path, query].map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
  return createHash('sha256').update(parts).update(rawBody).digest('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Does the work of a call with an Idempotency-Key, unless it is done already: then the answer is the one it had. */
export async function answerOnce(
  call: Call,
  prepared: () => Work | PlannedWork,
  repeat: Repeat,
  ports: RepeatPorts,
): Promise<HttpResponse> {
  const { known } = repeat;
  const earlier = await answerOf(known, call, repeat, ports);
  if (earlier) return earlier;
  const idempotent = new IdempotentCall(call, repeat, ports);
  const work = await outcomeOf(prepared);
  if ('error' in work) throw work.error;
  if ('refusal' in work) return idempotent.keep(work.refusal);
  return typeof work.done === 'function' ? idempotent.inOneTransaction(work.done) : idempotent.byPlan(work.done);
}

/**
 * Of 409,600 bytes of an item. Only a refusal that names hundreds of kilobytes of unknown fields is longer, and a repeat of that
 * is refused again.
 */
const LARGEST_KEPT = 390_000;

class IdempotentCall {
  readonly #call: Call;
  readonly #repeat: Repeat;
  readonly #ports: RepeatPorts;
  /** Work under this key that a crash has left unfinished. */
  readonly #left: Running | undefined;

  constructor(call: Call, repeat: Repeat, ports: RepeatPorts) {
    this.#call = call;
    this.#repeat = repeat;
    this.#ports = ports;
    this.#left = repeat.known?.state === 'running' ? repeat.known : undefined;
  }

  /** The work takes its answer into its own transaction; where it has nothing to write, the answer is kept afterwards. */
  async inOneTransaction(work: Work): Promise<HttpResponse> {
    let taken: HttpResponse | undefined;
    const keepAnswer = async (response: HttpResponse) => {
      taken = response;
      return [
        this.#ports.idempotency.answerWrite(
          this.#organization,
          this.#repeat.request,
          await this.#sealed(response),
          this.#repeat.now,
        ),
      ];
    };
    const outcome = await outcomeOf(() => work({ ...this.#call, keepAnswer }));
    // A transaction that lost its race took no answer along: what a second try answered without one is still to be kept.
    if ('done' in outcome && isDeepStrictEqual(outcome.done, taken)) return outcome.done;
    if ('done' in outcome) return this.keep(outcome.done);
    if ('refusal' in outcome) return this.keep(outcome.refusal);
    // A twin of this request may have been faster, and this is why it failed.
    const theirs = await this.#lookAgain();
    if (theirs) return theirs;
    throw outcome.error;
  }

  /**
   * Nobody else is at the work while it runs; after a crash, or an answer that is not kept, the next call goes on with its plan.
   */
  async byPlan(work: PlannedWork): Promise<HttpResponse> {
    const lease = { id: this.#ports.newId('lease'), ...(this.#left && { takenFrom: this.#left.leaseId }) };
    const plan = this.#left ? this.#left.plan : work.plan;
    const { idempotency } = this.#ports;
    if (!(await idempotency.lease(this.#organization, this.#repeat.request, plan, lease, this.#repeat.now))) {
      return (await this.#lookAgain()) ?? Promise.reject(stillRunning(1));
    }
    const outcome = await outcomeOf(() => work.run(this.#call, plan));
    if ('error' in outcome) {
      await this.#release(lease.id);
      throw outcome.error;
    }
    return this.keep('done' in outcome ? outcome.done : outcome.refusal, lease.id);
  }

  /**
   * Keeps an answer, if a repeat would get it again, and gives it; or gives the one that a faster twin of this request has kept.
   */
  async keep(response: HttpResponse, leaseId = this.#left?.leaseId): Promise<HttpResponse> {
    const answer = isFinal(response.status) ? await this.#sealed(response) : undefined;
    if (!answer || answer.body.ciphertext.length > LARGEST_KEPT) {
      if (leaseId !== undefined) await this.#release(leaseId);
      return response;
    }
    const isKept = await this.#ports.idempotency.keep(
      this.#organization,
      this.#repeat.request,
      answer,
      this.#repeat.now,
      leaseId,
    );
    return isKept ? response : ((await this.#lookAgain()) ?? response);
  }

  #release(leaseId: string): Promise<void> {
    return this.#ports.idempotency.release(this.#organization, this.#repeat.request, leaseId, this.#repeat.now);
  }

  async #sealed({ status, json }: HttpResponse) {
    return { status, body: await this.#ports.answers.seal(this.#organization, JSON.stringify(json)) };
  }

  async #lookAgain(): Promise<HttpResponse | undefined> {
    const known = await this.#ports.idempotency.find(this.#organization, this.#repeat.request, this.#repeat.now);
    return answerOf(known, this.#call, this.#repeat, this.#ports);
  }

  get #organization(): string {
    return this.#call.caller.organizationId;
  }
}

/**
 * The answer that is known already; undefined where there is work to be done. Throws where the key is in use for something else,
 * or just now.
 */
async function answerOf(
  known: IdempotencyRecord | undefined,
  { caller }: Call,
  { request: { fingerprint }, now }: Pick<Repeat, 'request' | 'now'>,
  { answers }: RepeatPorts,
): Promise<HttpResponse | undefined> {
  if (!known) return undefined;
  if (known.fingerprint !== fingerprint) {
    throw new AppError('idempotency_key_reused', ERROR_MESSAGES.idempotency_key_reused.any);
  }
  if (known.state === 'answered') {
    const json: unknown = JSON.parse(await answers.open(caller.organizationId, known.body));
    return { status: known.status, json, headers: { 'idempotency-replayed': 'true' } };
  }
  const leaseEndsAt = new Date(known.leaseEndsAt);
  if (leaseEndsAt > now) throw stillRunning(secondsUntil(leaseEndsAt, now));
  return undefined;
}

function stillRunning(retryAfterSeconds: number): AppError {
  return new AppError('conflict', ERROR_MESSAGES.conflict.stillRunning, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

/**
 * `refusal`: an error that a repeat would get again. `error`: one that it need not, so it is not kept (403, 429, 5xx, a lost
 * race).
 */
type Outcome<T> = { done: T } | { refusal: HttpResponse } | { error: unknown };

async function outcomeOf<T>(work: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    return error instanceof AppError && isFinal(error.status) ? { refusal: errorResponse(error) } : { error };
  }
}

const { rate_limit_exceeded, insufficient_permissions } = HTTP_ERROR_STATUS;

/** Neither a limit on requests nor trouble of our own, which pass, nor what somebody may be allowed later. */
function isFinal(status: number): boolean {
  return status < 500 && status !== rate_limit_exceeded && status !== insufficient_permissions;
}
