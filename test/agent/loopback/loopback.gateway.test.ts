import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenOnLoopback } from '../../../agent/loopback/loopback.gateway.ts';

async function listening() {
  const answer = vi.fn(async () => ({ status: 200, type: 'text/plain', body: 'for the web server' }));
  const { server, port } = await listenOnLoopback(0, answer, () => undefined);
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    answer,
    port,
    server,
    ask: (headers: Record<string, string>) => fetch(`http://127.0.0.1:${port}/health`, { headers }),
  };
}

describe('the loopback port of an agent', () => {
  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'cross-site' },
  ])(
    'a page in a browser on the machine of an agent is refused when the browser says %j, and nothing is looked up',
    async (headers) => {
      const { answer, ask } = await listening();
      expect((await ask(headers)).status).toBe(403);
      expect(answer).not.toHaveBeenCalled();
    },
  );

  it('a web server, and a person at a browser, are answered by the agent on their machine', async () => {
    const { ask } = await listening();
    expect((await ask({})).status).toBe(200);
    expect((await ask({ 'sec-fetch-site': 'none' })).status).toBe(200);
  });

  it('does not wait for a body that somebody has announced, nor read it', async () => {
    const { port } = await listening();
    const answer = await new Promise<IncomingMessage>((resolve) => {
      const options = { host: '127.0.0.1', port, method: 'POST', headers: { 'content-length': 1_000_000 } };
      request(options, resolve)
        .on('error', () => undefined)
        .write('the first bytes');
    });
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
  });

  it('refuses headers that are longer than any browser sends, and has a time for each request', async () => {
    const { ask, server } = await listening();
    expect((await ask({ 'x-long': 'x'.repeat(17 * 1024) })).status).toBe(431);
    expect(server.headersTimeout).toBeLessThanOrEqual(10_000);
    expect(server.requestTimeout).toBeLessThanOrEqual(10_000);
    expect(server.maxConnections).toBeLessThanOrEqual(4_096);
  });
});
