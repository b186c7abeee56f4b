import { type AnswerFacts, ApiError, ConnectionError, retryAfterSecondsOf } from './api-error.ts';

export interface SendingOptions {
  fetch: (request: Request) => Promise<Response>;
  /** After the first attempt. */
  maxRetries: number;
  /** Per attempt, up to the last byte of its answer. */
  timeoutSeconds: number;
  newIdempotencyKey: () => string;
}

/** For tests. */
export interface SendingPorts {
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  random(): number;
}

/** Without another clue, these usually come from another server that does not know the path. */
const OF_ANOTHER_SITE = [404, 405];
/** After these statuses a change may have been made. */
const MAY_BE_DONE = [500, 502, 504];
const IDEMPOTENCY_KEY = 'idempotency-key';
/** A limit per minute is free again by then. The caller waits for a limit per hour or day. */
const MAX_RETRY_AFTER_SECONDS = 60;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 8_000;
const JSON_CONTENT = /^application\/json\b/i;
const FILE_CONTENT = /^(application\/jsonl|text\/csv)\b/i;

/**
 * Retries a request until the API answers with a 2xx, and returns that answer. Throws `ApiError` for any other answer of the API,
 * `ConnectionError` without one, and the signal's reason once it is aborted. Every method may be retried: a POST repeats its
 * Idempotency-Key, and the other methods are idempotent. Exception: a change with If-Match whose answer was lost is refused the
 * second time.
 */
export function requestSender(options: SendingOptions, { wait, random }: SendingPorts = { wait: waitFor, random: Math.random }) {
  return async (request: Request): Promise<Response> => {
    if (request.method === 'POST' && !request.headers.has(IDEMPOTENCY_KEY)) {
      request.headers.set(IDEMPOTENCY_KEY, options.newIdempotencyKey());
    }
    const isRepeatable = !request.headers.has('if-match');
    for (let retries = 0; ; retries += 1) {
      const outcome = await attempt(request, options);
      if (outcome instanceof Response) return outcome;
      if (retries >= options.maxRetries || !mayPass(outcome, isRepeatable)) throw outcome;
      await wait(pauseMs(retries, outcome.retryAfterSeconds, random()), request.signal);
    }
  };
}

/** Jittered, so that clients do not retry in step. */
function pauseMs(retries: number, retryAfterSeconds: number | undefined, random: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + FIRST_PAUSE_MS * random;
  return Math.min(FIRST_PAUSE_MS * 2 ** retries, MAX_PAUSE_MS) * (0.5 + random / 2);
}

/**
 * True for an error that may pass. After a 429 or 503 nothing was done. A 409 with Retry-After means that the first attempt is
 * still running.
 */
function mayPass({ status, retryAfterSeconds }: ApiError | ConnectionError, isRepeatable: boolean): boolean {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return false;
  if (status === 429 || status === 503) return true;
  if (status === undefined || MAY_BE_DONE.includes(status)) return isRepeatable;
  return status === 409 && retryAfterSeconds !== undefined;
}

async function attempt(request: Request, options: SendingOptions): Promise<Response | ApiError | ConnectionError> {
  const { fetch, timeoutSeconds } = options;
  const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
  const signal = AbortSignal.any([request.signal, timeout]);
  try {
    const answer = await fetch(new Request(request.clone(), { signal }));
    return judge(request, answer, await answer.text());
  } catch (cause) {
    request.signal.throwIfAborted();
    const problem = timeout.aborted ? `no whole answer within ${timeoutSeconds} s` : `no answer: ${reasonOf(cause)}`;
    return new ConnectionError(`${named(request)} got ${problem}`, { cause });
  }
}

function judge(request: Request, answer: Response, text: string): Response | ApiError | ConnectionError {
  const { status, statusText, headers } = answer;
  const contentType = headers.get('content-type') ?? 'no type';
  const json = objectIn(text);
  // Every operation answers with a body, so an empty page comes from a captive portal.
  const isOfTheApi = JSON_CONTENT.test(contentType) ? json !== undefined : FILE_CONTENT.test(contentType) && text !== '';
  if (answer.ok && isOfTheApi) return new Response(text, { status, statusText, headers });
  const facts: AnswerFacts = {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfterSecondsOf(headers),
  };
  const body = errorIn(json);
  if (!answer.ok && body) return new ApiError(body, facts);
  if (status >= 400 && !OF_ANOTHER_SITE.includes(status)) {
    const words = typeof json?.message === 'string' ? json.message : statusText;
    const what = [status, words].filter(Boolean).join(' ');
    return new ConnectionError(`${named(request)} got ${what} from something in front of the API`, facts);
  }
  const location = headers.get('location');
  const content = text === '' ? 'without a body' : `with ${contentType}`;
  // Redirects are not followed: they would send the key elsewhere.
  const what = location && status >= 300 ? `a redirect to ${location}` : `${status} ${content}`;
  return new ConnectionError(`${named(request)} got ${what}, which is no answer of the API. Is siteUrl right?`, facts);
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const json = JSON.parse(text);
    return typeof json === 'object' && json !== null ? json : undefined;
  } catch {
    return undefined;
  }
}

function errorIn(json: Record<string, unknown> | undefined): ConstructorParameters<typeof ApiError>[0] | undefined {
  const error = json?.error as ConstructorParameters<typeof ApiError>[0] | undefined;
  return typeof error?.code === 'string' ? { ...error, message: error.message ?? error.code } : undefined;
}

/** Without the query, which may contain data that must not be logged. */
function named({ method, url }: Request): string {
  return `${method} ${url.replace(/\?.*$/, '')}`;
}

/** `fetch failed` says nothing: the real error is in its cause. */
function reasonOf(cause: unknown): string {
  const { cause: inner, message } = cause as { cause?: { message?: string; code?: string }; message?: string };
  return inner?.message || inner?.code || message || String(cause);
}

/** Rejects with the signal's reason once it is aborted. */
export function waitFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(ended, milliseconds);
    signal?.addEventListener('abort', ended);
    function ended(): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', ended);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    }
  });
}
