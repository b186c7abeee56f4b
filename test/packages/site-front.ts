import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { connection } from '../e2e/cloud.ts';

/** A client's request through a front. */
export interface Sent {
  method: string;
  /** The path with its query, as sent, without the front's own path. */
  path: string;
  headers: IncomingMessage['headers'];
}

/** How a front handles a request: forward it, forward it and drop the answer, change the answer, or answer itself. */
export type Handling =
  | 'pass'
  | 'lose-answer'
  // biome-ignore lint/suspicious/noExplicitAny: whatever the site answers
  | { change: (body: any) => unknown }
  | { status: number; headers?: Record<string, string>; body?: unknown };

/**
 * A proxy between a client and the local cloud, at a site with a path: `http://127.0.0.1:…/certificates`. `handle` decides about
 * each request, and gets the earlier ones.
 */
export async function startFront(handle: (sent: Sent, before: readonly Sent[]) => Handling = () => 'pass') {
  const all: Sent[] = [];
  const prefix = '/certificates';
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    if (!url.startsWith(`${prefix}/`)) return response.writeHead(404).end('no path of the front');
    const sent = { method, path: url.slice(prefix.length), headers };
    const handling = handle(sent, all);
    all.push(sent);
    if (typeof handling === 'object' && 'status' in handling) return answer(response, handling);
    return handOn(request, response, sent, handling);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { siteUrl: `http://127.0.0.1:${port}${prefix}`, sent: all, close: () => server.close() };
}

function answer(response: ServerResponse, { status, headers = {}, body }: Extract<Handling, { status: number }>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : JSON.stringify(body));
}

function handOn(request: IncomingMessage, response: ServerResponse, sent: Sent, handling: Exclude<Handling, { status: number }>) {
  const { host: _host, ...headers } = sent.headers;
  const onward = send(`${connection.site_url}${sent.path}`, { method: sent.method, headers }, async (got) => {
    const { 'content-length': _length, ...gotHeaders } = got.headers;
    if (handling === 'lose-answer') {
      // Only then is it certain that the site has processed the request.
      got.resume().on('end', () => response.destroy());
    } else if (handling === 'pass') {
      response.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(response);
    } else {
      response.writeHead(got.statusCode ?? 502, gotHeaders).end(JSON.stringify(handling.change(await json(got))));
    }
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}
