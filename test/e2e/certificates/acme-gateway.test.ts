import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AcmeAccount, keyAuthorization } from '../../../lambdas/acme/account.ts';
import { type AcmeGateway, acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import type { Order } from '../../../lambdas/acme/answer.schema.ts';
import { httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { ariIdOf, derOfPem } from '../../../lambdas/steps/issuance/certificate-facts.ts';
import { newKeyAndCsr } from '../../../lambdas/steps/issuance/csr.gateway.ts';
import { must, ours } from '../../bench/issuance/issue-with-ours.ts';
import { type Pebble, startPebble } from '../../bench/pebble.ts';

const POLL_MS = 50;
const clock = () => new Date();

/**
 * A dozen of the 240 requests here are refused a nonce. The gateway tries four times, then the lifecycle retries: one request in
 * 160,000 meets four refusals. With 15 %, one run in eight would fail.
 */
const REFUSED_PERCENT = 5;

let pebble: Pebble;
beforeAll(async () => {
  pebble = await startPebble({ nonceRejectPercent: REFUSED_PERCENT, alternateChains: 2 });
}, 120_000); // the first build of Pebble
afterAll(() => pebble.stop());

async function anAccount(): Promise<{ acme: AcmeGateway; account: AcmeAccount }> {
  const acme = acmeGateway({ directoryUrl: pebble.directoryUrl, exchange: httpsExchange(pebble), clock });
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  return { acme, account: { key, url: must(await acme.newAccount(key, 'ops@service.example')) } };
}

/** An order whose challenge is ready for validation; the web server answers it or not. */
async function anOrder(acme: AcmeGateway, account: AcmeAccount, hostname: string, isAnswered: boolean, replaces?: string) {
  const order = must(await acme.newOrder(account, hostname, replaces));
  const authorizationUrl = order.resource.authorizations[0] ?? '';
  const made = { url: order.url, finalizeUrl: order.resource.finalize, authorizationUrl };
  const { status, challenges } = must(await acme.getAuthorization(account, authorizationUrl));
  // PEBBLE_AUTHZREUSE=0 still lets one order in a hundred reuse a valid authorization: then there is no challenge to answer.
  if (status === 'valid') return made;
  const challenge = challenges.find(({ type }) => type === 'http-01');
  if (isAnswered) pebble.challenges.set(challenge?.token ?? '', keyAuthorization(challenge?.token ?? '', account.key));
  must(await acme.answerChallenge(account, challenge?.url ?? ''));
  return made;
}

async function settled(acme: AcmeGateway, account: AcmeAccount, url: string): Promise<Order> {
  while (true) {
    const order = must(await acme.getOrder(account, url));
    if (order.status !== 'pending' && order.status !== 'processing') return order;
    await sleep(POLL_MS);
  }
}

/** Issues a certificate and returns its ARI identifier. */
async function issued(acme: AcmeGateway, account: AcmeAccount, hostname: string, replaces?: string): Promise<string> {
  const chain = must(await acme.downloadCertificate(account, await certificateUrl(acme, account, hostname, replaces)));
  return ariIdOf(new X509Certificate(chain).raw) ?? expect.fail('the certificate does not name its issuer');
}

async function certificateUrl(acme: AcmeGateway, account: AcmeAccount, hostname: string, replaces?: string): Promise<string> {
  const order = await anOrder(acme, account, hostname, true, replaces);
  await settled(acme, account, order.url);
  const { csr } = await newKeyAndCsr(hostname);
  must(await acme.finalize(account, order.finalizeUrl, derOfPem(csr)));
  return (await settled(acme, account, order.url)).certificate ?? expect.fail('the order has no certificate');
}

const topIssuerOf = (chain: string) =>
  new X509Certificate(chain.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g)?.at(-1) ?? '').issuer?.replace('CN=', '');

/** Pebble 2.10 can deadlock when an authorization is read while many orders are created (wfe.go, memorystore.go). */
const AT_ONCE = 3;

describe('a CA that rejects one nonce in twenty', () => {
  it('issues 30 certificates, some at once, each for its own name', async () => {
    const contender = await ours(pebble);
    for (let round = 0; round < 30 / AT_ONCE; round += 1) {
      const hostnames = Array.from({ length: AT_ONCE }, (_, index) => `shop-${round}-${index}.customer.example`);
      const chains = await Promise.all(hostnames.map((hostname) => contender.issue(hostname)));
      expect(chains.map((chain, index) => new X509Certificate(chain).checkHost(hostnames[index] ?? ''))).toEqual(hostnames);
    }
  });

  it('an account key that introduces itself twice to the CA has one account', async () => {
    const { acme, account } = await anAccount();
    expect(must(await acme.newAccount(account.key, undefined))).toBe(account.url);
  });

  it('refuses a name that it forbids by the type of the problem', async () => {
    const { acme, account } = await anAccount();
    const refused = await acme.newOrder(account, 'www.blocked.example');
    expect(refused).toMatchObject({ kind: 'problem', problem: { type: 'urn:ietf:params:acme:error:rejectedIdentifier' } });
  });

  it('an account or order that the CA does not know is told apart', async () => {
    const { acme, account } = await anAccount();
    const order = must(await acme.newOrder(account, 'shop.customer.example'));
    const stranger = { ...account, url: `${account.url}0` };
    expect(await acme.getOrder(account, `${order.url}0`)).toMatchObject({ problem: { status: 404 } });
    expect(await acme.getOrder(stranger, order.url)).toMatchObject({
      problem: { type: 'urn:ietf:params:acme:error:accountDoesNotExist' },
    });
  });

  it('a validation that the CA fails leaves its reason in the authorization', async () => {
    const { acme, account } = await anAccount();
    const order = await anOrder(acme, account, 'silent.customer.example', false);
    expect(await settled(acme, account, order.url)).toMatchObject({ status: 'invalid' });
    const { challenges } = must(await acme.getAuthorization(account, order.authorizationUrl));
    expect(challenges.find(({ error }) => error)?.error).toMatchObject({ type: 'urn:ietf:params:acme:error:unauthorized' });
  });

  it('refuses a repeated finalize as not ready, and the order holds the one certificate', async () => {
    const { acme, account } = await anAccount();
    const order = await anOrder(acme, account, 'twice.customer.example', true);
    expect(await settled(acme, account, order.url)).toMatchObject({ status: 'ready' });
    const { csr: pem } = await newKeyAndCsr('twice.customer.example');
    const csr = derOfPem(pem);
    expect(await acme.finalize(account, order.finalizeUrl, csr)).toMatchObject({ kind: 'ok' });
    expect(await acme.finalize(account, order.finalizeUrl, csr)).toMatchObject({
      problem: { type: 'urn:ietf:params:acme:error:orderNotReady' },
    });
    expect(await settled(acme, account, order.url)).toMatchObject({ status: 'valid', certificate: expect.any(String) });
  });

  it('a chain that the CA has beside its usual one is sent to whom prefers its root, with the same certificate; to whom prefers another, the usual', async () => {
    const { acme, account } = await anAccount();
    const url = await certificateUrl(acme, account, 'chains.customer.example');
    const usual = must(await acme.downloadCertificate(account, url));
    const [other] = [1, 2].map((index) => `${url}/alternate/${index}`);
    const root = topIssuerOf(must(await acme.downloadCertificate(account, other ?? ''))) ?? '';
    expect(root).not.toBe(topIssuerOf(usual));
    const preferring = (preferredChain: string) =>
      acmeGateway({ directoryUrl: pebble.directoryUrl, exchange: httpsExchange(pebble), clock, preferredChain });
    const preferred = must(await preferring(root).downloadCertificate(account, url));
    expect(topIssuerOf(preferred)).toBe(root);
    expect(new X509Certificate(preferred).fingerprint256).toBe(new X509Certificate(usual).fingerprint256);
    expect(must(await preferring('Nobody’s Root').downloadCertificate(account, url))).toBe(usual);
  });

  it('lets an order name the certificate that it replaces, once: a second one is refused by the type of the problem', async () => {
    const { acme, account } = await anAccount();
    const hostname = 'replaced.customer.example';
    const ariId = await issued(acme, account, hostname);
    expect(await issued(acme, account, hostname, ariId)).not.toBe(ariId);
    expect(await acme.newOrder(account, hostname, ariId)).toMatchObject({
      problem: { type: 'urn:ietf:params:acme:error:alreadyReplaced' },
    });
  });
});
