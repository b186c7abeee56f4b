import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const trustedRootPem = aCertificate({ hostname: 'localhost', publicKey, signedWith: privateKey, issuer: 'localhost' });
const tls = { key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: trustedRootPem };
const never = new AbortController().signal;

let server: Server;
let url: string;
let connections: number;
let answer: RequestListener;

beforeEach(async () => {
  connections = 0;
  answer = (_request, response) => response.end('fine');
  server = createServer(tls, (request, response) => answer(request, response)).on('secureConnection', () => {
    connections += 1;
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const address = server.address();
  url = `https://localhost:${typeof address === 'object' ? address?.port : ''}/`;
});
afterEach(() => {
  vi.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const get = (exchange: ReturnType<typeof httpsExchange>) => exchange({ method: 'GET', url, signal: never });

describe('one request to the CA', () => {
  it('brings status, headers and body of any answer', async () => {
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '60', 'replay-nonce': 'abc' }).end('down');
    expect(await get(httpsExchange({ trustedRootPem }))).toMatchObject({
      kind: 'answer',
      status: 503,
      headers: { 'retry-after': '60', 'replay-nonce': 'abc' },
      body: 'down',
    });
  });

  it('sends its body as JOSE', async () => {
    const heard = vi.fn();
    answer = (request, response) => {
      heard(request.method, request.headers['content-type']);
      request.pipe(response);
    };
    const result = await httpsExchange({ trustedRootPem })({ method: 'POST', url, body: '{"é":1}', signal: never });
    expect(result).toMatchObject({ status: 200, body: '{"é":1}' });
    expect(heard).toHaveBeenCalledWith('POST', 'application/jose+json');
  });

  it('fails as a value when the connection is reset', async () => {
    answer = (request) => request.socket.destroy();
    expect(await get(httpsExchange({ trustedRootPem }))).toEqual({ kind: 'failed', reason: 'ECONNRESET' });
  });

  it('fails as a value when the answer breaks off', async () => {
    answer = (request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half', () => request.socket.destroy());
    };
    expect(await get(httpsExchange({ trustedRootPem }))).toMatchObject({ kind: 'failed' });
  });

  it('fails as a value when nobody listens', async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(await get(httpsExchange({ trustedRootPem }))).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' });
  });

  it('ends when its time is over, before the answer and in the middle of it', async () => {
    for (const start of [() => {}, (...[, response]: Parameters<RequestListener>) => response.writeHead(200).write('half')]) {
      const time = new AbortController();
      answer = (request, response) => {
        start(request, response);
        setImmediate(() => time.abort());
      };
      const result = await httpsExchange({ trustedRootPem })({ method: 'GET', url, signal: time.signal });
      expect(result).toEqual({ kind: 'failed', reason: 'no answer in time' });
    }
  });

  it('refuses an answer that is far larger than any of a CA', async () => {
    answer = (_request, response) => response.end('x'.repeat(300_000));
    expect(await get(httpsExchange({ trustedRootPem }))).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('262144'),
    });
  });

  it('trusts the given root only where it is given', async () => {
    expect(await get(httpsExchange({ trustedRootPem }))).toMatchObject({ kind: 'answer' });
    expect(await get(httpsExchange({}))).toEqual({ kind: 'failed', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('never leaves HTTPS', async () => {
    const result = await httpsExchange({})({ method: 'GET', url: 'http://localhost/', signal: never });
    expect(result).toEqual({ kind: 'failed', reason: 'ERR_INVALID_PROTOCOL' });
  });
});

describe('connections to the CA', () => {
  it('are used again', async () => {
    const exchange = httpsExchange({ trustedRootPem });
    await get(exchange);
    await get(exchange);
    expect(connections).toBe(1);
  });

  it('are used again however many requests come at once', async () => {
    const exchange = httpsExchange({ trustedRootPem });
    const waiting: (() => void)[] = [];
    answer = (_request, response) => {
      waiting.push(() => response.end('fine'));
      if (waiting.length % 10 === 0) for (const go of waiting.splice(0)) go();
    };
    for (let round = 0; round < 2; round += 1) await Promise.all(Array.from({ length: 10 }, () => get(exchange)));
    expect(connections).toBe(10);
  });

  it('are given up when a frozen process may have missed their end', async () => {
    const exchange = httpsExchange({ trustedRootPem });
    await get(exchange);
    const thawedAt = Date.now() + 60_000;
    vi.spyOn(Date, 'now').mockReturnValue(thawedAt);
    await get(exchange);
    expect(connections).toBe(2);
  });
});
