import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { type HttpFailure, httpFailure } from './failure.ts';
import type { KeepAlive } from './keep-alive.gateway.ts';

export interface HttpExchange {
  method: 'GET' | 'HEAD' | 'POST';
  encrypted: boolean;
  /** What is connected to: for a stranger's host an address that has been allowed, never a name that is looked up again. */
  connectTo: string;
  /** The name that TLS asks for and the certificate is compared with; where it is empty, Node compares with the address. */
  servername?: string;
  port: number;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Without them the exchange has a connection of its own. */
  connections?: KeepAlive;
  /** TLS without `connections`, whatever certificate is shown: for a check that believes nothing it reads. */
  trustsAnyCertificate?: boolean;
  /** The time budget: ends the exchange wherever it is. */
  signal: AbortSignal;
  /** Of the body. A longer answer is a failure, or is cut off: it has said what it had to say. */
  maxBytes: number;
  whenLonger: 'fail' | 'cut-off';
  /** Early hints and the like (1xx); without it the time budget alone ends them. */
  mostInformational?: number;
}

/** A complete answer of any status; a redirect is one like any other. */
export interface HttpExchangeAnswer {
  kind: 'answer';
  status: number;
  headers: IncomingHttpHeaders;
  /** Every value of a repeated header. */
  headersDistinct: NodeJS.Dict<string[]>;
  body: Buffer;
}

/** Node's default, written down: honest servers send a few kilobytes. */
const HEADER_BYTES = 16 * 1024;

/**
 * One HTTP/1.1 request and its answer, within a time and a byte budget. Sent once; what the other side does is never an
 * exception.
 */
export function httpExchange(exchange: HttpExchange): Promise<HttpExchangeAnswer | HttpFailure> {
  const { method, encrypted, connectTo, servername, port, path, headers, body, connections, signal } = exchange;
  const { trustsAnyCertificate = false, mostInformational = Number.POSITIVE_INFINITY } = exchange;
  return new Promise((resolve) => {
    // The agent brings TLS. `https.request` would do the same, but the local AWS emulator turns it into plain HTTP on loopback.
    const outgoing = request({
      method,
      protocol: encrypted ? 'https:' : 'http:',
      host: connectTo,
      // The types of a request know it for `https` alone.
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
      const { socket } = answer; // gone from here when a short answer ends
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
