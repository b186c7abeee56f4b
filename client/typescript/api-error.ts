import type { components } from './api-types.ts';

type ErrorBody = components['schemas']['ApiError'];
/** The codes known to this version. A later API may answer others, so handle a `default`. */
export type ErrorCode = ErrorBody['code'];

/** The API refused a request or failed. `message` is for your log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  /** The fields depend on `code`. */
  readonly details: NonNullable<ErrorBody['details']>;
  /** The service's operators find the request by it. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ErrorBody, { status, requestId, retryAfterSeconds }: AnswerFacts) {
    super(`${body.message} (${[status, body.code, requestId].filter(Boolean).join(' ')})`);
    this.status = status;
    this.code = body.code;
    this.details = body.details ?? {};
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer from the API: no connection, a time-out, or an answer from something else. `cause` is what fetch threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Status of an answer that is not the API's. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, { cause, status, retryAfterSeconds }: { cause?: unknown } & Partial<AnswerFacts> = {}) {
    super(message, { cause });
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export interface AnswerFacts {
  status: number;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** `Retry-After` in seconds. A date is compared with the server's own clock. */
export function retryAfterSecondsOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
