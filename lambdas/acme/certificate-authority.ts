import type { AcmeAccounts } from './account.ts';
import type { AcmeAccount, AcmeGateway, Made } from './acme.gateway.ts';
import type { Authorization, Challenge, Order } from './answer.schema.ts';
import { keyAuthorization } from './jwk.ts';
import { isProblem } from './problem.ts';
import type { AcmeResult } from './result.ts';

/** The CA as the steps see it: asked in our account's name. */
export interface CertificateAuthority {
  newOrder(hostname: string, replaces?: string): Promise<AcmeResult<Made<Order>>>;
  getAuthorization(url: string): Promise<AcmeResult<Authorization>>;
  answerChallenge(url: string): Promise<AcmeResult<Challenge>>;
  getOrder(url: string): Promise<AcmeResult<Order>>;
  finalize(finalizeUrl: string, csr: Uint8Array): Promise<AcmeResult<Order>>;
  downloadCertificate(url: string): Promise<AcmeResult<string>>;
  revokeCertificate(certificate: Uint8Array, reasonCode?: number): Promise<AcmeResult<string>>;
  /** What the challenge of this token must be answered with (RFC 8555, section 8.1). */
  keyAuthorization(token: string): Promise<AcmeResult<string>>;
  /** Whether it has a directory and gives nonces at this moment. */
  isServing(): Promise<boolean>;
  nonces: Pick<AcmeGateway['nonces'], 'borrow' | 'take'>;
}

/** Then the CA has done nothing. It refuses the signature of a key that is not the account's any more as malformed (Boulder, Pebble), or unauthorized. */
function mayBeOfTheKey<T>(result: AcmeResult<T>): result is Extract<AcmeResult<T>, { kind: 'problem' }> {
  if (result.kind !== 'problem' || result.problem.status === 404) return false;
  const { problem } = result;
  return isProblem(problem, 'malformed') || isProblem(problem, 'unauthorized') || isProblem(problem, 'accountDoesNotExist');
}

export function certificateAuthority(acme: AcmeGateway, accounts: AcmeAccounts): CertificateAuthority {
  type Ask<T> = (account: AcmeAccount) => Promise<AcmeResult<T>>;

  async function asCurrent<T>(ask: Ask<T>): Promise<{ account?: AcmeAccount; result: AcmeResult<T> }> {
    const account = await accounts.current();
    return account.kind === 'problem' ? { result: account } : { account: account.value, result: await ask(account.value) };
  }

  /** A CA that has forgotten our account is introduced to it again, once, and asked the same. */
  async function as<T>(ask: Ask<T>): Promise<AcmeResult<T>> {
    const { account, result } = await asCurrent(ask);
    if (!account || !mayBeOfTheKey(result)) return result;
    for (const other of await accounts.underOtherKeys(account)) {
      const again = await ask(other.account);
      if (mayBeOfTheKey(again)) continue;
      await accounts.use(other);
      return again;
    }
    if (!isProblem(result.problem, 'accountDoesNotExist')) return result;
    await accounts.forget(account);
    return (await asCurrent(ask)).result;
  }

  return {
    newOrder: (hostname, replaces) => as((account) => acme.newOrder(account, hostname, replaces)),
    getAuthorization: (url) => as((account) => acme.getAuthorization(account, url)),
    answerChallenge: (url) => as((account) => acme.answerChallenge(account, url)),
    getOrder: (url) => as((account) => acme.getOrder(account, url)),
    finalize: (url, csr) => as((account) => acme.finalize(account, url, csr)),
    downloadCertificate: (url) => as((account) => acme.downloadCertificate(account, url)),
    revokeCertificate: (certificate, reasonCode) => as((account) => acme.revokeCertificate(account, certificate, reasonCode)),
    keyAuthorization: (token) => as(async ({ key }) => ({ kind: 'ok', value: keyAuthorization(token, key) })),
    isServing: acme.isServing,
    nonces: acme.nonces,
  };
}
