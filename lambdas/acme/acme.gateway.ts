import type { KeyObject } from 'node:crypto';
import type { Clock } from '../shared/time/clock.gateway.ts';
import {
  type AcmeAccount,
  type AcmeAccounts,
  keyAuthorization,
  type Operation,
  persistentRecord,
  withAccount,
} from './account.ts';
import { Authorization, Challenge, Order } from './answer.schema.ts';
import {
  type AcmeAnswer,
  type AcmeResult,
  alternatesIn,
  isIssuedUnder,
  isSameLeaf,
  locationIn,
  problemOf,
  readAnswer,
  toServerChain,
} from './answer.ts';
import type { Exchange, LogRequest } from './exchange.gateway.ts';
import { malformedAnswer } from './problem.ts';
import { cachedDirectory, Nonces, newNonce, type Payload, type Signer, signedPost } from './transport.gateway.ts';

/**
 * Per operation, with its nonce and retries. A step runs at most three (order, authorization, challenge response): 3 x 8 s leaves
 * 6 of the Lambda's 30 s for a cold start, KMS and the table. The serving check follows an answer and takes at most 2 s.
 */
const OPERATION_MS = 8_000;
const SERVING_CHECK_MS = 2_000;
/** Each is a request, and all share one operation's time. Let's Encrypt has offered two. */
const MAX_ALTERNATES = 4;

export interface Created<T> {
  url: string;
  resource: T;
}
type Read<T> = (answer: AcmeAnswer) => AcmeResult<T>;

/**
 * The RFC 8555 operations that a certificate needs, each one request plus its nonce. Nonces, connections and the directory are
 * cached for the life of the process.
 */
export function acmeGateway({
  directoryUrl,
  exchange,
  clock,
  tell,
  profile,
  preferredChain,
}: {
  directoryUrl: string;
  exchange: Exchange;
  clock: Clock;
  tell?: LogRequest;
  /** The certificate profile of orders; absent: the CA chooses. */
  profile?: string | undefined;
  /** Common name of the issuer of the topmost certificate, where the CA offers several chains. */
  preferredChain?: string | undefined;
}) {
  const nonces = new Nonces();
  const transport = { directoryUrl, exchange, nonces, clock, tell };
  const directory = cachedDirectory(transport);
  const post = signedPost(transport, (signal) =>
    directory.asked(signal, ({ newNonce: url }) => newNonce(transport, url, signal)),
  );

  async function ask<T>(
    signer: Signer,
    url: string,
    payload: Payload,
    read: Read<T>,
    signal = deadline(),
  ): Promise<AcmeResult<T>> {
    const answer = await post(signer, url, payload, signal);
    return answer.kind === 'ok' ? read(answer.value) : answer;
  }

  const orderIn: Read<Order> = (answer) => readAnswer(answer, Order, clock());
  const textIn: Read<string> = (answer) =>
    answer.status < 400 ? { kind: 'ok', value: answer.body } : { kind: 'problem', problem: problemOf(answer, clock()) };
  const chainIn: Read<string> = (answer) => {
    const text = textIn(answer);
    return text.kind === 'ok' ? { kind: 'ok', value: toServerChain(text.value) ?? text.value } : text;
  };
  const signedBy = ({ key, url: accountUrl }: AcmeAccount): Signer => ({
    key,
    accountUrl,
  });

  return {
    /** Leftover nonces, to share with other processes: a nonce is valid in any of them. */
    nonces,

    /** True when the CA serves its directory and nonces now, whatever it answers about one order. */
    async isServing(): Promise<boolean> {
      const signal = AbortSignal.timeout(SERVING_CHECK_MS);
      const found = await directory.read(signal);
      if (found.kind === 'problem') return false;
      const nonce = await newNonce(transport, found.value.newNonce, signal);
      if (nonce.kind === 'ok') nonces.offer(nonce.value);
      return nonce.kind === 'ok';
    },

    /** The URL of the key's account, created if there is none (RFC 8555, section 7.3.1). Safe to repeat. */
    async newAccount(key: KeyObject, contactEmail: string | undefined): Promise<AcmeResult<string>> {
      const contact = contactEmail === undefined ? {} : { contact: [`mailto:${contactEmail}`] };
      const signal = deadline();
      const account = await directory.asked(signal, async ({ newAccount: url }) =>
        readCreated(await post({ key }, url, { termsOfServiceAgreed: true, ...contact }, signal), textIn, url),
      );
      return account.kind === 'ok' ? { kind: 'ok', value: account.value.url } : account;
    },

    /**
     * Not safe to repeat: ACME has no idempotency key, so a repeat may leave an order that nobody finishes. `replaces` names the
     * certificate that this one replaces (RFC 9773, section 5), which many CAs exempt from their limits. It is omitted for a CA
     * without renewal information.
     */
    newOrder(account: AcmeAccount, hostname: string, replaces?: string): Promise<AcmeResult<Created<Order>>> {
      const order = { identifiers: [{ type: 'dns', value: hostname }], ...(profile !== undefined && { profile }) };
      const signal = deadline();
      return directory.asked(signal, async ({ newOrder: url, renewalInfo }) => {
        const payload = { ...order, ...(renewalInfo !== undefined && replaces !== undefined && { replaces }) };
        return readCreated(await post(signedBy(account), url, payload, signal), orderIn, url);
      });
    },

    getAuthorization(account: AcmeAccount, url: string): Promise<AcmeResult<Authorization>> {
      return ask(signedBy(account), url, '', (answer) => readAnswer(answer, Authorization, clock()));
    },

    /** Tells the CA that the key authorization is published. */
    answerChallenge(account: AcmeAccount, url: string): Promise<AcmeResult<Challenge>> {
      return ask(signedBy(account), url, {}, (answer) => readAnswer(answer, Challenge, clock()));
    },

    /** The TXT record that a dns-persist-01 challenge requires, valid as long as our account. */
    persistentRecord(account: AcmeAccount, challenge: Challenge): Promise<AcmeResult<string>> {
      return directory.asked(deadline(), async (at) => persistentRecord(challenge, account, at));
    },

    getOrder(account: AcmeAccount, url: string): Promise<AcmeResult<Order>> {
      return ask(signedBy(account), url, '', orderIn);
    },

    /** `csr` is DER. The CA refuses a repeat with `orderNotReady`. */
    finalize(account: AcmeAccount, finalizeUrl: string, csr: Uint8Array): Promise<AcmeResult<Order>> {
      return ask(signedBy(account), finalizeUrl, { csr: Buffer.from(csr).toString('base64url') }, orderIn);
    },

    /**
     * The chain as PEM, leaf first, without a root: the preferred chain if the CA has it, else its default, even if alternates
     * fail.
     */
    async downloadCertificate(account: AcmeAccount, url: string): Promise<AcmeResult<string>> {
      const signal = deadline();
      const answer = await post(signedBy(account), url, '', signal);
      if (answer.kind === 'problem') return answer;
      const usual = chainIn(answer.value);
      if (usual.kind === 'problem' || preferredChain === undefined || isIssuedUnder(usual.value, preferredChain)) return usual;
      for (const at of alternatesIn(answer.value.headers.link, url).slice(0, MAX_ALTERNATES)) {
        const other = await ask(signedBy(account), at, '', chainIn, signal);
        if (other.kind === 'ok' && isSameLeaf(other.value, usual.value) && isIssuedUnder(other.value, preferredChain))
          return other;
      }
      return usual;
    },

    /**
     * `certificate` is DER, `reasonCode` is from RFC 5280 (RFC 8555, section 7.6). The CA refuses a repeat with `alreadyRevoked`.
     */
    async revokeCertificate(account: AcmeAccount, certificate: Uint8Array, reasonCode?: number): Promise<AcmeResult<string>> {
      const signal = deadline();
      const payload = {
        certificate: Buffer.from(certificate).toString('base64url'),
        ...(reasonCode !== undefined && { reason: reasonCode }),
      };
      return directory.asked(signal, async ({ revokeCert: url }) =>
        url === undefined
          ? { kind: 'problem', problem: malformedAnswer('The CA does not revoke by ACME.') }
          : ask(signedBy(account), url, payload, textIn, signal),
      );
    },
  };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(OPERATION_MS);
}

/** The created resource, with its URL from the Location header. */
function readCreated<T>(answer: AcmeResult<AcmeAnswer>, read: Read<T>, askedAt: string): AcmeResult<Created<T>> {
  if (answer.kind === 'problem') return answer;
  const made = read(answer.value);
  if (made.kind === 'problem') return made;
  const url = locationIn(answer.value.headers.location, askedAt);
  if (url !== undefined) return { kind: 'ok', value: { url, resource: made.value } };
  return { kind: 'problem', problem: malformedAnswer('The CA did not say where it keeps what it made.') };
}
export type AcmeGateway = ReturnType<typeof acmeGateway>;

/** The CA as the steps use it: each operation runs with our account. */
export function certificateAuthority(acme: AcmeGateway, accounts: AcmeAccounts) {
  const inOurName = <Rest extends unknown[], T>(operation: Operation<Rest, T>) => withAccount(accounts, operation);
  const nonces: Pick<Nonces, 'borrow' | 'take'> = acme.nonces;

  return {
    nonces,
    isServing: acme.isServing,
    newOrder: inOurName(acme.newOrder),
    getAuthorization: inOurName(acme.getAuthorization),
    keyAuthorization: inOurName(async ({ key }, token: string) => ({ kind: 'ok', value: keyAuthorization(token, key) })),
    persistentRecord: inOurName(acme.persistentRecord),
    answerChallenge: inOurName(acme.answerChallenge),
    getOrder: inOurName(acme.getOrder),
    finalize: inOurName(acme.finalize),
    downloadCertificate: inOurName(acme.downloadCertificate),
    revokeCertificate: inOurName(acme.revokeCertificate),
  };
}
export type CertificateAuthority = ReturnType<typeof certificateAuthority>;
