import { describe, expect, it } from 'vitest';
import { guardedNet } from '../../../../lambdas/shared/net/guarded.gateway.ts';
import { resolverKnowing, servfail } from './answers.ts';
import { saying, stranger } from './stranger-on-loopback.ts';

const hostname = 'shop.example.com';
const resolve = resolverKnowing({ [`A ${hostname}`]: ['127.0.0.1'] });
const local = guardedNet({ resolve, allowLoopback: true });
/** The answer of the name's only address. */
async function get(port: number, more: { timeoutMs?: number } = {}, net = local) {
  const ports = { httpPort: port, httpsPort: 443 };
  const walked = await net.walk({ hostname, ...ports, path: '/probe', timeoutMs: 2_000, maxBytes: 1_000, ...more });
  return walked.kind === 'failed' ? walked : walked.walks[0]?.hops[0]?.answer;
}

describe('an HTTP look at a stranger', () => {
  it('a GET asks for the hostname at its address and gives status, headers and body', async () => {
    await using server = await stranger(saying('HTTP/1.1 200 OK\r\nX-Two: a\r\nX-Two: b\r\nContent-Length: 5\r\n\r\nhello'));
    const answer = await get(server.port);
    expect(answer).toMatchObject({
      kind: 'answer',
      status: 200,
      body: 'hello',
      address: '127.0.0.1',
      headers: { 'x-two': 'a, b' },
    });
    expect(server.received()).toMatch(/^GET \/probe HTTP\/1\.1\r\n/);
    expect(server.received().toLowerCase()).toContain('\r\nhost: shop.example.com\r\n');
  });

  it('a GET puts a chunked body together', async () => {
    await using server = await stranger(
      saying('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n'),
    );
    expect(await get(server.port)).toMatchObject({ kind: 'answer', body: 'hello' });
  });

  it('a GET does not follow a redirect to an address', async () => {
    await using elsewhere = await stranger(saying('HTTP/1.1 200 OK\r\n\r\n'));
    await using server = await stranger(
      saying(`HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${elsewhere.port}/\r\nContent-Length: 0\r\n\r\n`),
    );
    expect(await get(server.port)).toMatchObject({ kind: 'answer', status: 302 });
    expect(elsewhere.connections()).toBe(0);
  });

  it('a GET never connects to an address that is not on the public internet', async () => {
    await using server = await stranger(saying('HTTP/1.1 200 OK\r\n\r\n'));
    const guarded = guardedNet({ resolve, allowLoopback: false });
    expect(await get(server.port, {}, guarded)).toMatchObject({ kind: 'failed', cause: 'refused-address' });
    expect(server.connections()).toBe(0);
  });
});

describe('a stranger who', () => {
  it.each<[string, Parameters<typeof stranger>[0], string]>([
    ['resets the connection', (connection) => connection.resetAndDestroy(), 'connection'],
    ['hangs up without a word', (connection) => connection.once('data', () => connection.end()), 'connection'],
    ['breaks off in the body', saying('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhel'), 'connection'],
    ['speaks no HTTP', saying('SSH-2.0-OpenSSH_9.9\r\n'), 'protocol'],
    ['splits the answer', saying('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nabc'), 'protocol'],
    ['switches protocols', saying('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'), 'protocol'],
    ['sends too large a header', saying(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), 'too-large'],
  ])('%s fails the GET without an exception', async (_what, behave, cause) => {
    await using server = await stranger(behave);
    expect(await get(server.port)).toMatchObject({ kind: 'failed', cause });
  });

  it.each<[string, Parameters<typeof stranger>[0]]>([
    ['says nothing', () => undefined],
    ['stops in the headers', (connection) => connection.write('HTTP/1.1 200 OK\r\nX')],
    ['stops in the body', (connection) => connection.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx')],
    [
      'drips',
      (connection) => {
        connection.write('HTTP/1.1 200 OK\r\n\r\n');
        const drip = setInterval(() => connection.write('x'), 20);
        connection.on('close', () => clearInterval(drip));
      },
    ],
    [
      'sends 100 Continue without end',
      (connection) => {
        const drip = setInterval(() => connection.write('HTTP/1.1 100 Continue\r\n\r\n'), 20);
        connection.on('close', () => clearInterval(drip));
      },
    ],
  ])('%s is left when the time of a GET is over', async (_what, behave) => {
    await using server = await stranger(behave);
    const begunAt = performance.now();
    expect(await get(server.port, { timeoutMs: 200 })).toMatchObject({ kind: 'failed', cause: 'timeout' });
    expect(performance.now() - begunAt).toBeLessThan(1_500);
  });

  it('sends a large body is read to the limit', async () => {
    await using server = await stranger(saying('HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(1_001)));
    expect(await get(server.port)).toMatchObject({ kind: 'answer', body: expect.stringMatching(/^x{1001}$/) });
  });

  it('does not listen is a failed connection', async () => {
    const gone = await stranger(() => undefined);
    await gone[Symbol.asyncDispose]();
    expect(await get(gone.port)).toMatchObject({ kind: 'failed', cause: 'connection' });
  });
});

describe('the name', () => {
  it('a GET of a name that DNS fails on is a failure of DNS', async () => {
    const net = guardedNet({ resolve: resolverKnowing({ [`A ${hostname}`]: servfail }), allowLoopback: true });
    expect(await get(80, { timeoutMs: 500 }, net)).toMatchObject({ kind: 'failed', cause: 'dns' });
  });

  it('a check of a name whose look-up hangs ends with its time', async () => {
    const net = guardedNet({ resolve: () => new Promise(() => undefined), allowLoopback: true });
    const keepAlive = setTimeout(() => undefined, 5_000); // the budget's timer alone does not keep a process alive
    expect(await net.tlsPeer({ hostname, port: 443, timeoutMs: 50 })).toMatchObject({ kind: 'failed', cause: 'timeout' });
    clearTimeout(keepAlive);
  });
});
