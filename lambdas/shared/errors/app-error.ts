import { HTTP_ERROR_STATUS, type HttpErrorCode } from '../../../contract/api/error-codes.ts';

/** What is broken, or refused, with words that a stranger may read. `cause` is for us and goes to the log only. */
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
}
