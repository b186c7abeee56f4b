import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from '../shared/log.gateway.ts';
import type { LocalAnswer, LocalRequest } from './local-answers.ts';

/** A page that somebody has open in a browser on this machine can ask on loopback, too; it has no business here. */
const refused: LocalAnswer = { status: 403, type: 'text/plain; charset=utf-8', body: 'not for websites\n' };

/** Answers the web server on this machine, on loopback only. Port 0 takes a free one; `port` says which. */
export async function listenOnLoopback(
  port: number,
  answer: (request: LocalRequest) => Promise<LocalAnswer>,
  log: Log,
): Promise<{ server: Server; port: number }> {
  const server = createServer((message, response) => {
    answerOrFail(message, answer, log).then(
      ({ status, type, body }) => {
        response.writeHead(status, {
          'content-type': type,
          'cache-control': 'no-store',
          'content-length': Buffer.byteLength(body),
        });
        response.end(body);
      },
      log.bind(undefined, 'error', 'a local request failed'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
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
