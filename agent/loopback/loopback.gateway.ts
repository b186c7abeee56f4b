import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../shared/log.gateway.ts';
import type { LocalAnswer, LocalRequest } from './local-answers.ts';

/** A page that somebody has open in a browser on this machine can ask on loopback, too; it has no business here. */
const refused: LocalAnswer = { status: 403, type: 'text/plain; charset=utf-8', body: 'not for websites\n' };

/**
 * What a web server passes on may come from anybody, byte by byte: a request has its time, its headers their size, and a body is
 * not waited for.
 */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
/** Those that wait for the service, and some more. */
const MOST_CONNECTIONS = 4_096;

/** Answers the web server on this machine, on loopback only. Port 0 takes a free one; `port` says which. */
export async function listenOnLoopback(
  port: number,
  answer: (request: LocalRequest) => Promise<LocalAnswer>,
  log: Log,
): Promise<{ server: Server; port: number }> {
  const server = createServer(LIMITS, (message, response) => {
    answerOrFail(message, answer, log).then(
      ({ status, type, body }) => {
        response.writeHead(status, {
          ...(hasBody(message) && { connection: 'close' }),
          'content-type': type,
          'cache-control': 'no-store',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      log.bind(undefined, 'error', 'a local request failed'),
    );
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** The connection ends with the answer then: nobody reads the rest. */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

async function answerOrFail(
  message: IncomingMessage,
  answer: (request: LocalRequest) => Promise<LocalAnswer>,
  log: Log,
): Promise<LocalAnswer> {
  if (message.headers.origin !== undefined || message.headers['sec-fetch-site'] === 'cross-site') return refused;
  try {
    return await answer({ method: message.method ?? '', target: message.url ?? '', host: message.headers.host ?? '' });
  } catch (error) {
    log('error', 'a local request failed', { reason: error instanceof Error ? error.message : String(error) });
    return { status: 500, type: 'text/plain; charset=utf-8', body: 'failed\n' };
  }
}
