import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { NOW } from '../a-domain.ts';
import { servfail } from '../shared/net/answers.ts';
import { receiverOnLoopback } from '../shared/net/receiver-on-loopback.ts';
import { selfSigned } from '../shared/net/self-signed.ts';
import { agent, CHALLENGE_PATH, cnameTarget, LEADS_TO_ITS_SERVER, proofFor, url, walkTo } from './a-challenge-path.ts';

const saying =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const redirecting =
  (to: (path: string) => string, status = 302): RequestListener =>
  (request, response) =>
    response.writeHead(status, { location: to(request.url ?? '') }).end();

describe('a challenge path', () => {
  it('that leads to the agent passes', async () => {
    await using server = await receiverOnLoopback({ answer: agent });
    expect(await walkTo({ httpPort: server.port })).toEqual({ kind: 'passed' });
    expect(server.requests).toEqual([expect.stringContaining(`${url} ${CHALLENGE_PATH}`)]);
  });

  it.each<[string, RequestListener]>([
    ['a proof with another status', (request, response) => response.writeHead(404).end(proofFor(request.url))],
    ['a page of its own', saying(200, '<h1>Hello</h1>')],
    ['the token itself', (request, response) => response.end(request.url?.split('/').at(-1))],
    ['nothing', saying(200)],
    ['more than is read', saying(200, 'x'.repeat(10_000))],
  ])('that answers %s fails, and nobody in particular is known to have answered', async (_, answer) => {
    await using server = await receiverOnLoopback({ answer });
    const found = await walkTo({ httpPort: server.port });
    expect(found).toMatchObject({ kind: 'failed', mayBlockOnlyUs: false });
    expect(found).not.toHaveProperty('reason');
  });

  it('keeps as evidence what answered instead: status, server, the first 200 bytes, cleaned', async () => {
    await using server = await receiverOnLoopback({
      answer: saying(404, `not here\u0007${'x'.repeat(300)}`, { server: 'nginx' }),
    });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({
      evidence: [
        {
          kind: 'http',
          asked: expect.stringContaining(`GET http://${url}:${server.port}${CHALLENGE_PATH}cps-probe-`),
          server: '127.0.0.1',
          answer: `HTTP 404, server: nginx: not here${'x'.repeat(191)}`,
        },
      ],
    });
  });

  it('is walked from the first four addresses of the name', async () => {
    await using server = await receiverOnLoopback({ answer: agent });
    const others = Array.from({ length: 5 }, (_, n) => `127.0.0.${n + 2}`);
    const found = await walkTo({ httpPort: server.port }, { ...LEADS_TO_ITS_SERVER, [`A ${url}`]: ['127.0.0.1', ...others] });
    expect(found).toMatchObject({ kind: 'failed', mayBlockOnlyUs: true, reason: 'connection_failed' });
    expect(found).toMatchObject({ evidence: others.slice(0, 3).map((address) => ({ server: address })) });
  });

  it('of a name without a usable answer in DNS is nobody’s fault', async () => {
    const found = await walkTo({ httpPort: 80 }, { [`A ${url}`]: servfail });
    expect(found).toMatchObject({ kind: 'failed', mayBlockOnlyUs: true, reason: 'lookup_failed', evidence: [{ kind: 'http' }] });
  });

  it('is not walked to an address that is not on the public internet', async () => {
    await using server = await receiverOnLoopback({ answer: agent });
    const found = await walkTo({ httpPort: server.port }, undefined, { allowLoopback: false });
    expect(found).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
    expect(server.connections()).toBe(0);
  });
});

describe('a name whose addresses are not its server’s', () => {
  const elsewhere = { ...LEADS_TO_ITS_SERVER, [`A ${cnameTarget}`]: ['127.0.0.9'] };

  it('is led elsewhere by other records', async () => {
    await using server = await receiverOnLoopback({ answer: saying(404) });
    expect(await walkTo({ httpPort: server.port }, elsewhere)).toMatchObject({
      reason: 'addresses_elsewhere',
      observed: '127.0.0.1',
      mayBlockOnlyUs: false,
      evidence: [{ kind: 'dns', asked: `A ${url}`, answer: '127.0.0.1' }, { kind: 'http' }],
    });
  });

  it('is right as it is where the answer comes all the same', async () => {
    await using server = await receiverOnLoopback({ answer: agent });
    expect(await walkTo({ httpPort: server.port }, elsewhere)).toEqual({ kind: 'passed' });
  });

  it.each([
    ['other than its server’s', { [`AAAA ${cnameTarget}`]: ['2001:db8::1'] }, 'ipv6_elsewhere'],
    ['where its server has none', {}, 'ipv6_elsewhere'],
    ['that are its server’s', { [`AAAA ${cnameTarget}`]: ['2606:4700::1'] }, undefined],
    ['and nobody knows its server’s', { [`AAAA ${cnameTarget}`]: servfail }, undefined],
  ])('is told of IPv6 addresses %s, which are not dialled', async (_, more, reason) => {
    await using server = await receiverOnLoopback({ answer: agent });
    const found = await walkTo({ httpPort: server.port }, { ...LEADS_TO_ITS_SERVER, [`AAAA ${url}`]: ['2606:4700::1'], ...more });
    expect(found).toMatchObject(reason === undefined ? { kind: 'passed' } : { reason, mayBlockOnlyUs: false });
    if (found.kind === 'failed') expect(found.evidence).toMatchObject([{ asked: `AAAA ${url}`, answer: '2606:4700::1' }]);
  });
});

describe('a challenge path that redirects', () => {
  const tls = selfSigned(url, new Date(NOW.getTime() - 1000), new Date(NOW.getTime() + 86_400_000));

  it('to HTTPS with any certificate leads to the agent there', async () => {
    await using secure = await receiverOnLoopback({ tls, answer: agent });
    await using server = await receiverOnLoopback({ answer: redirecting((path) => `https://${url}${path}`, 301) });
    expect(await walkTo({ httpPort: server.port, httpsPort: secure.port })).toEqual({ kind: 'passed' });
    expect(secure.requests).toHaveLength(1);
  });

  it('ten times leads to the agent, eleven times does not', async () => {
    const times = (most: number) => (request: { url?: string | undefined }) =>
      Number(/\?n=(\d+)/.exec(request.url ?? '')?.[1] ?? 0) < most;
    const answer =
      (most: number): RequestListener =>
      (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://x');
        if (!times(most)(request)) return agent({ url: pathname } as typeof request, response);
        return response.writeHead(307, { location: `${pathname}?n=${Number(searchParams.get('n') ?? 0) + 1}` }).end();
      };
    await using ten = await receiverOnLoopback({ answer: answer(10) });
    expect(await walkTo({ httpPort: ten.port })).toEqual({ kind: 'passed' });
    await using eleven = await receiverOnLoopback({ answer: answer(11) });
    expect(await walkTo({ httpPort: eleven.port })).toMatchObject({ reason: 'redirect_refused', mayBlockOnlyUs: false });
    expect(eleven.requests).toHaveLength(11);
  });

  it.each<[string, string, number, RegExp]>([
    ['to another port', `http://${url}:8080/`, 302, /port 8080/],
    ['by a status that no certificate authority follows', `http://${url}/`, 303, /the status 303/],
    ['to an address', 'http://127.0.0.1/', 302, /an address instead of a name/],
    ['to no web address', 'ftp://shop.customer.com/', 302, /neither to http nor to https/],
    ['to what cannot be read', 'http://[', 302, /cannot be read/],
  ])('%s is not followed, and says so', async (_, to, status, why) => {
    await using server = await receiverOnLoopback({ answer: redirecting(() => to, status) });
    const found = await walkTo({ httpPort: server.port });
    expect(found).toMatchObject({ kind: 'failed', mayBlockOnlyUs: false, reason: 'redirect_refused' });
    expect(found).toMatchObject({ evidence: [{ answer: expect.stringMatching(why) }] });
    expect(found).toMatchObject({ evidence: [{ answer: expect.stringContaining(`HTTP ${status}, location: ${to}`) }] });
    expect(server.connections()).toBe(1);
  });

  it('in a circle is left', async () => {
    await using server = await receiverOnLoopback({ answer: redirecting((path) => path) });
    expect(await walkTo({ httpPort: server.port })).toMatchObject({ reason: 'redirect_refused', mayBlockOnlyUs: false });
    expect(server.requests).toHaveLength(1);
  });

  it('to a name inside is not followed there', async () => {
    await using server = await receiverOnLoopback({ answer: redirecting(() => 'http://inside.example/') });
    const known = { ...LEADS_TO_ITS_SERVER, 'A inside.example': ['169.254.169.254'] };
    const found = await walkTo({ httpPort: server.port }, known);
    expect(found).toMatchObject({ kind: 'failed', reason: 'connection_failed' });
    expect(found).toMatchObject({
      evidence: [{}, { asked: 'GET http://inside.example/', answer: expect.stringMatching(/not on the public/) }],
    });
  });
});
