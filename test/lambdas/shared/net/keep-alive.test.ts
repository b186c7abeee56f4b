import { afterEach, describe, expect, it, vi } from 'vitest';
import { guardedPost } from '../../../../lambdas/shared/net/http-post.gateway.ts';
import { resolverKnowing } from './answers.ts';
import { receiverOnLoopback } from './receiver-on-loopback.ts';
import { selfSigned } from './self-signed.ts';

const tls = selfSigned('one.test', new Date('2020-01-01T00:00:00Z'), new Date('2048-01-01T00:00:00Z'));
const resolve = resolverKnowing({ 'A one.test': ['127.0.0.1'], 'A two.test': ['127.0.0.1'] });

function sender() {
  const post = guardedPost({ resolve, allowLoopback: true, plainHttp: 'allowed', trustedRootPem: tls.cert });
  return (url: string, timeoutMs = 3_000) => post({ url, headers: {}, body: '{}', timeoutMs, maxReplyBytes: 100 });
}

afterEach(() => void vi.useRealTimers());

describe('a connection', () => {
  it.each(['http', 'https'])('serves the next request to the same receiver, over %s', async (scheme) => {
    await using server = await receiverOnLoopback(scheme === 'https' ? { tls } : {});
    const send = sender();
    for (const path of ['/a', '/b', '/c'])
      expect(await send(`${scheme}://one.test:${server.port}${path}`)).toMatchObject({ status: 200 });
    expect(server.requests.map((request) => request.slice(-2))).toEqual(['/a', '/b', '/c']);
    expect(server.connections()).toBe(1);
  });

  it('serves no other name at the same address', async () => {
    await using server = await receiverOnLoopback();
    const send = sender();
    await send(`http://one.test:${server.port}/`);
    await send(`http://two.test:${server.port}/`);
    await send(`http://127.0.0.1:${server.port}/`);
    expect(server.connections()).toBe(3);
  });

  it('over TLS serves no name that its certificate is not for', async () => {
    await using server = await receiverOnLoopback({ tls });
    const send = sender();
    expect(await send(`https://one.test:${server.port}/`)).toMatchObject({ status: 200 });
    expect(await send(`https://two.test:${server.port}/`)).toMatchObject({ error: 'tls' });
    expect(server.requests).toHaveLength(1);
  });

  it('that was idle for more than four seconds is not used again: it may be dead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    await using server = await receiverOnLoopback();
    const send = sender();
    for (const [now, connections] of [
      [0, 1],
      [4_000, 1],
      [8_000, 1],
      [12_001, 2],
    ] as const) {
      vi.setSystemTime(now);
      await send(`http://one.test:${server.port}/`);
      expect([now, server.connections()]).toEqual([now, connections]);
    }
  });

  it('that was closed meanwhile costs no second POST', async () => {
    await using server = await receiverOnLoopback({ answer: (_, response) => void response.end().socket?.destroySoon() });
    const send = sender();
    for (let sent = 1; sent <= 3; sent += 1) {
      await send(`http://one.test:${server.port}/`);
      expect(server.requests.length).toBeLessThanOrEqual(sent);
    }
  });

  it('outlives the time of the request that opened it', async () => {
    await using server = await receiverOnLoopback({
      answer: (request, response) => setTimeout(() => response.end(), request.url === '/slow' ? 250 : 0),
    });
    const send = sender();
    expect(await send(`http://one.test:${server.port}/`, 100)).toMatchObject({ status: 200 });
    expect(await send(`http://one.test:${server.port}/slow`)).toMatchObject({ status: 200 });
    expect(server.connections()).toBe(1);
  });

  it('whose answer was cut off is closed', async () => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.end('x'.repeat(200_000)) });
    const send = sender();
    await send(`http://one.test:${server.port}/`);
    await send(`http://one.test:${server.port}/`);
    expect(server.connections()).toBe(2);
  });
});

describe('of many connections', () => {
  it('none waits for another, and five to one receiver stay open', async () => {
    let waiting: (() => void)[] = [];
    await using server = await receiverOnLoopback({
      answer: (_, response) => {
        waiting.push(() => response.end());
        if (waiting.length === 10) for (const go of waiting) go();
      },
    });
    const send = sender();
    const ten = () => Promise.all(Array.from({ length: 10 }, () => send(`http://one.test:${server.port}/`)));
    expect((await ten()).every(({ kind }) => kind === 'answer')).toBe(true);
    waiting = [];
    await ten();
    expect(server.connections()).toBe(15);
  });

  it('a hundred connections stay open in all: those used last', async () => {
    await using server = await receiverOnLoopback();
    const names = Array.from({ length: 101 }, (_, n) => `n${n}.localhost`);
    const send = sender();
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    for (const [n, name] of names.entries()) {
      vi.setSystemTime(n);
      await send(`http://${name}:${server.port}/`);
    }
    await send(`http://n100.localhost:${server.port}/`);
    await send(`http://n1.localhost:${server.port}/`);
    expect(server.connections()).toBe(101);
    await send(`http://n0.localhost:${server.port}/`);
    expect(server.connections()).toBe(102);
  });
});
