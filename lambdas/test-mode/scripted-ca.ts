import type { CertificateAuthority } from '../acme/acme.gateway.ts';
import type { Order } from '../acme/answer.schema.ts';
import type { AcmeResult } from '../acme/answer.ts';
import { challengeTypeOf } from '../acme/challenge.ts';
import { malformedAnswer } from '../acme/problem.ts';
import type { CaWatch } from '../ca-limits/ca-circuit-breaker.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { worldOf } from './scripted-world.ts';
import type { Moment } from './story.ts';

export const TEST_CA_NAME = 'Test CA';
const CA_URL = 'https://ca.magic.test';
const USUAL_VALIDATION_SECONDS = 20;
const LIFE_DAYS = 90;
const DAY_SECONDS = 86_400;

export interface CertificateToIssue {
  hostname: string;
  /** PEM. */
  csr: string;
  notBefore: Date;
  notAfter: Date;
}

/** Signs a certificate. Returns the chain as PEM, leaf first. */
export type IssueCertificate = (certificate: CertificateToIssue) => Promise<string>;

/** A stateless CA: an order's URL contains its creation time, and the domain has the CSR. */
export function scriptedCa(at: () => Moment, issue: IssueCertificate): CertificateAuthority {
  return {
    nonces: { borrow: () => {}, take: () => undefined },
    isServing: async () => true,
    async newOrder() {
      const problem = worldOf(at()).order?.(at());
      if (problem) return { kind: 'problem', problem };
      const url = `${CA_URL}/order/${at().now.toISOString()}`;
      return ok({ url, resource: orderAt(url, at()) });
    },
    getAuthorization: async (url) =>
      ok({
        status: 'pending',
        challenges: [
          { type: challengeTypeOf(at().domain), status: 'pending', token: `magic-${at().domain.id}`, url: `${url}/challenge` },
        ],
      }),
    keyAuthorization: async (token) => ok(`${token}.magic`),
    persistentRecord: async () => ok('ca.magic.test; accounturi=https://ca.magic.test/account'),
    answerChallenge: async (url) => ok({ type: challengeTypeOf(at().domain), status: 'processing', url }),
    getOrder: async (url) => ok(orderAt(url, at())),
    async finalize(url) {
      const order = url.replace('/finalize/', '/order/');
      return ok<Order>({ ...orderAt(order, at()), status: 'valid', certificate: order.replace('/order/', '/certificate/') });
    },
    async downloadCertificate() {
      const { domain } = at();
      if (!('issuance' in domain) || domain.issuance.csr === undefined)
        return { kind: 'problem', problem: malformedAnswer('The order has no CSR.') };
      return ok(await issue({ hostname: domain.url, csr: domain.issuance.csr, ...lifeAt(at()) }));
    },
    revokeCertificate: async () => ok(''),
  };
}

function orderAt(url: string, at: Moment): Order {
  const seconds = (at.now.getTime() - Date.parse(url.slice(url.lastIndexOf('/') + 1))) / 1000;
  const isReady = seconds >= (worldOf(at).validationSeconds ?? USUAL_VALIDATION_SECONDS);
  return {
    status: isReady ? 'ready' : 'pending',
    finalize: url.replace('/order/', '/finalize/'),
    authorizations: [url.replace('/order/', '/authorization/')],
  };
}

function lifeAt(at: Moment): { notBefore: Date; notAfter: Date } {
  const daysLeft = worldOf(at).daysLeft?.(at) ?? LIFE_DAYS;
  const notAfter = new Date(addSeconds(at.now, daysLeft * DAY_SECONDS));
  return { notBefore: new Date(addSeconds(notAfter, -LIFE_DAYS * DAY_SECONDS)), notAfter };
}

function ok<T>(value: T): AcmeResult<T> & { kind: 'ok' } {
  return { kind: 'ok', value };
}

/** No circuit breaker: each domain's story is independent. */
export const HEALTHY_CA: CaWatch = {
  health: { state: async () => ({ kind: 'serving' }) },
  healthWrites: {
    mayAsk: async () => ({ kind: 'serving' }),
    notAsked: async () => {},
    answered: async () => {},
    failed: async () => {},
  },
};
