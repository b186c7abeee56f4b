import type * as z from 'zod/mini';
import { HTTP_ERROR_STATUS } from '../../../contract/api/error-codes.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { NewRequestLogEntry, RequestLogStore } from '../../model/accounts/requests/request-log.store.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { asAppError, errorCodeOf, errorResponse } from '../../shared/http/serve-http.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';

/** How long an answer waits for the log write, which takes some 5 ms. The SDK's retries would outlast the call. */
const MAX_WAIT_MS = 1_000;

export interface RequestLogPorts {
  keptRequests: Pick<RequestLogStore, 'keep'>;
  clock: Clock;
  log: Log;
  pauseFor: (milliseconds: number) => Promise<void>;
}

interface LoggedOperation {
  path: string;
  query?: z.ZodMiniObject | undefined;
}

/**
 * Logs the requests that people search for: changes, refusals and failures. Reads are most of the traffic, and a rate-limited
 * request must cost no more than its refusal.
 */
export async function logRequest(
  answering: Promise<HttpResponse>,
  operation: LoggedOperation,
  request: HttpRequest,
  caller: Caller,
  ports: RequestLogPorts,
): Promise<HttpResponse> {
  if (caller.kind !== 'key') return answering;
  const answer = await answering.catch((error: unknown) => errorResponse(asAppError(error)));
  if (isKept(request, answer)) {
    const kept = recordOf(request, operation, caller, answer, ports.clock());
    await Promise.race([keep(kept, ports), ports.pauseFor(MAX_WAIT_MS)]);
  }
  return answering;
}

function isKept({ method }: HttpRequest, { status }: HttpResponse): boolean {
  return (method !== 'GET' || status >= 400) && status !== HTTP_ERROR_STATUS.rate_limit_exceeded;
}

/** A failed log write does not fail the request. */
async function keep(kept: NewRequestLogEntry, { keptRequests, log }: RequestLogPorts): Promise<void> {
  try {
    await keptRequests.keep(kept);
  } catch (cause) {
    log('warn', 'request not kept', { cause });
  }
}

function recordOf(
  { requestId: id, method, params, query, sourceIp, now }: HttpRequest,
  { path, query: parameters }: LoggedOperation,
  { organizationId, keyId }: Extract<Caller, { kind: 'key' }>,
  { status, json }: HttpResponse,
  end: Date,
): NewRequestLogEntry {
  const errorCode = status >= 400 ? errorCodeOf(json) : undefined;
  return {
    ...{ id, organizationId, keyId, at: now.toISOString(), method, sourceIp, status },
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => redactUnlessHarmless(params[name] ?? '')),
    ...(query !== '' && { query: showQuery(query, parameters) }),
    ...(errorCode !== undefined && { errorCode }),
    milliseconds: end.getTime() - now.getTime(),
  };
}

/** Replaces values that are not logged. */
const REDACTED = '…';

/** Values of all other known parameters are logged. */
const SECRET_PARAMETERS: readonly string[] = ['cursor', 'metadata'];
const PARAMETER = /^[a-z_]{1,30}$/;
/** Matches ids, states, hostnames and instants. Secrets have known prefixes or long random strings. */
const HARMLESS = /^(?!.*(sk_|whsec_|enr_))(?!.*[0-9A-Za-z]{40})[\w.:-]{1,64}$/;
/** Keeps a row within one write unit, 1 KiB. */
const MAX_CHARACTERS = 300;

function redactUnlessHarmless(value: string): string {
  return HARMLESS.test(value) ? value : REDACTED;
}

function showQuery(query: string, known: LoggedOperation['query']): string {
  const isKept = (name: string) => known !== undefined && Object.hasOwn(known.shape, name) && !SECRET_PARAMETERS.includes(name);
  const parameters = [...new URLSearchParams(query)].map(([name, value]) => {
    const called = PARAMETER.test(name) ? name : REDACTED;
    return `${called}=${isKept(name) ? redactUnlessHarmless(value) : REDACTED}`;
  });
  const text = parameters.join('&');
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}${REDACTED}`;
}
