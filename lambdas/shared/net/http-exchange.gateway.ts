import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { type HttpFailure, httpFailure } from './failure.ts';
import type { KeepAlive } from './keep-alive.gateway.ts';

export interface HttpExchange {
  method: 'GET' | 'HEAD' | 'POST';
  encrypted: boolean;
  /** For a stranger's host: an allowed address, never a name that would be looked up again. */
  connectTo: string;
  /** The name for SNI and for the certificate check; if it is empty, Node checks the address. */
  servername?: string;
  port: number;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Without them, the exchange has its own connection. */
  connections?: KeepAlive;
  /** TLS without `connections`, with any certificate: for a check that trusts nothing it reads. */
  trustsAnyCertificate?: boolean;
  /** The time budget: aborts the exchange at any point. */
  signal: AbortSignal;
  /** The limit of the body. A longer answer fails or is cut off. */
  maxBytes: number;
  whenLonger: 'fail' | 'cut-off';
  /** The limit of interim responses (1xx, such as early hints); without it, only the time budget limits them. */
  mostInformational?: number;
}

/** A complete answer of any status, redirects included. */
export interface HttpExchangeAnswer {
  kind: 'answer';
  status: number;
  headers: IncomingHttpHeaders;
  headersDistinct: NodeJS.Dict<string[]>;
  body: Buffer;
}

/** Node's default, made explicit: honest servers send a few kilobytes. */
const HEADER_BYTES = 16 * 1024;

/**
 * One HTTP/1.1 request and its answer, within a time and a byte budget. Sent once; the other side's behavior is never an
 * exception.
 */
export function httpExchange(exchange: HttpExchange): Promise<HttpExchangeAnswer | HttpFailure> {
  const { method, encrypted, connectTo, servername, port, path, headers, body, connections, signal } = exchange;
  const { trustsAnyCertificate = false, mostInformational = Number.POSITIVE_INFINITY } = exchange;
  return new Promise((resolve) => {
    // The agent provides TLS. `https.request` would do the same, but the local AWS emulator turns it into plain HTTP on loopback.
    const outgoing = request({
      method,
      protocol: encrypted ? 'https:' : 'http:',
      host: connectTo,
      // The request's type has it only for `https`.
      ...{ servername },
      port,
      path,
      headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: connections?.agentFor(encrypted) ?? (trustsAnyCertificate && new TlsAgent({ rejectUnauthorized: false })),
      maxHeaderSize: HEADER_BYTES,
      signal,
    });
    const end = (result: HttpExchangeAnswer | HttpFailure) => {
      outgoing.destroy();
      resolve(result);
    };
    const failWith = (error: Error) => end(signal.aborted ? TOO_SLOW : httpFailure(error));
    outgoing.on('error', failWith);
    outgoing.on('upgrade', () => end(SWITCHED));
    let informational = 0;
    outgoing.on('information', () => {
      informational += 1;
      if (informational > mostInformational) end(NEVER_FINAL);
    });
    outgoing.on('response', (answer) => {
      if (answer.statusCode === 101) return end(SWITCHED);
      const { socket } = answer; // no longer set here once a short answer has ended
      answer.on('error', failWith);
      readAnswer(answer, exchange, {
        complete(result) {
          connections?.wasUsed(socket);
          resolve(result);
        },
        tooLong: end,
      });
    });
    outgoing.end(body);
  });
}

const TOO_SLOW = toFailure('timeout', 'no complete answer in time');
const SWITCHED = toFailure('switched', 'the answer switches to another protocol');
const NEVER_FINAL = toFailure('never-final', 'there is no end of informational answers (1xx)');

function toFailure(failure: HttpFailure['failure'], message: string): HttpFailure {
  return { kind: 'failed', failure, code: '', message };
}

function readAnswer(
  answer: IncomingMessage,
  { maxBytes, whenLonger }: HttpExchange,
  tell: { complete: (result: HttpExchangeAnswer) => void; tooLong: (result: HttpExchangeAnswer | HttpFailure) => void },
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const toAnswer = (): HttpExchangeAnswer => {
    const { statusCode: status = 0, headers, headersDistinct } = answer;
    return { kind: 'answer', status, headers, headersDistinct, body: Buffer.concat(chunks) };
  };
  answer.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    tell.tooLong(whenLonger === 'cut-off' ? toAnswer() : toFailure('large-body', `an answer of more than ${maxBytes} bytes`));
  });
  answer.on('end', () => tell.complete(toAnswer()));
}
