import { HTTP_ERROR_STATUS, type HttpErrorCode } from '../../../contract/api/error-codes.ts';
import { HTTP_ERROR_WORDS } from '../../../copy/en/error-page-words.ts';
import { ApiError, ConnectionError } from '../../typescript/create-client.ts';
import { EXIT, type ExitCode, Failure } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';
import { toSafeText } from '../terminal/text.ts';
import { explainNetworkError } from './network-problems.ts';

interface Call {
  site: string;
  movedTo: string | null;
  machine: Machine;
  isWrite: boolean;
}

/** Each call has an Idempotency-Key of its own, so running the command again repeats the change. */
const MAY_BE_DONE =
  'It may be done all the same: before you repeat it, look with cps domains list, cps servers list or cps webhooks list.';

/** Turns the client's errors into messages for people. Any other error is a bug and is returned unchanged. */
export function failureOf(error: unknown, call: Call): unknown {
  const failure = explainError(error, call);
  const isOfAnotherSite = error instanceof ConnectionError && error.status !== undefined && error.status < 500;
  if (!call.isWrite || !(failure instanceof Failure) || failure.exit !== EXIT.unreachable || isOfAnotherSite) return failure;
  const { exit, message, ...more } = failure;
  return new Failure(exit, message, { ...more, cause: failure.cause, fix: `${failure.fix} ${MAY_BE_DONE}` });
}

function explainError(error: unknown, call: Call): unknown {
  if (error instanceof ApiError) return refusal(error, call.site);
  if (!(error instanceof ConnectionError)) return error;
  const { status } = error;
  if (status === undefined) return explainNetworkError(error.cause, call.site, call.machine);
  if (status < 400 && call.movedTo !== null) return redirection(call.site, call.movedTo);
  return isOfTheService(status) ? wrongServiceFailure(call.site, String(status)) : answeredBefore(error, status, call.site);
}

function refusal({ message, status, code, details, requestId, retryAfterSeconds }: ApiError, site: string): Failure {
  // Removes the facts at the message's end, which get lines of their own here.
  return new Failure(exitOf(status), toSafeText(message.replace(/ \(\d{3} [^()]*\)$/, '')), {
    actor: status >= 500 ? `whoever runs ${site}` : 'you',
    fix: fixOf(code, retryAfterSeconds),
    problem: { status, code, requestId, details: details as Record<string, unknown> },
    retryAfterSeconds,
  });
}

/** Otherwise it is a web page, or somebody else's 404. */
function isOfTheService(status: number): boolean {
  return status < 500 && ![429, 413, 431].includes(status);
}

/** An answer from API Gateway, CloudFront or a proxy: docs/reference/errors.md, "Answers that do not come from this service". */
function answeredBefore({ retryAfterSeconds }: ConnectionError, status: number, site: string): Failure {
  return new Failure(exitOf(status), `${site} answered ${status}, not by this service but by something before it.`, {
    actor: `whoever runs ${site}`,
    fix: 'Try again in a minute. If it stays, tell them the time and this status.',
    retryAfterSeconds,
  });
}

export function wrongServiceFailure(site: string, answered: string): Failure {
  return new Failure(EXIT.unreachable, `${site}/api answered ${answered}, which is no answer of this service.`, {
    fix: 'Give the address of the deployment, with its path if it has one and without /api: --site https://certificates.example.com',
  });
}

function redirection(site: string, movedTo: string): Failure {
  const target = URL.canParse(movedTo, site) ? new URL(movedTo, site).origin : 'another address';
  return new Failure(EXIT.unreachable, `${site} redirects to ${target}; cps does not take your key there.`, {
    fix: `If that is your site, name it: --site ${target}`,
  });
}

function exitOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notLoggedIn;
  if (status === 404) return EXIT.notFound;
  if (status === 429) return EXIT.limited;
  return status >= 500 ? EXIT.unreachable : EXIT.refused;
}

/** A code of a later version has only its message. */
function fixOf(code: string, retryAfterSeconds: number | undefined): string {
  if (code === 'invalid_api_key') return 'Log in again with a whole, valid key: cps login';
  if (code === 'rate_limit_exceeded' && retryAfterSeconds !== undefined) {
    return `Try again in ${retryAfterSeconds} s, or ask whoever runs the site for a higher limit.`;
  }
  return isKnown(code) ? HTTP_ERROR_WORDS[code].fix : 'Do what the message says; a later version of cps may say more.';
}

function isKnown(code: string): code is HttpErrorCode {
  return Object.hasOwn(HTTP_ERROR_STATUS, code);
}
