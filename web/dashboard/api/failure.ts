import { retryAfterSeconds, sentAt } from '../../../contract/http/retry-after.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  /** 0: no answer came. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** Earliest time of a retry, in milliseconds. */
  readonly retryAt: number | undefined;
  readonly details: Record<string, unknown>;

  constructor(status: number, fields: Partial<Pick<Failure, 'code' | 'message' | 'requestId' | 'retryAt' | 'details'>> = {}) {
    super(fields.message ?? '');
    this.status = status;
    this.code = fields.code ?? '';
    this.requestId = fields.requestId;
    this.retryAt = fields.retryAt;
    this.details = fields.details ?? {};
  }
}

/** From an answer. The body may come from something between the browser and the service. */
export function failureOf(response: Response, body: unknown, now: number): Failure {
  const { headers, status } = response;
  const { code, message, details } = fieldsOf(fieldsOf(body).error);
  const seconds = retryAfterSeconds(headers.get('retry-after'), sentAt(headers.get('date'), now));
  return new Failure(status, {
    ...(typeof code === 'string' && { code }),
    ...(typeof message === 'string' && { message }),
    details: fieldsOf(details),
    requestId: headers.get('x-request-id') ?? undefined,
    retryAt: seconds === undefined ? undefined : now + seconds * 1000,
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function asFailure(error: unknown): Failure {
  return error instanceof Failure ? error : new Failure(0, { message: String(error) });
}

/** True when the resource does not exist or no longer exists, or its id is invalid. */
export function isGone(error: unknown): boolean {
  return error instanceof Failure && [404, 422].includes(error.status);
}

/** Text for a failure when the service sent none. `role`: role of the person who was refused. */
export function describeFailure({ status, code, message, details }: Failure, role?: string): { title: string; text: string } {
  if (status === 0) return { title: 'No connection', text: 'Nothing answered. Check your connection, then try again.' };
  if (code === 'fresh_sign_in_required') return { title: 'Please sign in again', text: message };
  if (status === 403) {
    const { roles } = details;
    const why = Array.isArray(roles) && roles.length > 0 ? ` These may: ${roles.join(', ')}.` : '';
    return { title: 'Not allowed', text: `Your role${role ? `, ${role},` : ''} does not allow this.${why}` };
  }
  if (status === 404) return { title: 'Not found', text: 'It does not exist, or not any more.' };
  if (status === 429) return { title: 'Too many requests', text: 'Please wait a moment.' };
  if (status >= 500)
    return { title: 'Something went wrong on our side', text: 'Your domains are not affected. Please try again.' };
  return { title: 'This was refused', text: message || `The answer was ${status}.` };
}
