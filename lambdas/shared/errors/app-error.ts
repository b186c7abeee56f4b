import { printParseErrorCode, visit } from 'jsonc-parser';
import { HTTP_ERROR_STATUS, type HttpErrorCode } from '../../../contract/api/error-codes.ts';
import { ACTION_LIMITS, type LimitedAction } from '../../../contract/api/limits.ts';
import { ERROR_MESSAGES, type JsonExpectation, type JsonMistake } from '../../../copy/en/error-messages.ts';
import { addSeconds, secondsUntil } from '../time/instant.ts';

/** A failure or refusal, with a message that a stranger may read. `cause` is internal and only logged. */
export class AppError extends Error {
  readonly code: HttpErrorCode;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: HttpErrorCode,
    message: string,
    more: { details?: Record<string, unknown>; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = more.details;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return HTTP_ERROR_STATUS[this.code];
  }

  get body() {
    const { code, message, details } = this;
    return { code, message, ...(details && { details }) };
  }
}

/** The item of a bulk request that was refused (`FailedItem`, contract/api/http-error.schema.ts). */
export function failedItem(index: number, refusal: AppError) {
  return { index, status: 'error' as const, error: refusal.body };
}

/** The 422 of a request with wrong fields: all errors of each, by its path. */
export function validationError(errors: Record<string, string[]>, details: Record<string, unknown> = {}): AppError {
  return new AppError('validation_error', ERROR_MESSAGES.validation_error.fields, { details: { errors, ...details } });
}

/** The resources whose ids are integers, by the id's name in `details`. */
const NAMES = { domain_id: 'domain', server_id: 'server', webhook_id: 'webhook' } as const;
export type IdName = keyof typeof NAMES;

/** The 404 of a resource that does not exist, or belongs to another organization: the caller cannot tell which. */
export function notFound(name: IdName, id?: number): AppError {
  const details = id === undefined ? {} : { details: { [name]: id } };
  return new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.resource(NAMES[name]), details);
}

/** The 422 of an organization that has reached its quota of a resource. `words`: the resource's name in a sentence. */
export function quotaExceeded(resource: string, limit: number, used: number, words = resource): AppError {
  return new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.organization(limit, words), {
    details: { resource, limit, used },
  });
}

/** The same for a quota that AWS sets for the account of a server. */
export function awsQuotaExceeded(
  serverId: number,
  { name, limit, used }: { name: string; limit: number; used: number },
  words: string,
): AppError {
  return new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.aws(serverId, limit, words), {
    details: { resource: name, limit, used },
  });
}

export function actionLimitExceeded(
  action: LimitedAction,
  resource: 'domain' | 'webhook' | 'server',
  resetAt: Date,
  now: Date,
): AppError {
  return limitExceeded(ERROR_MESSAGES.rate_limit_exceeded.action(action, resource), ACTION_LIMITS[action].limit, resetAt, now);
}

/** The 429 of an organization that has added too many new webhook addresses. */
export function newReceiversExceeded(limit: number, resetAt: Date, now: Date): AppError {
  return limitExceeded(ERROR_MESSAGES.rate_limit_exceeded.newReceivers(limit), limit, resetAt, now);
}

/** The 429 of an organization that has checked the DNS of too many hostnames in this minute. */
export function dnsChecksExceeded(limit: number, resetAt: Date, now: Date): AppError {
  return limitExceeded(ERROR_MESSAGES.rate_limit_exceeded.dnsChecks(limit), limit, resetAt, now);
}

/** The longest duration of a check (checks/check-now.ts). */
const CHECK_SECONDS = 8;

/** The 429 of an organization at its limit of concurrent checks. */
export function checksAtOnceExceeded(limit: number, now: Date): AppError {
  const resetAt = new Date(addSeconds(now, CHECK_SECONDS));
  return limitExceeded(ERROR_MESSAGES.rate_limit_exceeded.checksAtOnce(limit), limit, resetAt, now);
}

/** The 429 of any limit. Its headers and details name the exceeded limit, instead of the one on requests. */
export function limitExceeded(message: string, limit: number, resetAt: Date, now: Date): AppError {
  return new AppError('rate_limit_exceeded', message, {
    details: { limit, remaining: 0, reset_at: resetAt.toISOString() },
    headers: { ...rateHeaders({ limit, remaining: 0, resetAt }), 'retry-after': String(secondsUntil(resetAt, now)) },
  });
}

/** The headers of every authenticated response about one limit. */
export function rateHeaders({ limit, remaining, resetAt }: { limit: number; remaining: number; resetAt: Date }) {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(resetAt.getTime() / 1000)),
  };
}

/** The 500 of an unexpected error, which is logged. */
export function internalError(): AppError {
  return new AppError('internal_error', ERROR_MESSAGES.internal_error.any);
}

/** The 503 of a call that a backend refused for lack of capacity. */
export function awsBusy(): AppError {
  return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.tooMuchAtOnce, {
    headers: { 'retry-after': '5' },
  });
}

/** The 503 of a call that is answered before Lambda or API Gateway times out. */
export function tooLate(): AppError {
  return new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.tooLate, { headers: { 'retry-after': '5' } });
}

const WORDS = ERROR_MESSAGES.invalid_request;

/** The 400 of a body that is not JSON. */
export class BodyNotJson extends AppError {
  readonly #text: string;

  constructor(text: string) {
    super('invalid_request', WORDS.bodyNotJson);
    this.#text = text;
  }

  /** The same with the position of the first mistake. */
  located(): AppError {
    const mistake = jsonMistakeIn(this.#text);
    return mistake ? new AppError(this.code, WORDS.bodyNotJsonAt(mistake)) : this;
  }
}

/**
 * By the parser's names for its errors. After text that is not JSON (`InvalidSymbol`), the next error names what was expected.
 */
const EXPECTED: Readonly<Record<string, JsonExpectation>> = {
  PropertyNameExpected: 'name',
  ValueExpected: 'value',
  ColonExpected: 'colon',
  CommaExpected: 'comma',
  CloseBraceExpected: 'closing',
  CloseBracketExpected: 'closing',
  EndOfFileExpected: 'end',
  InvalidCommentToken: 'noComment',
  UnexpectedEndOfComment: 'noComment',
  UnexpectedEndOfString: 'textEnd',
  UnexpectedEndOfNumber: 'digits',
  InvalidUnicode: 'escape',
  InvalidEscapeCharacter: 'escape',
  InvalidCharacter: 'escape',
};

/**
 * Where a text stops being JSON. The engine's own message would repeat the text, and has no position for most mistakes. Undefined
 * if nothing is found, or if the text is nested too deeply for the parser.
 */
export function jsonMistakeIn(text: string): JsonMistake | undefined {
  const found: { name: string; line: number; column: number }[] = [];
  try {
    visit(
      text,
      {
        onError: (code, _offset, _length, line, character) =>
          found.push({ name: printParseErrorCode(code), line: line + 1, column: character + 1 }),
      },
      { disallowComments: true },
    );
  } catch {
    return undefined;
  }
  const [first, second] = found;
  if (!first) return undefined;
  const { line, column } = first;
  const expected = EXPECTED[first.name] ?? (second && EXPECTED[second.name]) ?? 'end';
  return { line, column, expected };
}
