import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../shared/log.gateway.ts';
import type { LocalAnswer, LocalRequest } from './local-answers.ts';

/** Refuses requests of web pages in a browser on this machine. */
const refused: LocalAnswer = { status: 403, type: 'text/plain; charset=utf-8', body: 'not for websites\n' };

/**
 * A web server can forward requests from anybody, sent byte by byte. So requests and headers are limited, and bodies are not
 * read.
 */
const LIMITS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
};
/** Those that wait for the service, and some more. */
const MAX_CONNECTIONS = 4_096;

/** Serves this machine's web server, on loopback only. Port 0 takes a free one; `port` returns it. */
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
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

/** With a body, the connection closes after the answer, because nobody reads the rest. */
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
