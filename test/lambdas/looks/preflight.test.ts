import { expect, it, vi } from 'vitest';
import { preflight } from '../../../lambdas/looks/preflight.ts';
import { probeProof } from '../../../lambdas/model/domains/challenge-probe.ts';
import { failed } from '../../../lambdas/shared/net/failure.ts';
import type { GuardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { NOW } from '../a-domain.ts';

const secret = ServiceSecret.fromJson(JSON.stringify({ 1: 's'.repeat(32) }));
const hostname = 'shop.customer.com';
const CHALLENGE_PATH = '/.well-known/acme-challenge/';

/** A server that answers a probe's token with this. */
function look(body: (token: string) => string | undefined, { status = 200, port = 80 } = {}) {
  const httpGet = vi.fn<GuardedNet['httpGet']>(async ({ path }) => ({
    kind: 'answer',
    status,
    headers: {},
    address: '192.0.2.1',
    body: body(path.slice(CHALLENGE_PATH.length)) ?? '',
  }));
  return { httpGet, result: preflight({ httpGet, secret, port }, hostname, NOW) };
}
const proof = (token: string) => probeProof(secret, hostname, token, NOW);

it('a server that leads the challenge path to us passes the preflight', async () => {
  const { httpGet, result } = look(proof);
  expect(await result).toEqual({ kind: 'passed' });
  expect(httpGet).toHaveBeenCalledWith(
    expect.objectContaining({ hostname, port: 80, path: expect.stringContaining(CHALLENGE_PATH) }),
  );
});

it.each([
  ['a proof with another status', look(proof, { status: 404 })],
  ['a page of its own', look(() => '<h1>Welcome</h1>')],
  ['the token itself', look((token) => token)],
  ['nothing', look(() => '')],
])('a server that answers the challenge path with %s fails the preflight', async (_, { result }) => {
  expect(await result).toMatchObject({ kind: 'failed' });
});

it('the preflight keeps as evidence what a server answers instead', async () => {
  const { result } = look(() => 'not here\u0007', { status: 404, port: 5080 });
  expect(await result).toMatchObject({
    evidence: {
      kind: 'http',
      asked: expect.stringMatching(/^GET http:\/\/shop\.customer\.com:5080\/\.well-known\/acme-challenge\/cps-probe-/),
      server: '192.0.2.1',
      answer: 'HTTP 404: not here',
    },
  });
});

it('a server that cannot be reached fails the preflight, with the reason', async () => {
  const httpGet = async () => failed('timeout', 'the answer took too long');
  expect(await preflight({ httpGet, secret, port: 80 }, hostname, NOW)).toMatchObject({
    kind: 'failed',
    evidence: {
      asked: expect.stringMatching(/^GET http:\/\/shop\.customer\.com\/\.well-known/),
      answer: 'the answer took too long',
    },
  });
});

it.each([
  [403, true],
  [429, true],
  [503, true],
  [200, false],
  [301, false],
  [404, false],
  [500, false],
])('a server that answers the challenge path with status %d refuses us in particular: %s', async (status, refusesUs) => {
  expect(await look(() => 'no', { status }).result).toMatchObject({ kind: 'failed', refusesUs });
});

it('a server that does not answer may refuse us in particular', async () => {
  const httpGet = async () => failed('timeout', 'the answer took too long');
  expect(await preflight({ httpGet, secret, port: 80 }, hostname, NOW)).toMatchObject({ refusesUs: true });
});
