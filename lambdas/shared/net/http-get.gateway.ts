import { type Failed, type HttpFailure, toFailed } from './failure.ts';
import { type HttpExchange, httpExchange } from './http-exchange.gateway.ts';

export interface HttpAnswer {
  kind: 'answer';
  status: number;
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Record<string, string>;
  /** As UTF-8. */
  body: string;
  address: string;
}

export interface HttpGet {
  hostname: string;
  port: number;
  path: string;
  /** Includes the lookup, the connection and every byte of the answer. */
  timeoutMs: number;
  /** The limit of the body; headers have their own. */
  maxBytes: number;
  /** TLS with any certificate: nothing that is read is trusted. */
  encrypted?: boolean;
  /** A longer body fails unless it is cut off. */
  whenLonger?: HttpExchange['whenLonger'];
}

/** HTTP to an allowed address. Redirects are returned, not followed. */
export async function httpGetFrom(
  address: string,
  { hostname, port, path, maxBytes, encrypted = false, whenLonger = 'fail' }: Omit<HttpGet, 'timeoutMs'>,
  signal: AbortSignal,
): Promise<HttpAnswer | Failed> {
  const result = await httpExchange({
    method: 'GET',
    encrypted,
    trustsAnyCertificate: encrypted,
    servername: hostname,
    connectTo: address,
    port,
    path,
    // The bare hostname even at another port: only developers use a port other than 80.
    headers: { host: hostname, accept: '*/*', connection: 'close' },
    signal,
    maxBytes,
    whenLonger,
  });
  if (result.kind === 'failed') return inWords(result, maxBytes);
  const { status, headersDistinct, body } = result;
  const headers = Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]));
  return { kind: 'answer', status, headers, body: body.toString('utf8'), address };
}

/** For the evidence of a diagnosis, which customers read. */
function inWords({ failure, message }: HttpFailure, maxBytes: number): Failed {
  switch (failure) {
    case 'timeout':
      return toFailed('timeout', 'the answer took too long');
    case 'large-headers':
      return toFailed('too-large', 'the headers are too large');
    case 'large-body':
      return toFailed('too-large', `the answer is larger than ${maxBytes} bytes`);
    case 'not-http':
      return toFailed('protocol', `the answer is not HTTP: ${message}`);
    case 'switched':
      return toFailed('protocol', 'the server switched to another protocol');
    case 'never-final':
      return toFailed('protocol', message);
    case 'tls':
    case 'connection':
      return toFailed('connection', message);
  }
}
