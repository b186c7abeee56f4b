import { createECDH, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { CertificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import type { Order } from '../../../lambdas/acme/answer.schema.ts';
import type { AcmeResult } from '../../../lambdas/acme/answer.ts';
import type { Exchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { type AcmeProblem, isProblem, refusesReplacement, toUnreachable } from '../../../lambdas/acme/problem.ts';
import { aCertificate } from '../../lambdas/steps/issuance/a-certificate.ts';
import { Chance } from '../chance.ts';
import type { Scheduler } from '../scheduler.ts';
import { CaTrouble } from './ca-trouble.ts';
import { CA_KEY_ID, SimulatedRenewalInfo, serialOf } from './simulated-renewal-info.ts';

export const CA_NAME = 'Test CA';
/** Value of the TXT record for dns-persist-01. */
export const PERSISTENT_RECORD = 'ca.test; accounturi=https://ca.test/account';
const CERTIFICATE_DAYS = 90;
const DAY_MS = 86_400_000;
const MAX_DAYS_BETWEEN_OUTAGES = 2;
const MAX_OUTAGE_SECONDS = 4 * 3_600;
const MAX_ISSUE_SECONDS = 1_800;
const URN = 'urn:ietf:params:acme:error:';

export type Proof = 'http-01' | 'dns-01' | 'dns-persist-01';

export interface CaOrder {
  number: number;
  hostname: string;
  status: Order['status'];
  token: string;
  challenge: 'pending' | 'processing' | 'valid' | 'invalid';
  /** The challenge type that the client answered, once it did. */
  proof?: Proof;
  /** The ARI identifier of the certificate to be replaced (RFC 9773). */
  replaces?: string;
  chain?: string;
  /** Start of the certificate's validity. */
  notBeforeMs?: number;
  /** Status of the authorization when the CA has ended the order. */
  ended?: 'expired' | 'deactivated';
  /** The CA has lost the order. */
  isForgotten?: true;
  /** The answer to newOrder was lost: no client knows the order. */
  isUnheard?: true;
}

/** One key for all certificates: generating keys takes time, and no invariant reads them. */
const ecdh = createECDH('prime256v1');
ecdh.setPrivateKey(Buffer.alloc(32, 7));
const point = ecdh.getPublicKey();
const coordinate = (from: number) => point.subarray(from, from + 32).toString('base64url');
const jwk = { kty: 'EC', crv: 'P-256', x: coordinate(1), y: coordinate(33), d: ecdh.getPrivateKey().toString('base64url') };
export const leafKey: KeyObject = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' }));
/** A request for a certificate, reduced to its public key. */
export const CSR = `-----BEGIN CERTIFICATE REQUEST-----\n${leafKey.export({ type: 'spki', format: 'der' }).toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`;

/** A slow CA with outages, which validates against the simulated DNS and machines. */
export class SimulatedCa {
  readonly orders: CaOrder[] = [];
  readonly renewalInfo: SimulatedRenewalInfo;
  isDown = false;
  /** Whether the hostname serves the key authorization. */
  showsProof: (order: CaOrder, proof: Proof) => boolean = () => true;
  /** Called at each validation attempt. */
  onLook: (order: CaOrder, isFound: boolean) => void = () => {};
  onOrder: (order: CaOrder) => void = () => {};
  onIssued: (order: CaOrder) => void = () => {};
  /** Called with the `replaces` of each refused order. */
  onRefused: (replaces: string) => void = () => {};
  readonly #trouble: CaTrouble;
  readonly #scheduler: Scheduler;
  readonly #chance: Chance;
  #outages: { fromMs: number; toMs: number }[] = [];

  constructor(scheduler: Scheduler, seed: number) {
    this.#scheduler = scheduler;
    this.#chance = new Chance(seed, 'ca');
    this.#trouble = new CaTrouble(scheduler, seed);
    this.renewalInfo = new SimulatedRenewalInfo(scheduler, seed, this.orders);
  }

  /** Unsigned requests: the directory and renewal information. */
  readonly exchange: Exchange = ({ method, url }) =>
    this.#scheduler.call(`CA ${method} ${url}`, () =>
      this.isDown ? { kind: 'failed' as const, reason: 'ECONNREFUSED' } : this.renewalInfo.answer(url),
    );

  /** Starts the outages, which end with the faults. */
  begin(calmAtMs: number): void {
    const atMs = this.#scheduler.nowMs + Math.round(this.#chance.between(0, MAX_DAYS_BETWEEN_OUTAGES) * DAY_MS);
    if (atMs >= calmAtMs) return;
    this.#scheduler.at(atMs, () => {
      this.isDown = true;
      this.#outages.push({ fromMs: this.#scheduler.nowMs, toMs: Number.POSITIVE_INFINITY });
      this.#scheduler.tell('the CA is down');
      this.#later(60, MAX_OUTAGE_SECONDS, () => {
        this.isDown = false;
        this.#outages = this.#outages.map((each) => ({ ...each, toMs: Math.min(each.toMs, this.#scheduler.nowMs) }));
        this.#scheduler.tell('the CA is back');
        this.begin(calmAtMs);
      });
    });
  }

  /** Length of the outages since then. */
  downMsSince(sinceMs: number): number {
    const { nowMs } = this.#scheduler;
    return this.#outages.reduce(
      (sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, nowMs) - Math.max(fromMs, sinceMs)),
      0,
    );
  }

  /** The CA client of the lifecycle steps. */
  authority(): CertificateAuthority {
    return {
      nonces: { borrow: () => {}, take: () => undefined },
      isServing: () => this.#scheduler.call('CA directory', () => !this.isDown && !this.#trouble.meet(() => {})),
      newOrder: (hostname, replaces) => this.#ask(`newOrder ${hostname}`, () => this.#newOrder(hostname, replaces), replaces),
      getAuthorization: (url) => this.#askAbout(url, 'getAuthorization', (order) => this.#authorization(order)),
      persistentRecord: async () => ({ kind: 'ok', value: PERSISTENT_RECORD }),
      keyAuthorization: async (token) => ({ kind: 'ok', value: `${token}.account` }),
      answerChallenge: (url) => this.#askAbout(url, 'answerChallenge', (order) => this.#challenge(order, url)),
      getOrder: (url) => this.#askAbout(url, 'getOrder', (order) => ({ kind: 'ok', value: resourceOf(order) })),
      finalize: (url) => this.#askAbout(url, 'finalize', (order) => this.#finalize(order)),
      downloadCertificate: (url) => this.#askAbout(url, 'downloadCertificate', (order) => this.#download(order)),
      revokeCertificate: () => this.#ask('revokeCertificate', () => ({ kind: 'ok', value: '' })),
    };
  }

  #askAbout<T>(url: string, operation: string, answer: (order: CaOrder) => AcmeResult<T>): Promise<AcmeResult<T>> {
    return this.#ask(`${operation} ${url}`, () => {
      const order = this.#at(url);
      this.#mayLose(order);
      return order.isForgotten ? refusal('malformed', 'There is no such order.', 404) : answer(order);
    });
  }

  #ask<T>(label: string, answer: () => AcmeResult<T>, replaces?: string): Promise<AcmeResult<T>> {
    const work = (): AcmeResult<T> => {
      if (this.isDown) return { kind: 'problem', problem: toUnreachable('ECONNREFUSED') };
      const before = this.orders.length;
      const problem = this.#trouble.meet(() => void answer());
      if (!problem) return answer();
      this.#scheduler.tell(`CA fails at ${label}: ${problem.type}`);
      for (const order of this.orders.slice(before)) order.isUnheard = true;
      if (replaces !== undefined && mayBeForItsName(problem)) this.onRefused(replaces);
      return { kind: 'problem', problem };
    };
    return this.#scheduler.call(`CA ${label}`, work) as Promise<AcmeResult<T>>;
  }

  /** The client has to place a lost order again. */
  #mayLose(order: CaOrder): void {
    const { faults } = this.#scheduler;
    if (order.isForgotten || order.ended) return;
    if (faults.meets('the CA forgets an order')) order.isForgotten = true;
    else if ((order.status === 'pending' || order.status === 'ready') && faults.meets('the CA ends an order'))
      order.ended = this.#chance.pick(['expired', 'deactivated']);
    else return;
    order.status = 'invalid';
    this.#scheduler.tell(`CA has order ${order.number} for ${order.hostname} ${order.ended ?? 'forgotten'}`);
  }

  /** A certificate is replaced by one order, unless that order failed (RFC 9773, section 5). */
  #newOrder(hostname: string, replaces: string | undefined): AcmeResult<{ url: string; resource: Order }> {
    const isReplaced = this.orders.some((each) => each.replaces === replaces && each.status !== 'invalid');
    if (replaces !== undefined && isReplaced) return refusal('alreadyReplaced', 'Another order replaces it.', 409);
    const number = this.orders.length + 1;
    const token = `token-${number}`;
    const order: CaOrder = { number, hostname, status: 'pending', token, challenge: 'pending', ...(replaces && { replaces }) };
    this.orders.push(order);
    this.onOrder(order);
    return { kind: 'ok', value: { url: `order/${number}`, resource: resourceOf(order) } };
  }

  #authorization(order: CaOrder) {
    const { challenge, ended } = order;
    const ofOrder = ended ?? (challenge === 'processing' ? 'pending' : challenge);
    const types = order.hostname.startsWith('*.') ? (['dns-01'] as const) : PROOFS;
    return { kind: 'ok' as const, value: { status: ofOrder, challenges: types.map((type) => challengeOf(order, type)) } };
  }

  #challenge(order: CaOrder, url: string) {
    const proof = PROOFS.find((type) => url.endsWith(type)) ?? 'http-01';
    if (order.challenge === 'pending') {
      order.challenge = 'processing';
      order.proof = proof;
      this.#later(1, 10, () => this.#validate(order, proof));
    }
    return { kind: 'ok' as const, value: challengeOf(order, proof) };
  }

  #validate(order: CaOrder, proof: Proof): void {
    if (order.status !== 'pending') return;
    const isShown = this.showsProof(order, proof);
    order.challenge = isShown ? 'valid' : 'invalid';
    order.status = isShown ? 'ready' : 'invalid';
    this.#scheduler.tell(`CA finds the proof of order ${order.number} for ${order.hostname} ${order.challenge}`);
    this.onLook(order, isShown);
  }

  #finalize(order: CaOrder): AcmeResult<Order> {
    if (order.status !== 'ready') return refusal('orderNotReady', `The order is ${order.status}.`, 403);
    order.status = 'processing';
    const longest = this.#scheduler.faults.meets('a certificate takes long') ? MAX_ISSUE_SECONDS : 20;
    this.#later(0, longest, () => this.#issue(order));
    return { kind: 'ok', value: resourceOf(order) };
  }

  #issue(order: CaOrder): void {
    if (order.status !== 'processing') return;
    const notBefore = this.#scheduler.nowMs - 3_600_000;
    const validity = [new Date(notBefore), new Date(notBefore + CERTIFICATE_DAYS * DAY_MS)] as const;
    const names = { hostname: order.hostname, issuer: CA_NAME, serial: serialOf(order), authorityKeyId: CA_KEY_ID };
    order.chain = aCertificate({ ...names, publicKey: leafKey, validity });
    order.notBeforeMs = notBefore;
    order.status = 'valid';
    this.onIssued(order);
  }

  #download({ chain }: CaOrder): AcmeResult<string> {
    if (chain !== undefined) return { kind: 'ok', value: this.#trouble.cut(chain) };
    return refusal('malformed', 'There is no such certificate.', 404);
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

/** Whether the client orders again without `replaces`, so that the certificate is renewed in any case. */
function mayBeForItsName(problem: AcmeProblem): boolean {
  return refusesReplacement(problem) || isProblem(problem, 'serverInternal');
}

function refusal(type: string, detail: string, status: number): AcmeResult<never> {
  return { kind: 'problem', problem: { type: `${URN}${type}`, detail, status } };
}

/** Only the answered challenge changes its status; the others stay pending. */
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
