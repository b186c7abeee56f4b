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
  /** Includes the look-up, the connection and every byte of the answer. */
  timeoutMs: number;
  /** Of the body; the headers have a budget of their own. */
  maxBytes: number;
  /** By TLS, whatever certificate is shown: nothing that is read is believed on its word. */
  encrypted?: boolean;
  /** A longer body is a failure unless it is cut off. */
  whenLonger?: HttpExchange['whenLonger'];
}

/** HTTP to an address that has been allowed. A redirect is an answer like any other. */
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
    // The bare hostname even at another port: a port other than 80 is a developer's stand-in for 80.
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

/** For the evidence of a diagnosis, which a customer reads. */
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
