import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
export type EdgeAnswer = { status?: number; json?: unknown; text?: string; headers?: Record<string, string> };

/** A service with answers of the test on a free loopback port; `requests`: what it received. */
export async function edgeOnLoopback(answer: (request: SeenRequest) => EdgeAnswer | Promise<EdgeAnswer>) {
  const requests: SeenRequest[] = [];
  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const request = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: Buffer.concat(chunks).toString(),
    };
    requests.push(request);
    const { status = 200, json, text, headers = {} } = await answer(request);
    response.writeHead(status, headers).end(text ?? JSON.stringify(json));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stop = () => server.close().closeAllConnections();
  onTestFinished(stop);
  return { site: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, stop };
}
