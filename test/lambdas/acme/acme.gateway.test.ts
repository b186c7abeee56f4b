import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { AcmeAccount } from '../../../lambdas/acme/account.ts';
import { acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import type { AcmeResult } from '../../../lambdas/acme/answer.ts';
import type { ExchangeResult } from '../../../lambdas/acme/exchange.gateway.ts';
import { NOW } from '../a-domain.ts';
import { CA_URL, DIRECTORY_URL, InMemoryCa, problem } from '../steps/issuance/in-memory-ca.ts';

const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const gatewayTo = (ca: InMemoryCa) => acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: ca.exchange, clock: () => NOW });

async function anAccount(ca: InMemoryCa) {
  const acme = gatewayTo(ca);
  const account: AcmeAccount = { key, url: valueIn(await acme.newAccount(key, undefined)) };
  ca.requests.length = 0;
  return { acme, account };
}

function valueIn<T>(result: AcmeResult<T>): T {
  if (result.kind === 'problem') throw new Error(result.problem.type);
  return result.value;
}

const typeOf = (result: AcmeResult<unknown>) => (result.kind === 'problem' ? result.problem.type : result.kind);

describe('requests to the CA', () => {
  it('read the directory and ask for a nonce once, and then use the nonce of the last answer', async () => {
    const ca = new InMemoryCa();
    const acme = gatewayTo(ca);
    const account = { key, url: valueIn(await acme.newAccount(key, 'ops@service.net')) };
    const order = valueIn(await acme.newOrder(account, 'shop.customer.com'));
    await acme.getOrder(account, order.url);
    expect(ca.requests).toEqual(['GET /dir', 'HEAD /nonce', 'POST /account', 'POST /order', 'POST /order/0']);
  });

  it('name the profile of the wanted certificate, and none where the CA is to choose', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    await acme.newOrder(account, 'shop.customer.com');
    const options = { directoryUrl: DIRECTORY_URL, exchange: ca.exchange, clock: () => NOW, profile: 'shortlived' };
    await acmeGateway(options).newOrder(account, 'shop.customer.com', 'aki.serial');
    expect(ca.orders.map(({ profile, replaces }) => [profile, replaces])).toEqual([
      [undefined, undefined],
      ['shortlived', 'aki.serial'],
    ]);
  });

  it('use a nonce that another process left over, without requesting directory or nonce', async () => {
    const ca = new InMemoryCa();
    const { account } = await anAccount(ca);
    const acme = gatewayTo(ca);
    acme.nonces.borrow(ca.newNonce());
    await acme.getOrder(account, `${CA_URL}/order/0`);
    expect(ca.requests).toEqual(['POST /order/0']);
  });

  it('are repeated with the nonce that came with a refused one', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST \/order$/, result: problem(400, 'badNonce', { 'replay-nonce': ca.newNonce() }) });
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe('ok');
    expect(ca.requests).toEqual(['POST /order', 'POST /order']);
  });

  it('end with the problem when every nonce is refused', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    for (let i = 0; i < 9; i += 1) ca.instead.push({ match: /POST/, result: problem(400, 'badNonce') });
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe('urn:ietf:params:acme:error:badNonce');
    expect(ca.requests.filter((request) => request.startsWith('POST'))).toHaveLength(4);
  });

  it('are not repeated after a connection that broke, because the CA may have handled them', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST/, result: { kind: 'failed', reason: 'ECONNRESET' } });
    const result = await acme.newOrder(account, 'shop.customer.com');
    expect(result).toMatchObject({
      kind: 'problem',
      problem: { type: 'urn:certificate-provisioning-service:error:caUnreachable' },
    });
    expect(ca.requests).toEqual(['POST /order']);
  });

  it('load the directory again after it could not be read', async () => {
    const ca = new InMemoryCa();
    const acme = gatewayTo(ca);
    ca.instead.push({ match: /dir/, result: { kind: 'answer', status: 503, headers: { 'retry-after': '120' }, body: 'down' } });
    const down = await acme.newAccount(key, undefined);
    expect(down).toEqual({
      kind: 'problem',
      problem: { type: 'about:blank', detail: 'The CA answered HTTP 503: down.', status: 503, retryAfterSeconds: 120 },
    });
    expect(typeOf(await acme.newAccount(key, undefined))).toBe('ok');
  });

  it.each<[string, ExchangeResult]>([
    ['is nothing', { kind: 'answer', status: 404, headers: {}, body: '404 page not found' }],
    ['is nothing, in the words of ACME', problem(404, 'malformed')],
    ['nobody is', { kind: 'failed', reason: 'ENOTFOUND' }],
  ])('read the directory again where %s at an address that it named', async (_, result) => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST \/order$/, result });
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).not.toBe('ok');
    ca.requests.length = 0;
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe('ok');
    expect(ca.requests[0]).toBe('GET /dir');
  });

  it('keep the directory where the CA refuses in words of ACME', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST \/order$/, result: problem(429, 'rateLimited') });
    await acme.newOrder(account, 'shop.customer.com');
    await acme.newOrder(account, 'shop.customer.com');
    expect(ca.requests).not.toContain('GET /dir');
  });
});

describe('a CA that moves its resources while a process lives', () => {
  it('is found where its directory has them now', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.at = '/v2';
    const order = valueIn(await acme.newOrder(account, 'shop.customer.com'));
    expect(ca.requests).toEqual(['POST /order', 'GET /dir', 'POST /v2/order']);
    acme.nonces.take();
    ca.at = '/v3';
    expect(typeOf(await acme.getOrder(account, order.url))).toBe('ok');
    expect(ca.requests.slice(3)).toEqual(['HEAD /v2/nonce', 'GET /dir', 'HEAD /v3/nonce', 'POST /order/0']);
    expect(typeOf(await acme.revokeCertificate(account, Buffer.from('DER'), undefined))).toBe('ok');
    expect(typeOf(await acme.newAccount(key, undefined))).toBe('ok');
  });

  it('a CA that has nothing at an address which its directory still names is not asked there again', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST .order$/, result: problem(404, 'malformed') });
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe('urn:ietf:params:acme:error:malformed');
    expect(ca.requests).toEqual(['POST /order', 'GET /dir']);
  });

  it('a CA that is not there any more is looked for in its directory at the next request', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST .order$/, result: { kind: 'failed', reason: 'ENOTFOUND' } });
    await acme.newOrder(account, 'shop.customer.com');
    ca.at = '/v2';
    ca.requests.length = 0;
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe('ok');
    expect(ca.requests).toEqual(['GET /dir', 'HEAD /v2/nonce', 'POST /v2/order']);
  });
});

describe('answers of the CA', () => {
  it('carry the problem document with status and Retry-After', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST/, result: problem(429, 'rateLimited', { 'retry-after': 'Mon, 01 Jun 2026 12:30:00 GMT' }) });
    expect(await acme.newOrder(account, 'shop.customer.com')).toEqual({
      kind: 'problem',
      problem: {
        type: 'urn:ietf:params:acme:error:rateLimited',
        detail: 'rateLimited in words',
        isRateLimit: true,
        status: 429,
        retryAfterSeconds: 1800,
      },
    });
  });

  it.each([
    ['no JSON', '<html>'],
    ['another shape', '{"status": "great"}'],
    ['nothing', ''],
  ])('that hold %s are a malformed answer, not an exception', async (_, body) => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    ca.instead.push({ match: /POST/, result: { kind: 'answer', status: 200, headers: {}, body } });
    expect(typeOf(await acme.getOrder(account, `${CA_URL}/order/0`))).toBe(
      'urn:certificate-provisioning-service:error:caAnswerMalformed',
    );
  });

  it('that do not say where the order is are malformed', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    const body = JSON.stringify({ status: 'pending', finalize: 'f', authorizations: ['a'] });
    ca.instead.push({ match: /POST/, result: { kind: 'answer', status: 201, headers: {}, body } });
    expect(typeOf(await acme.newOrder(account, 'shop.customer.com'))).toBe(
      'urn:certificate-provisioning-service:error:caAnswerMalformed',
    );
  });

  it('are cut and cleaned where they enter, type and detail', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    const body = JSON.stringify({ type: `urn:\u202e${'t'.repeat(70_000)}`, detail: `bad\u0007 ${'d'.repeat(140_000)}` });
    ca.instead.push({ match: /POST/, result: { kind: 'answer', status: 500, headers: {}, body } });
    expect(await acme.newOrder(account, 'shop.customer.com')).toMatchObject({
      problem: { type: expect.stringMatching(/^urn:t{508}$/), detail: expect.stringMatching(/^bad d{508}$/) },
    });
  });

  it('with an error inside a compound problem name the error itself', async () => {
    const ca = new InMemoryCa();
    const { acme, account } = await anAccount(ca);
    const urn = 'urn:ietf:params:acme:error:';
    const body = JSON.stringify({
      type: `${urn}compound`,
      detail: 'several',
      subproblems: [{ type: `${urn}caa`, detail: 'forbidden' }],
    });
    ca.instead.push({ match: /POST/, result: { kind: 'answer', status: 403, headers: {}, body } });
    expect(await acme.newOrder(account, 'shop.customer.com')).toMatchObject({
      problem: { type: `${urn}caa`, detail: 'forbidden' },
    });
  });
});

it('two directories of CAs share neither nonces nor what they hold', async () => {
  const [one, other] = [new InMemoryCa(), new InMemoryCa()];
  await anAccount(one);
  const acme = gatewayTo(other);
  await acme.newAccount(key, undefined);
  expect(other.requests).toEqual(['GET /dir', 'HEAD /nonce', 'POST /account']);
});
