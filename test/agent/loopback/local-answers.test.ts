import { describe, expect, it, vi } from 'vitest';
import { HeldCertificates } from '../../../agent/certificates/held-certificates.ts';
import { combinedPem } from '../../../agent/certificates/stored-certificate.ts';
import { answerLocally, type LocalPorts } from '../../../agent/loopback/local-answers.ts';
import { probeAnswer, probeToken } from '../../../agent/loopback/probe.ts';
import { certificateFor } from '../a-certificate.ts';

const certificate = certificateFor('shop.customer.com');
const SECRET = `/get-certificate/${'s'.repeat(43)}`;
const HERE = '127.0.0.1:9080';
function ask(
  target: string,
  {
    certificates = [certificate],
    host = HERE,
    method = 'GET',
    handsOutKeys = true,
    challenge = { kind: 'found', text: 'token.thumbprint' } as Awaited<ReturnType<LocalPorts['findChallenge']>>,
  } = {},
) {
  const findChallenge = vi.fn(async () => challenge);
  const ports: LocalPorts = {
    held: new HeldCertificates(certificates),
    findChallenge,
    contact: () => 'refused',
    isComplete: () => true,
    machineId: 'mch_1',
    facts: () => ({
      certificates: 1,
      soonestExpiryMs: 90_000,
      unconfirmed: 0,
      lastAnswerMs: undefined,
      reloadFailures: 2,
      challengeQuestions: 3,
      challengesRefused: 4,
    }),
    certificatePath: handsOutKeys ? SECRET : undefined,
  };
  return { answer: answerLocally({ method, target, host }, ports), findChallenge };
}

it.each(['shop.customer.com', 'SHOP.customer.com', 'shop.customer.com.'])(
  'Caddy asks for a certificate and gets chain and key of %s',
  async (name) => {
    const { answer } = ask(`${SECRET}?server_name=${name}&signature_schemes=0403`);
    expect(await answer).toEqual({ status: 200, type: 'application/x-pem-file', body: combinedPem(certificate) });
  },
);

it('Caddy asks for a name below a wildcard and gets that, but for one with a certificate of its own', async () => {
  const [wildcard, own] = [certificateFor('*.shop.customer.com'), certificateFor('own.shop.customer.com')];
  const bodyFor = async (name: string) =>
    (await ask(`${SECRET}?server_name=${name}`, { certificates: [wildcard, own] }).answer).body;
  expect(await bodyFor('any.shop.customer.com')).toBe(combinedPem(wildcard));
  expect(await bodyFor('own.shop.customer.com')).toBe(combinedPem(own));
  for (const name of ['shop.customer.com', 'a.any.shop.customer.com']) expect(await bodyFor(name)).toBe('not found\n');
});

it.each([
  '',
  '?server_name=',
  '?server_name=other.customer.com',
  '?server_name=..%2f..%2fidentity.json',
  '?server_name=__proto__',
])('Caddy asks for a certificate that is not here: 404, never 204: %j', async (query) => {
  expect((await ask(`${SECRET}${query}`).answer).status).toBe(404);
});

it.each(['shop.customer.com', '192.0.2.1:9080', 'localhost.evil.com', ''])(
  'Caddy asks for a certificate but a request that came for %j gets none',
  async (host) => {
    expect((await ask(`${SECRET}?server_name=shop.customer.com`, { host }).answer).status).toBe(404);
  },
);

it.each([
  '/get-certificate',
  '/get-certificate/',
  `/get-certificate/${'t'.repeat(43)}`,
  `${SECRET}/`,
  `${SECRET}s`,
  SECRET.slice(0, -1),
])('a process that does not know the secret path gets no key: %s', async (path) => {
  expect(await ask(`${path}?server_name=shop.customer.com`).answer).toMatchObject({ status: 404, body: 'not found\n' });
});

it.each(['/get-certificate', '/get-certificate/undefined', SECRET, ''])(
  'an agent that was not asked to hand out keys hands out none: %j',
  async (path) => {
    const { answer } = ask(`${path}?server_name=shop.customer.com`, { handsOutKeys: false });
    expect((await answer).status).toBe(404);
  },
);

describe('a challenge that the CA asks for', () => {
  const path = '/.well-known/acme-challenge/abc_-123';

  it('is answered by the service, as text', async () => {
    const { answer, findChallenge } = ask(path, { host: 'Shop.Customer.com:80' });
    expect(await answer).toEqual({ status: 200, type: 'text/plain; charset=utf-8', body: 'token.thumbprint' });
    expect(findChallenge).toHaveBeenCalledWith('abc_-123', 'shop.customer.com');
  });

  it.each([
    ['unknown', 404],
    ['unavailable', 502],
  ] as const)('that is %s is answered %i', async (kind, status) => {
    expect((await ask(path, { host: 'shop.customer.com', challenge: { kind } }).answer).status).toBe(status);
  });

  it.each([
    '/.well-known/acme-challenge/',
    '/.well-known/acme-challenge/..',
    '/.well-known/acme-challenge/a/b',
    '/.well-known/acme-challenge/a%2fb',
    `/.well-known/acme-challenge/${'a'.repeat(257)}`,
  ])('is not passed on from a path without one: %s', async (target) => {
    const { answer, findChallenge } = ask(target, { host: 'shop.customer.com' });
    expect((await answer).status).toBe(404);
    expect(findChallenge).not.toHaveBeenCalled();
  });
});

it('health says what is served, how the service answered last, and whether everything has come', async () => {
  expect(JSON.parse((await ask('/health').answer).body)).toEqual({
    ...{ status: 'serving', certificates: 1 },
    ...{ service: 'refused', complete: true },
  });
});

it('metrics say in the words of Prometheus what is held, and leave out what is not known yet', async () => {
  const { status, type, body } = await ask('/metrics').answer;
  expect({ status, type }).toEqual({ status: 200, type: 'text/plain; version=0.0.4; charset=utf-8' });
  expect(body.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
    'cps_agent_certificates 1',
    'cps_agent_certificates_unconfirmed 0',
    'cps_agent_soonest_expiry_timestamp_seconds 90',
    'cps_agent_reload_failures_total 2',
    'cps_agent_challenge_questions_total 3',
    'cps_agent_challenges_refused_total 4',
    '',
  ]);
  expect(body).toContain('# TYPE cps_agent_reload_failures_total counter\n');
});

it('metrics are for this machine only, and do not leave through its web server', async () => {
  expect((await ask('/metrics', { host: 'shop.customer.com' }).answer).status).toBe(404);
});

it('a probe of the way from port 80 shows whose agent it reached and with which Host, and the service is left alone', async () => {
  const { answer, findChallenge } = ask(`/.well-known/acme-challenge/${probeToken('n1')}`, { host: 'Shop.customer.com:80' });
  expect((await answer).body).toBe(probeAnswer(probeToken('n1'), 'mch_1', 'shop.customer.com'));
  for (const [token, machine, host] of [
    [probeToken('n2'), 'mch_1', 'shop.customer.com'],
    [probeToken('n1'), 'mch_2', 'shop.customer.com'],
    [probeToken('n1'), 'mch_1', '127.0.0.1'],
  ] as const)
    expect((await answer).body).not.toBe(probeAnswer(token, machine, host));
  expect(findChallenge).not.toHaveBeenCalled();
});

it('an agent answers nothing but GET', async () => {
  expect((await ask('/health', { method: 'POST' }).answer).status).toBe(405);
});
