import type { components } from './api-types.ts';

type ErrorBody = components['schemas']['ApiError'];
/** The codes that this version knows. A later one may answer others: have a `default`. */
export type ErrorCode = ErrorBody['code'];

/** The API refused a request, or failed at it. `message` is for your log. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Which fields there are depends on `code`. */
  readonly details: NonNullable<ErrorBody['details']>;
  /** By which whoever runs the service finds the request. */
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

/** There was no answer of the API: no connection, no answer in time, or an answer of somebody else. `cause` is what fetch threw. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Of an answer that is not the API's. */
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

/** `Retry-After` in seconds, or as a date, which the clock of the server has written: it is read by that clock. */
export function retryAfterSecondsOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
