import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Machine } from '../terminal/machine.ts';
import { deliveryHeaders, type LoggedEvent } from './sign.ts';

/** The service's own time-out for receivers. */
const ANSWERS_WITHIN_MS = 30_000;

/** The receiver's status, or why there is none. */
export type DeliveryOutcome = { status: number } | { error: string };

/**
 * Posts an event to a receiver on this machine. It has its own HTTP agent, because Node's may send requests for localhost through
 * a proxy. Like the service, it follows no redirects. Undefined when Ctrl-C came before the answer.
 */
export function deliver(
  event: LoggedEvent,
  target: URL,
  secret: string,
  { now, signal }: Machine,
): Promise<DeliveryOutcome | undefined> {
  const body = JSON.stringify(event);
  const isEncrypted = target.protocol === 'https:';
  const options = {
    method: 'POST',
    headers: { ...deliveryHeaders(event, body, secret, now()), 'content-length': Buffer.byteLength(body) },
    agent: isEncrypted ? new HttpsAgent() : new HttpAgent(),
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWERS_WITHIN_MS)]),
  };
  return new Promise((resolve) => {
    const request = (isEncrypted ? requestHttps : requestHttp)(target, options, (response) => {
      response.resume();
      response.once('close', () => (response.complete ? resolve({ status: response.statusCode ?? 0 }) : fail('cut off')));
    });
    const fail = (error: string) => resolve(signal.aborted ? undefined : { error });
    request.once('error', (error: NodeJS.ErrnoException) => fail(explain(error, target)));
    request.end(body);
  });
}

function explain({ code, name, message }: NodeJS.ErrnoException, { host }: URL): string {
  if (code === 'ECONNREFUSED') return `nothing listens at ${host}`;
  if (name === 'TimeoutError' || code === 'ABORT_ERR') return `no answer within ${ANSWERS_WITHIN_MS / 1000} s`;
  return code ?? message;
}
