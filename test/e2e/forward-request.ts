import type { IncomingHttpHeaders, IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
type Ask = typeof import('node:http').request;

/** Sends the request to the server behind a proxy. */
export function forwarded(ask: Ask, to: RequestOptions, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const { method, url, headers } = incoming;
  const isGiven = headers['content-length'] !== undefined;
  const options = { ...to, path: url, method, headers: { ...headers, ...(isGiven && { 'content-length': body.length }) } };
  return new Promise((resolve, reject) => {
    const outgoing = ask(options, async (answer) => {
      try {
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) });
      } catch (cause) {
        reject(cause);
      }
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Answers a request, or resets its connection. */
export function end(answer: Answer | 'reset', { socket }: IncomingMessage, response: ServerResponse): void {
  if (answer === 'reset') socket.destroy();
  else send(response, answer);
}

/** Recomputes the length: the body may have been changed. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...others } = headers;
  response.writeHead(status, { ...others, ...(body.length > 0 && { 'content-length': body.length }) }).end(body);
}
