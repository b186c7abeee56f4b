import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { flattenedVerify } from 'jose';
import type { ChallengeType } from '../../../../lambdas/acme/challenge.ts';
import type { Exchange, ExchangeRequest, ExchangeResult } from '../../../../lambdas/acme/exchange.gateway.ts';
import { aCertificate } from './a-certificate.ts';

export const CA_URL = 'https://ca.test';
export const DIRECTORY_URL = `${CA_URL}/dir`;
const URN = 'urn:ietf:params:acme:error:';

type Answer = Extract<ExchangeResult, { kind: 'answer' }>;
interface AnOrder {
  hostname: string;
  replaces: string | undefined;
  profile: string | undefined;
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid';
  challenge: 'pending' | 'processing' | 'valid' | 'invalid';
  chain?: string;
  refusal?: string;
  answeredBy?: ChallengeType;
}
interface SignedRequest {
  path: string;
  account: string;
  jwk: JsonWebKey;
  payload: {
    csr?: string;
    identifiers?: { value: string }[];
    replaces?: string;
    profile?: string;
    certificate?: string;
    reason?: number;
  };
}

const OF_PATH = { 'standing-challenge': 'dns-persist-01', 'dns-challenge': 'dns-01', challenge: 'http-01' } as const;
const RESOURCES = new Set(['/nonce', '/account', '/order', '/revoke']);

/** An ACME CA, strict about signatures and nonces. It validates and issues when the test says so. */
export class InMemoryCa {
  readonly requests: string[] = [];
  readonly orders: AnOrder[] = [];
  readonly accounts: JsonWebKey[] = [];
  /** Answers for the next requests that match `METHOD /path`. The CA does not see these requests. */
  readonly instead: { match: RegExp; result: ExchangeResult }[] = [];
  /** Called after a request is handled. May replace the answer. */
  afterwards: (path: string) => ExchangeResult | undefined = () => undefined;
  certificates = 0;
  /** Revoked certificates: DER in base64url, with the reason code. */
  readonly revoked: { certificate: string; reason: number | undefined }[] = [];
  hasRenewalInfo = true;
  isDown = false;
  /** The base path of its resources, as in the directory; other paths do not exist. Orders keep their paths. */
  at = '';
  /** The problem with which it refuses all account requests, until an operator acts. */
  refusesAccountWith: string | undefined = undefined;
  /** The validity of new certificates. Undefined: until 2049, all with one serial number. */
  validity: (() => readonly [Date, Date]) | undefined = undefined;
  /** Its dns-persist-01 challenge. Undefined: it offers none. */
  standing: object | undefined = { 'issuer-domain-names': ['ca.test'] };
  meta: object | undefined = undefined;
  /** The answer to finalize already has the certificate's URL. */
  issuesAtOnce = false;
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  readonly #nonces = new Set<string>();
  #nonceNumber = 0;

  readonly exchange: Exchange = async (request) => {
    const path = request.url.slice(CA_URL.length);
    this.requests.push(`${request.method} ${path}`);
    if (this.isDown) return { kind: 'failed', reason: 'ECONNREFUSED' };
    const index = this.instead.findIndex(({ match }) => match.test(`${request.method} ${path}`));
    const [planned] = index < 0 ? [] : this.instead.splice(index, 1);
    if (planned) return planned.result;
    const answer = await this.#answer(request, path);
    if (path !== '/dir') answer.headers['replay-nonce'] = this.newNonce();
    return this.afterwards(path) ?? answer;
  };

  newNonce(): string {
    this.#nonceNumber += 1;
    const nonce = `nonce-${this.#nonceNumber}`;
    this.#nonces.add(nonce);
    return nonce;
  }

  /** The CA validates all pending challenges, with this result. */
  validate(result: 'valid' | 'invalid' = 'valid'): void {
    for (const order of this.orders.filter(({ challenge }) => challenge === 'processing')) {
      order.challenge = result;
      order.status = result === 'valid' ? 'ready' : 'invalid';
    }
  }

  /** Fixes the answer at this path, whatever the CA does: like a replica that lags or forgets. */
  answers(path: RegExp, result: ExchangeResult): void {
    this.afterwards = (request) => (path.test(request) ? result : undefined);
  }

  recovers(): void {
    this.afterwards = () => undefined;
  }

  issue(): void {
    for (const order of this.orders.filter(({ status }) => status === 'processing')) order.status = 'valid';
  }

  async #answer(request: ExchangeRequest, asked: string): Promise<Answer> {
    const path = asked.startsWith(`${this.at}/`) ? asked.slice(this.at.length) : asked;
    const resource = asked.slice(asked.lastIndexOf('/'));
    if (RESOURCES.has(resource) && asked !== this.at + resource)
      return { kind: 'answer', status: 404, headers: {}, body: '<h1>Not found</h1>' };
    if (path === '/dir')
      return json(200, {
        ...{ newNonce: `${CA_URL}${this.at}/nonce`, newAccount: `${CA_URL}${this.at}/account` },
        ...{ newOrder: `${CA_URL}${this.at}/order`, revokeCert: `${CA_URL}${this.at}/revoke` },
        ...(this.meta && { meta: this.meta }),
        ...(this.hasRenewalInfo && { renewalInfo: `${CA_URL}/renewal-info` }),
      });
    if (path === '/nonce') return { kind: 'answer', status: 200, headers: {}, body: '' };
    const signed = await this.#verified(request, path);
    if ('kind' in signed) return signed;
    return this.refusesAccountWith === undefined ? this.#dealWith(signed) : problem(403, this.refusesAccountWith);
  }

  async #verified({ url, body }: ExchangeRequest, path: string): Promise<SignedRequest | Answer> {
    const jws = JSON.parse(body ?? '');
    const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString());
    if (!this.#nonces.delete(header.nonce)) return problem(400, 'badNonce');
    const jwk: JsonWebKey | undefined = header.jwk ?? this.accounts[Number(header.kid?.slice(`${CA_URL}/account/`.length))];
    if (!jwk) return problem(400, 'accountDoesNotExist');
    const verified = await flattenedVerify(jws, createPublicKey({ key: jwk, format: 'jwk' })).catch(() => undefined);
    if (!verified) return problem(400, 'malformed'); // as in Boulder and Pebble
    const { payload } = verified;
    if (header.url !== url) return problem(400, 'malformed');
    const text = Buffer.from(payload).toString();
    return { path, account: header.kid, jwk, payload: text === '' ? {} : JSON.parse(text) };
  }

  #dealWith({ path, jwk, payload }: SignedRequest): Answer {
    if (path === '/account') return json(201, { status: 'valid' }, { location: `${CA_URL}/account/${this.#accountOf(jwk)}` });
    if (path === '/order') return this.#newOrder(payload);
    if (path === '/revoke') return this.#revoke(payload.certificate ?? '', payload.reason);
    const [, kind, id] = path.split('/');
    const order = this.orders[Number(id)];
    if (!order) return problem(404, 'malformed');
    switch (kind) {
      case 'order':
        return json(200, this.#orderBody(order));
      case 'authz':
        return json(200, this.#authorizationBody(order));
      case 'standing-challenge':
      case 'dns-challenge':
      case 'challenge':
        order.answeredBy = OF_PATH[kind];
        if (order.challenge === 'pending') order.challenge = 'processing';
        return json(200, this.#challengeBody(order));
      case 'finalize':
        return this.#finalize(order, Buffer.from(payload.csr ?? '', 'base64url'));
      default:
        return { kind: 'answer', status: 200, headers: {}, body: order.chain ?? '' };
    }
  }

  #accountOf(jwk: JsonWebKey): number {
    const known = this.accounts.findIndex(({ x }) => x === jwk.x);
    return known < 0 ? this.accounts.push(jwk) - 1 : known;
  }

  #newOrder({ identifiers, replaces, profile }: SignedRequest['payload']): Answer {
    const hostname = identifiers?.[0]?.value ?? '';
    const order: AnOrder = { hostname, replaces, profile, status: 'pending', challenge: 'pending' };
    const id = this.orders.push(order) - 1;
    return json(201, this.#orderBody(order), { location: `${CA_URL}/order/${id}` });
  }

  #revoke(certificate: string, reason: number | undefined): Answer {
    if (this.revoked.some((known) => known.certificate === certificate)) return problem(400, 'alreadyRevoked');
    this.revoked.push({ certificate, reason });
    return { kind: 'answer', status: 200, headers: {}, body: '' };
  }

  #finalize(order: AnOrder, csr: Buffer): Answer {
    if (order.status !== 'ready') return problem(403, 'orderNotReady');
    order.status = this.issuesAtOnce ? 'valid' : 'processing';
    const dated = this.validity && { validity: this.validity(), serial: String(this.certificates).padStart(16, '3') };
    order.chain = aCertificate({ hostname: order.hostname, publicKey: publicKeyIn(csr), signedWith: this.#key, ...dated });
    this.certificates += 1;
    return json(200, this.#orderBody(order));
  }

  #orderBody(order: AnOrder) {
    const id = this.orders.indexOf(order);
    const certificate = order.status === 'valid' ? { certificate: `${CA_URL}/certificate/${id}` } : {};
    return {
      status: order.status,
      finalize: `${CA_URL}/finalize/${id}`,
      authorizations: [`${CA_URL}/authz/${id}`],
      ...certificate,
    };
  }

  #authorizationBody(order: AnOrder) {
    const status = order.challenge === 'processing' ? 'pending' : order.challenge;
    const byHttp = this.#challengeBody(order);
    const id = this.orders.indexOf(order);
    const byDns = { ...byHttp, type: 'dns-01', url: `${CA_URL}/dns-challenge/${id}`, token: `dns-token-${id}` };
    const standing = {
      type: 'dns-persist-01',
      url: `${CA_URL}/standing-challenge/${id}`,
      status: byHttp.status,
      ...this.standing,
    };
    return { status, challenges: [...(this.standing ? [standing] : []), byDns, byHttp] };
  }

  #challengeBody(order: AnOrder) {
    const id = this.orders.indexOf(order);
    const error =
      order.challenge === 'invalid' ? { error: { type: URN + (order.refusal ?? 'unauthorized'), detail: 'returned 404' } } : {};
    return { type: 'http-01', url: `${CA_URL}/challenge/${id}`, status: order.challenge, token: `token-${id}`, ...error };
  }
}

export function problem(status: number, name: string, headers: Record<string, string> = {}): Answer {
  return json(status, { type: URN + name, detail: `${name} in words`, status }, headers);
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { kind: 'answer', status, headers: { ...headers }, body: JSON.stringify(value) };
}

/** An uncompressed P-256 SubjectPublicKeyInfo has 91 bytes; the first 26 are constant. */
function publicKeyIn(csr: Buffer): KeyObject {
  const start = csr.indexOf(Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex'));
  return createPublicKey({ key: csr.subarray(start, start + 91), type: 'spki', format: 'der' });
}
