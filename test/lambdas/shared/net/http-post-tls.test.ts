import type { TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { guardedPost } from '../../../../lambdas/shared/net/http-post.gateway.ts';
import { resolverKnowing } from './answers.ts';
import { receiverOnLoopback } from './receiver-on-loopback.ts';
import { selfSigned } from './self-signed.ts';
import { saying, stranger } from './stranger-on-loopback.ts';

const hostname = 'hooks.example.com';
const resolve = resolverKnowing({ [`A ${hostname}`]: ['127.0.0.1'] });
const past = new Date('2020-01-01T00:00:00Z');
const future = new Date('2048-01-01T00:00:00Z');
const send = (url: string, trustedRootPem?: string) =>
  guardedPost({ resolve, allowLoopback: true, plainHttp: 'refused', trustedRootPem })({
    ...{ url, headers: {}, body: '{}', timeoutMs: 3_000, maxReplyBytes: 100 },
  });

describe('a POST over TLS', () => {
  it('a POST arrives where the certificate is trusted and for the name', async () => {
    const tls = selfSigned(hostname, past, future);
    await using server = await receiverOnLoopback({ tls });
    expect(await send(`https://${hostname}:${server.port}/`, tls.cert)).toMatchObject({ status: 200, reply: 'thanks' });
  });

  it.each([
    ['the name', hostname, [hostname]],
    ['the name without its final dot', `${hostname}.`, [hostname]],
    ['no name where an address was given', '127.0.0.1', []], // RFC 6066, section 3
  ])('asks in its handshake for %s', async (_, host, expected) => {
    const tls = selfSigned(hostname, past, future, '127.0.0.1');
    const names: string[] = [];
    const SNICallback: TlsOptions['SNICallback'] = (name, done) => {
      names.push(name);
      done(null);
    };
    await using server = await receiverOnLoopback({ tls: { ...tls, SNICallback } });
    await send(`https://${host}:${server.port}/`, tls.cert);
    expect(names).toEqual(expected);
  });

  it('a POST to an address arrives where the certificate is for that address', async () => {
    const tls = selfSigned('whatever', past, future, '127.0.0.1');
    await using server = await receiverOnLoopback({ tls });
    expect(await send(`https://127.0.0.1:${server.port}/`, tls.cert)).toMatchObject({ status: 200 });
  });

  it.each([
    ['for another name', selfSigned('other.example.com', past, future), hostname, /is for another name/],
    ['for a name, where an address was asked for', selfSigned(hostname, past, future), '127.0.0.1', /is for another name/],
    ['for another address', selfSigned('whatever', past, future, '127.0.0.2'), '127.0.0.1', /is for another name/],
    ['that has expired', selfSigned(hostname, past, new Date('2021-01-01T00:00:00Z')), hostname, /has expired/],
    ['that begins later', selfSigned(hostname, new Date('2040-01-01T00:00:00Z'), future), hostname, /not valid yet/],
  ])('nothing is sent to a receiver with a trusted certificate %s', async (_, tls, host, reason) => {
    await using server = await receiverOnLoopback({ tls });
    expect(await send(`https://${host}:${server.port}/`, tls.cert)).toMatchObject({
      kind: 'failed',
      error: 'tls',
      reason: expect.stringMatching(reason),
    });
    expect(server.requests).toEqual([]);
  });

  it('nothing is sent to a receiver that signs its certificate itself', async () => {
    const tls = selfSigned(hostname, past, future);
    await using server = await receiverOnLoopback({ tls });
    const other = selfSigned(hostname, past, future);
    for (const trusted of [undefined, other.cert])
      expect(await send(`https://${hostname}:${server.port}/`, trusted)).toMatchObject({
        error: 'tls',
        reason: expect.stringMatching(/self-signed|publicly trusted/),
      });
    expect(server.requests).toEqual([]);
  });

  const handshakeFailure = Buffer.from('15030300020228', 'hex');
  it.each<[string, Parameters<typeof stranger>[0], string]>([
    ['sends an alert', saying(handshakeFailure), 'tls'],
    ['speaks plain HTTP', saying('HTTP/1.1 400 Bad Request\r\n\r\n'), 'tls'],
    ['resets the connection', (connection) => connection.resetAndDestroy(), 'connection'],
    ['hangs up', (connection) => connection.once('data', () => connection.end()), 'connection'],
  ])('to a receiver that %s has failed', async (_what, behave, error) => {
    await using server = await stranger(behave);
    expect(await send(`https://${hostname}:${server.port}/`)).toMatchObject({ kind: 'failed', error });
    expect(server.connections()).toBe(1);
  });

  it('to a receiver that is silent ends with its time', async () => {
    await using server = await stranger(() => undefined);
    const post = guardedPost({ resolve, allowLoopback: true, plainHttp: 'allowed' });
    const url = `https://${hostname}:${server.port}/`;
    expect(await post({ url, headers: {}, body: '', timeoutMs: 150, maxReplyBytes: 1 })).toMatchObject({ error: 'timeout' });
  });
});
