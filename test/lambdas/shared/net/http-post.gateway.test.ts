import { describe, expect, it } from 'vitest';
import { guardedPost, type PostRequest } from '../../../../lambdas/shared/net/http-post.gateway.ts';
import { resolverKnowing, servfail } from './answers.ts';
import { receiverOnLoopback } from './receiver-on-loopback.ts';
import { saying, stranger } from './stranger-on-loopback.ts';

const hostname = 'hooks.example.com';
const resolve = resolverKnowing({ [`A ${hostname}`]: ['127.0.0.1'] });
const post = guardedPost({ resolve, allowLoopback: true, plainHttp: 'allowed' });
const send = (port: number, more: Partial<PostRequest> = {}) =>
  post({
    url: `http://${hostname}:${port}/in?a=b`,
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Grüße 🎉"}',
    timeoutMs: 3_000,
    maxReplyBytes: 16,
    ...more,
  });

describe('a POST to a stranger', () => {
  it('a POST takes a few hints before the answer', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3);
    await using server = await stranger(saying(`${hints}HTTP/1.1 204 No Content\r\n\r\n`));
    expect(await send(server.port)).toMatchObject({ kind: 'answer', status: 204 });
  });

  it('a POST is not made without encryption where that is refused', async () => {
    await using server = await stranger(saying('HTTP/1.1 204 No Content\r\n\r\n'));
    const encrypted = guardedPost({ resolve, allowLoopback: true, plainHttp: 'refused' });
    const url = `http://${hostname}:${server.port}/`;
    const refused = await encrypted({ url, headers: {}, body: '', timeoutMs: 3_000, maxReplyBytes: 16 });
    expect(refused).toMatchObject({ kind: 'failed', error: 'refused_address', reason: 'only https:// addresses are sent to' });
    expect(server.connections()).toBe(0);
  });

  it('a POST sends exactly its bytes, with their length, to its name', async () => {
    await using server = await stranger(saying('HTTP/1.1 204 No Content\r\n\r\n'));
    expect(await send(server.port)).toEqual({ kind: 'answer', status: 204, reply: '', milliseconds: expect.any(Number) });
    const [head = '', body = ''] = server.received().split('\r\n\r\n');
    expect(Buffer.from(body, 'latin1').toString()).toBe('{"name":"Grüße 🎉"}');
    expect(head.split('\r\n').toSorted()).toEqual([
      'Connection: keep-alive',
      'POST /in?a=b HTTP/1.1',
      'accept-encoding: identity',
      'accept: */*',
      'content-length: 23',
      'content-type: application/json',
      `host: ${hostname}:${server.port}`,
    ]);
  });

  it('no header of a POST chooses another host or length', async () => {
    await using server = await stranger(saying('HTTP/1.1 204 No Content\r\n\r\n'));
    await send(server.port, { headers: { host: 'other.test', 'content-length': '1', 'user-agent': 'ours/1' } });
    expect(server.received()).toMatch(/\r\nhost: hooks\.example\.com:\d+\r\n/);
    expect(server.received()).toContain('\r\ncontent-length: 23\r\n');
    expect(server.received()).toContain('\r\nuser-agent: ours/1\r\n');
  });

  it.each([200, 301, 404, 410, 429, 500])('a POST with the answer %i is answered', async (status) => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.writeHead(status).end('so it is') });
    expect(await send(server.port)).toMatchObject({ kind: 'answer', status, reply: 'so it is' });
  });

  it('the answer to a POST tells how long the receiver asks to wait', async () => {
    const answer = saying('HTTP/1.1 503 Later\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n');
    await using server = await stranger(answer);
    expect(await send(server.port)).toMatchObject({ status: 503, retryAfter: '120' });
  });

  it('a POST never follows a redirect, least of all to the metadata of a cloud', async () => {
    await using elsewhere = await receiverOnLoopback();
    for (const location of ['http://169.254.169.254/latest/meta-data/', `http://127.0.0.1:${elsewhere.port}/`]) {
      await using server = await receiverOnLoopback({ answer: (_, response) => response.writeHead(301, { location }).end() });
      expect(await send(server.port)).toMatchObject({ kind: 'answer', status: 301 });
      expect(server.requests).toHaveLength(1);
    }
    expect(elsewhere.connections()).toBe(0);
  });
});

describe('the reply', () => {
  const replyTo = async (body: string | Buffer) => {
    await using server = await receiverOnLoopback({ answer: (_, response) => response.end(body) });
    return await send(server.port);
  };

  it('holds its first bytes up to its limit', async () => {
    expect(await replyTo('x'.repeat(60_000))).toMatchObject({ status: 200, reply: 'x'.repeat(16) });
  });

  it('that is huge is an answer all the same, and the connection ends without reading it all', async () => {
    let written = 0;
    let closed: () => void;
    const end = new Promise<void>((resolve) => {
      closed = resolve;
    });
    await using server = await stranger((connection) => {
      connection.once('data', () => connection.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n'));
      const pour = () => {
        while (!connection.destroyed && connection.write('x'.repeat(16_384))) written += 16_384;
      };
      connection
        .once('data', pour)
        .on('drain', pour)
        .on('close', () => closed());
    });
    expect(await send(server.port)).toMatchObject({ kind: 'answer', status: 200, reply: 'x'.repeat(16) });
    await end;
    expect(written).toBeLessThan(50_000_000);
  });
});

describe('a receiver that', () => {
  it.each<[string, Parameters<typeof stranger>[0], string]>([
    ['resets the connection', (connection) => connection.resetAndDestroy(), 'connection'],
    ['hangs up without a word', (connection) => connection.once('data', () => connection.end()), 'connection'],
    ['breaks off in the headers', saying('HTTP/1.1 200 OK\r\nContent-Le'), 'connection'],
    ['breaks off in the body', saying('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhel'), 'connection'],
    ['breaks off in a chunk', saying('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhel'), 'connection'],
    ['speaks no HTTP', saying('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol'],
    ['splits the answer', saying('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc'), 'protocol'],
    ['switches protocols', saying('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'), 'protocol'],
    ['hints for ever', saying('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)), 'protocol'],
    ['switches to nothing', saying('HTTP/1.1 101 Switching\r\nContent-Length: 0\r\n\r\n'), 'protocol'],
    ['sends too large headers', saying(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 'too_large'],
  ])('%s fails the POST without an exception', async (_what, behave, error) => {
    await using server = await stranger(behave);
    expect(await send(server.port)).toEqual({
      kind: 'failed',
      error,
      reason: expect.any(String),
      milliseconds: expect.any(Number),
    });
    expect(server.connections()).toBe(1); // sent once
  });

  it.each<[string, Parameters<typeof stranger>[0]]>([
    ['says nothing', () => undefined],
    ['stops in the headers', (connection) => connection.write('HTTP/1.1 200 OK\r\nX')],
    ['stops in the body', (connection) => connection.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
    ['drips', dripping('HTTP/1.1 200 OK\r\n\r\n', 'x')],
    ['sends headers without end', dripping('HTTP/1.1 200 OK\r\n', 'X: y\r\n')],
    ['sends 100 Continue without end', dripping('', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('%s is left when the time of a POST is over', async (_what, behave) => {
    await using server = await stranger(behave);
    const result = await send(server.port, { timeoutMs: 200 });
    expect(result).toMatchObject({ kind: 'failed', error: 'timeout', reason: 'no complete answer in time' });
    expect(result.milliseconds).toBeGreaterThanOrEqual(190);
    expect(result.milliseconds).toBeLessThan(1_500);
  });

  it('is down is a failed connection', async () => {
    const gone = await stranger(() => undefined);
    await gone[Symbol.asyncDispose]();
    expect(await send(gone.port)).toMatchObject({ error: 'connection', reason: 'nothing accepts connections there' });
  });
});

describe('the name', () => {
  const to = (known: Parameters<typeof resolverKnowing>[0], timeoutMs = 500) =>
    guardedPost({ resolve: resolverKnowing(known), allowLoopback: true, plainHttp: 'allowed' })({
      ...{ url: `http://${hostname}/`, headers: {}, body: '', maxReplyBytes: 1 },
      timeoutMs,
    });

  it.each([
    ['without an address', {}],
    ['that DNS fails on', { [`A ${hostname}`]: servfail }],
  ])('a POST to a name %s is a failure of DNS', async (_, known) => {
    expect(await to(known)).toMatchObject({ kind: 'failed', error: 'dns', reason: expect.stringContaining(hostname) });
  });

  it('a POST to a name whose look-up hangs ends with its time', async () => {
    const hanging = guardedPost({ resolve: () => new Promise(() => undefined), allowLoopback: true, plainHttp: 'allowed' });
    const keepAlive = setTimeout(() => undefined, 5_000); // the budget's timer alone does not keep a process alive
    const result = await hanging({ url: `http://${hostname}/`, headers: {}, body: '', timeoutMs: 50, maxReplyBytes: 1 });
    expect(result).toMatchObject({ kind: 'failed', error: 'timeout' });
    clearTimeout(keepAlive);
  });
});

function dripping(start: string, drop: string): Parameters<typeof stranger>[0] {
  return (connection) => {
    connection.write(start);
    const drip = setInterval(() => connection.write(drop), 20);
    connection.on('close', () => clearInterval(drip));
  };
}
