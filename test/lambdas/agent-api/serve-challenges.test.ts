import { describe, expect, it, vi } from 'vitest';
import { challengeMetrics, challengeRoutes } from '../../../lambdas/agent-api/serve-challenges.ts';
import { probeProof, probeToken } from '../../../lambdas/model/domains/challenge/challenge-probe.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { NOW } from '../a-domain.ts';
import { instead, portsOf } from '../api/api-caller.ts';

const secret = ServiceSecret.fromJson(JSON.stringify({ 1: 's'.repeat(32) }));
const hostname = 'shop.customer.com';
const stored = { hostname, keyAuthorization: 'token.thumbprint', expiresAtSeconds: 0 };

function ask(token: string, headers: Record<string, string> = { 'x-cps-hostname': hostname }) {
  const challenges = {
    get: vi.fn(async (wanted: string) => (wanted === 'token' ? stored : undefined)),
    ofHostname: vi.fn(async (wanted: string) => (wanted === hostname ? stored : undefined)),
  };
  const [route] = challengeRoutes(instead(portsOf({ serviceSecret: secret }), { httpChallenges: challenges }));
  const request: HttpRequest = {
    method: 'GET',
    path: `/edge/v1/challenges/${token}`,
    params: { token },
    query: '',
    headers,
    rawBody: Buffer.alloc(0),
    requestId: 'req_1',
    domainName: 'service.test',
    sourceIp: '192.0.2.1',
    userAgent: '',
    now: NOW,
    answerHeaders: {},
    logFacts: { requestId: 'req_1' },
  };
  return { challenges, answer: route?.handle(request) };
}

describe('the path to which load balancers redirect', () => {
  const askAt = (of: string, token = 'token') => {
    const { challenges } = ask('token');
    const [, route] = challengeRoutes(instead(portsOf({ serviceSecret: secret }), { httpChallenges: challenges }));
    const path = `/edge/v1/challenges-of/${of}/.well-known/acme-challenge/${token}`;
    // When a CA follows the redirect, Host is the service's own name.
    const headers = { host: 'service.net', 'x-cps-hostname': 'other.customer.com' };
    const request = { method: 'GET', path, params: { hostname: of, token }, headers, now: NOW } as unknown as HttpRequest;
    return { route, answer: route?.handle(request) };
  };

  it('answers for the hostname that it names, whatever a header says', async () => {
    expect(askAt(hostname).route?.path).toBe('/edge/v1/challenges-of/{hostname}/.well-known/acme-challenge/{token}');
    expect(await askAt('Shop.Customer.com').answer).toEqual({ status: 200, text: 'token.thumbprint' });
  });

  it('has nothing of another hostname', async () => {
    await expect(askAt('other.customer.com').answer).rejects.toMatchObject({ code: 'resource_not_found' });
    await expect(askAt('not a name').answer).rejects.toMatchObject({ code: 'resource_not_found' });
  });
});

describe('the challenge path', () => {
  it.each([hostname, 'Shop.Customer.com', `${hostname}:80`, `${hostname}.`])(
    'answers a known token asked for at %s',
    async (host) => {
      expect(await ask('token', { 'x-cps-hostname': host }).answer).toEqual({ status: 200, text: 'token.thumbprint' });
    },
  );

  it('answers a probe of ours with its proof, without reading the table', async () => {
    const token = probeToken(secret, hostname, NOW);
    const { answer, challenges } = ask(token);
    expect(await answer).toEqual({ status: 200, text: probeProof(secret, hostname, token, NOW) });
    expect(challenges.get).not.toHaveBeenCalled();
  });

  it.each([
    ['the challenge that there is', { 'x-cps-hostname': hostname }, 'token.thumbprint'],
    ['that there is none', { 'x-cps-hostname': 'other.customer.com' }, 'none'],
  ])('tells an agent with an unknown token %s, so that it knows all others that it was asked for', async (_, headers, told) => {
    await expect(ask('unknown', headers).answer).rejects.toMatchObject({ headers: { 'x-cps-pending-challenge': told } });
  });

  it('reads nothing for what is no hostname', async () => {
    const { answer, challenges } = ask('unknown', { 'x-cps-hostname': 'token' });
    await expect(answer).rejects.toMatchObject({ headers: { 'x-cps-pending-challenge': 'none' } });
    expect(challenges.ofHostname).not.toHaveBeenCalled();
  });

  it.each([
    ['an unknown token', 'unknown', { 'x-cps-hostname': hostname }],
    ['a token of another hostname', 'token', { 'x-cps-hostname': 'other.customer.com' }],
    ['a token without a hostname', 'token', {}],
    ['what is no token', '../token', { 'x-cps-hostname': hostname }],
    ['an endless token', 't'.repeat(257), { 'x-cps-hostname': hostname }],
  ])('has nothing for %s', async (_, token, headers) => {
    await expect(ask(token, headers).answer).rejects.toMatchObject({ code: 'resource_not_found' });
  });
});

describe('a challenge counts as late', () => {
  it.each([
    ['a right answer within two seconds does not', 200, 2_000, 0],
    ['one that nobody knows, neither', 404, 1, 0],
    ['any that comes later does', 200, 2_001, 1],
    ['one that fails does', 503, 1, 1],
  ])('%s', (_, status, milliseconds, late) => {
    expect(challengeMetrics(status, milliseconds)).toEqual({ ChallengesLate: late });
  });
});
