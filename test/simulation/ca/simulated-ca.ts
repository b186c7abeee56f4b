import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { CertificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import type { Order } from '../../../lambdas/acme/answer.schema.ts';
import type { AcmeResult } from '../../../lambdas/acme/answer.ts';
import type { Exchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { toUnreachable } from '../../../lambdas/acme/problem.ts';
import { aCertificate } from '../../lambdas/steps/issuance/a-certificate.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';
import { CA_KEY_ID, SimulatedRenewalInfo, serialOf } from './simulated-renewal-info.ts';

export const CA_NAME = 'Test CA';
/** What the CA wants to read where a record stands. */
export const PERSISTENT_RECORD = 'ca.test; accounturi=https://ca.test/account';
const CERTIFICATE_DAYS = 90;
const DAY_MS = 86_400_000;
const MOST_DAYS_BETWEEN_OUTAGES = 2;
const LONGEST_OUTAGE_SECONDS = 4 * 3_600;
const URN = 'urn:ietf:params:acme:error:';

/** Ways in which a hostname is proven. */
export type Proof = 'http-01' | 'dns-01' | 'dns-persist-01';

export interface CaOrder {
  number: number;
  hostname: string;
  status: Order['status'];
  token: string;
  challenge: 'pending' | 'processing' | 'valid' | 'invalid';
  /** By which it is proven: once it was told. */
  proof?: Proof;
  /** The certificate that it replaces, as renewal information names it. */
  replaces?: string;
  chain?: string;
  /** Of its certificate. */
  notBeforeMs?: number;
}

/** Every certificate is for this key: what matters of keys is whose they are, and keys of one's own would cost the time. */
const ecdh = createECDH('prime256v1');
ecdh.setPrivateKey(Buffer.alloc(32, 7));
const point = ecdh.getPublicKey();
const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: ecdh.getPrivateKey().toString('base64url') };
export const leafKey: KeyObject = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
/** A request for a certificate, as far as anybody reads one: it has the public key in it. */
export const CSR = `-----BEGIN CERTIFICATE REQUEST-----\n${leafKey.export({ type: 'spki', format: 'der' }).toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;

/** A CA that takes its time, is down now and then, and looks for the proof where DNS leads. */
export class SimulatedCa {
  readonly orders: CaOrder[] = [];
  readonly renewalInfo: SimulatedRenewalInfo;
  isDown = false;
  /** Whether the hostname shows the answer to its challenge. */
  showsProof: (order: CaOrder, proof: Proof) => boolean = () => true;
  /** Told of each look for a proof. */
  onLook: (order: CaOrder, isFound: boolean) => void = () => {};
  onOrder: (order: CaOrder) => void = () => {};
  onIssued: (order: CaOrder) => void = () => {};
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  #outages: { fromMs: number; toMs: number }[] = [];

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'ca');
    this.renewalInfo = new SimulatedRenewalInfo(scheduler, seed, this.orders);
  }

  /** What nobody signs: its directory, and what it says of renewals. */
  readonly exchange: Exchange = ({ method, url }) =>
    this.#scheduler.call(`CA ${method} ${url}`, () =>
      this.isDown ? { kind: 'failed' as const, reason: 'ECONNREFUSED' } : this.renewalInfo.answer(url),
    );

  /** Now and then it answers nobody for a while, until the faults end. */
  begin(calmAtMs: number): void {
    const atMs = this.#scheduler.nowMs + Math.round(this.#chance.between(0, MOST_DAYS_BETWEEN_OUTAGES) * DAY_MS);
    if (atMs >= calmAtMs) return;
    this.#scheduler.at(atMs, () => {
      this.isDown = true;
      this.#outages.push({ fromMs: this.#scheduler.nowMs, toMs: Number.POSITIVE_INFINITY });
      this.#scheduler.tell('the CA is down');
      this.#later(60, LONGEST_OUTAGE_SECONDS, () => {
        this.isDown = false;
        this.#outages = this.#outages.map((each) => ({ ...each, toMs: Math.min(each.toMs, this.#scheduler.nowMs) }));
        this.#scheduler.tell('the CA is back');
        this.begin(calmAtMs);
      });
    });
  }

  /** For how long it has answered nobody since then. */
  downMsSince(sinceMs: number): number {
    const { nowMs } = this.#scheduler;
    return this.#outages.reduce(
      (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, sinceMs)),
      0,
    );
  }

  /** As a step of the lifecycle has it. */
  authority(): CertificateAuthority {
    return {
      nonces: { borrow: () => {}, take: () => undefined },
      isServing: () => this.#scheduler.call('CA directory', () => !this.isDown),
      newOrder: (hostname, replaces) => this.#ask(`newOrder ${hostname}`, () => this.#newOrder(hostname, replaces)),
      getAuthorization: (url) => this.#ask(`getAuthorization ${url}`, () => this.#authorization(url)),
      persistentRecord: async () => ({ kind: 'ok', value: PERSISTENT_RECORD }),
      keyAuthorization: async (token) => ({ kind: 'ok', value: `${token}.account` }),
      answerChallenge: (url) => this.#ask(`answerChallenge ${url}`, () => this.#challenge(url)),
      getOrder: (url) => this.#ask(`getOrder ${url}`, () => ({ kind: 'ok', value: resourceOf(this.#at(url)) })),
      finalize: (url) => this.#ask(`finalize ${url}`, () => this.#finalize(url)),
      downloadCertificate: (url) => this.#ask(`downloadCertificate ${url}`, () => this.#download(url)),
      revokeCertificate: () => this.#ask('revokeCertificate', () => ({ kind: 'ok', value: '' })),
    };
  }

  #ask<T>(label: string, answer: () => AcmeResult<T>): Promise<AcmeResult<T>> {
    const work = (): AcmeResult<T> => (this.isDown ? { kind: 'problem', problem: toUnreachable('ECONNREFUSED') } : answer());
    return this.#scheduler.call(`CA ${label}`, work) as Promise<AcmeResult<T>>;
  }

  /** A certificate is replaced by one order, unless that has failed (RFC 9773, section 5). */
  #newOrder(hostname: string, replaces: string | undefined): AcmeResult<{ url: string; resource: Order }> {
    const isReplaced = this.orders.some((each) => each.replaces === replaces && each.status !== 'invalid');
    if (replaces !== undefined && isReplaced)
      return { kind: 'problem', problem: { type: `${URN}alreadyReplaced`, detail: 'Another order replaces it.', status: 409 } };
    const number = this.orders.length + 1;
    const token = `token-${number}`;
    const order: CaOrder = { number, hostname, status: 'pending', token, challenge: 'pending', ...(replaces && { replaces }) };
    this.orders.push(order);
    this.onOrder(order);
    return { kind: 'ok', value: { url: `order/${number}`, resource: resourceOf(order) } };
  }

  #authorization(url: string) {
    const order = this.#at(url);
    const { challenge: status } = order;
    const ofOrder = status === 'processing' ? 'pending' : status;
    const types = order.hostname.startsWith('*.') ? (['dns-01'] as const) : PROOFS;
    return { kind: 'ok' as const, value: { status: ofOrder, challenges: types.map((type) => challengeOf(order, type)) } };
  }

  #challenge(url: string) {
    const order = this.#at(url);
    const proof = PROOFS.find((type) => url.endsWith(type)) ?? 'http-01';
    if (order.challenge === 'pending') {
      order.challenge = 'processing';
      order.proof = proof;
      this.#later(1, 10, () => this.#validate(order, proof));
    }
    return { kind: 'ok' as const, value: challengeOf(order, proof) };
  }

  #validate(order: CaOrder, proof: Proof): void {
    const isShown = this.showsProof(order, proof);
    order.challenge = isShown ? 'valid' : 'invalid';
    order.status = isShown ? 'ready' : 'invalid';
    this.#scheduler.tell(`CA finds the proof of order ${order.number} for ${order.hostname} ${order.challenge}`);
    this.onLook(order, isShown);
  }

  #finalize(url: string): AcmeResult<Order> {
    const order = this.#at(url);
    if (order.status !== 'ready')
      return { kind: 'problem', problem: { type: `${URN}orderNotReady`, detail: `The order is ${order.status}.`, status: 403 } };
    order.status = 'processing';
    this.#later(0, 20, () => this.#issue(order));
    return { kind: 'ok', value: resourceOf(order) };
  }

  #issue(order: CaOrder): void {
    const notBefore = this.#scheduler.nowMs - 3_600_000;
    const validity = [new Date(notBefore), new Date(notBefore + CERTIFICATE_DAYS * DAY_MS)] as const;
    const names = { hostname: order.hostname, issuer: CA_NAME, serial: serialOf(order), authorityKeyId: CA_KEY_ID };
    order.chain = aCertificate({ ...names, publicKey: leafKey, validity });
    order.notBeforeMs = notBefore;
    order.status = 'valid';
    this.onIssued(order);
  }

  #download(url: string): AcmeResult<string> {
    const { chain } = this.#at(url);
    if (chain !== undefined) return { kind: 'ok', value: chain };
    return { kind: 'problem', problem: { type: `${URN}malformed`, detail: 'There is no such certificate.', status: 404 } };
  }

  #later(least: number, most: number, act: () => void): void {
    this.#scheduler.at(this.#scheduler.nowMs + Math.round(this.#chance.between(least, most) * 1000), act);
  }

  #at(url: string): CaOrder {
    const order = this.orders[Number(url.split('/')[1]) - 1];
    if (!order) throw new Error(`the CA was asked for ${url}, which it never gave`);
    return order;
  }
}

const PROOFS = ['http-01', 'dns-01', 'dns-persist-01'] as const;

/** Another than the one that was answered is left as it is. */
function challengeOf({ number, token, proof, challenge }: CaOrder, type: Proof) {
  const status = proof === undefined || proof === type ? challenge : ('pending' as const);
  return { type, url: `challenge/${number}/${type}`, status, ...(type !== 'dns-persist-01' && { token }) };
}

function resourceOf({ number, status, chain }: CaOrder): Order {
  return {
    status,
    finalize: `finalize/${number}`,
    authorizations: [`authorization/${number}`],
    ...(chain !== undefined && { certificate: `certificate/${number}` }),
  };
}
