import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { AcmeAccountReads, AcmeAccountStore, StoredAccount } from './account.store.ts';
import type { Challenge, Directory } from './answer.schema.ts';
import type { AcmeResult } from './answer.ts';
import { isProblem, notOffered, refusedAccount } from './problem.ts';

/** The public half of a P-256 key, in the order of names that a thumbprint needs (RFC 7638, section 3.2). */
export function publicJwk(key: KeyObject): { crv: string; kty: string; x: string; y: string } {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

/** What the challenge of this token must be answered with (RFC 8555, section 8.1). */
export function keyAuthorization(token: string, key: KeyObject): string {
  return `${token}.${keyThumbprint(key)}`;
}

export function keyThumbprint(key: KeyObject): string {
  return createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url');
}

export interface AcmeAccount {
  key: KeyObject;
  url: string;
}

export interface AccountPorts {
  stored: Pick<AcmeAccountReads, 'get'>;
  /**
   * Written before a step decides, not with its row: the key must be stored before the CA learns it, and the CA's first request
   * needs the account. All domains share it, so that a row whose write is lost must not take it back.
   */
  accountWrites: Pick<AcmeAccountStore, 'create' | 'setUrl' | 'forgetUrl' | 'endKeyChange'>;
  newKey: () => KeyObject;
  seal: (key: KeyObject) => Promise<Sealed>;
  open: (sealed: Sealed) => Promise<KeyObject>;
  /** newAccount, which answers the same URL for the same key. */
  register: (key: KeyObject) => Promise<AcmeResult<string>>;
  clock: Clock;
}

/**
 * Our account at one CA, made on first use and kept as long as the process lives. Any number of first uses at once end with
 * one account: one key wins the table, and the CA knows an account by its key.
 */
export function acmeAccounts(ports: AccountPorts) {
  let current: Promise<AcmeResult<AcmeAccount>> | undefined;

  async function load(): Promise<AcmeResult<AcmeAccount>> {
    const stored = (await ports.stored.get()) ?? (await createKey(ports));
    const key = await ports.open(stored.sealedKey);
    if (stored.accountUrl !== undefined) return { kind: 'ok', value: { key, url: stored.accountUrl } };
    const registered = await ports.register(key);
    if (registered.kind === 'problem') return { kind: 'problem', problem: refusedAccount(registered.problem) };
    await ports.accountWrites.setUrl(registered.value);
    return { kind: 'ok', value: { key, url: registered.value } };
  }

  return {
    async current(): Promise<AcmeResult<AcmeAccount>> {
      current ??= load();
      try {
        const account = await current;
        if (account.kind === 'problem') current = undefined;
        return account;
      } catch (error) {
        current = undefined;
        throw error;
      }
    },

    /** The CA does not know this account any more: the next use introduces its key again. */
    async forget(account: AcmeAccount): Promise<void> {
      current = undefined;
      await ports.accountWrites.forgetUrl(account.url);
    },

    /**
     * The same account under the other keys that the CA may know it by: its key was changed while this process lives, or is being
     * changed by somebody who may have died between the CA and the table.
     */
    async underOtherKeys(account: AcmeAccount): Promise<OtherKey[]> {
      const stored = await ports.stored.get();
      if (stored?.accountUrl !== account.url) return [];
      const kept = [{ sealed: stored.sealedKey, isPending: false }];
      if (stored.pendingKey) kept.push({ sealed: stored.pendingKey, isPending: true });
      const opened = await Promise.all(
        kept.map(async ({ sealed, isPending }) => ({ sealed, isPending, key: await ports.open(sealed) })),
      );
      return opened.flatMap(({ sealed, isPending, key }) =>
        isSameKey(key, account.key) ? [] : [{ account: { key, url: account.url }, ...(isPending && { pendingKey: sealed }) }],
      );
    },

    /** The CA takes this key. */
    async use({ account, pendingKey }: OtherKey): Promise<void> {
      current = Promise.resolve({ kind: 'ok', value: account });
      if (pendingKey) await ports.accountWrites.endKeyChange(pendingKey, ports.clock());
    },
  };
}
export type AcmeAccounts = ReturnType<typeof acmeAccounts>;

/**
 * Then the CA has done nothing. It refuses the signature of a key that is not the account's any more as malformed (Boulder,
 * Pebble), or unauthorized.
 */
function mayBeOfTheKey<T>(result: AcmeResult<T>): result is Extract<AcmeResult<T>, { kind: 'problem' }> {
  if (result.kind !== 'problem' || result.problem.status === 404) return false;
  const { problem } = result;
  return isProblem(problem, 'malformed') || isProblem(problem, 'unauthorized') || isProblem(problem, 'accountDoesNotExist');
}

export type Operation<Rest extends unknown[], T> = (account: AcmeAccount, ...rest: Rest) => Promise<AcmeResult<T>>;

/** The operation in our account's name. A CA that has forgotten the account is introduced to it again, once, and asked again. */
export function inNameOf<Rest extends unknown[], T>(accounts: AcmeAccounts, operation: Operation<Rest, T>) {
  return async (...rest: Rest): Promise<AcmeResult<T>> => {
    const account = await accounts.current();
    if (account.kind === 'problem') return account;
    const result = await operation(account.value, ...rest);
    if (!mayBeOfTheKey(result)) return result;
    for (const other of await accounts.underOtherKeys(account.value)) {
      const again = await operation(other.account, ...rest);
      if (mayBeOfTheKey(again)) continue;
      await accounts.use(other);
      return again;
    }
    if (!isProblem(result.problem, 'accountDoesNotExist')) return result;
    await accounts.forget(account.value);
    const introduced = await accounts.current();
    return introduced.kind === 'problem' ? introduced : operation(introduced.value, ...rest);
  };
}

/** `pendingKey`: of a change that the table does not know to be done. */
export interface OtherKey {
  account: AcmeAccount;
  pendingKey?: Sealed;
}

function isSameKey(one: KeyObject, other: KeyObject): boolean {
  return publicJwk(one).x === publicJwk(other).x;
}

async function createKey({ stored, accountWrites, newKey, seal, clock }: AccountPorts): Promise<StoredAccount> {
  const account = {
    sealedKey: await seal(newKey()),
    createdAt: clock().toISOString(),
  };
  if (await accountWrites.create(account)) return account;
  const winner = await stored.get();
  if (!winner) throw new Error('the ACME account was there and is gone');
  return winner;
}

const MOST_ISSUERS = 10;
const ISSUER_NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** What a parameter may be of (RFC 8659, section 4.2), without what a TXT record would have to escape. */
const ACCOUNT_URI = /^[!#-:<-[\]-~]+$/;
/** Of one string of a TXT record. */
const LONGEST_TEXT = 255;

/**
 * The TXT record that lets our account have certificates of a hostname for as long as it stands (dns-persist-01,
 * draft-ietf-acme-dns-persist). What it says is read from the challenge and the directory, for drafts differ in it. It is the
 * same for all hostnames, and changes with the account or what the CA calls itself.
 */
export function persistentRecord(challenge: Challenge, account: AcmeAccount, { meta }: Directory): AcmeResult<string> {
  const issuers = challenge.issuerDomainNames ?? challenge['issuer-domain-names'] ?? [];
  const isSound = issuers.length <= MOST_ISSUERS && issuers.every((name) => ISSUER_NAME.test(name));
  const known = meta?.caaIdentities;
  const [issuer] = issuers.filter((name) => known === undefined || known.includes(name)).toSorted();
  if (!isSound || issuer === undefined) return toUnanswerable('names no issuer that it is known by');
  const uri = accountUri(challenge.accounturi, account, meta?.accountHashPrefix);
  const value = `${issuer}; accounturi=${uri}`;
  if (uri === undefined || !ACCOUNT_URI.test(uri) || value.length > LONGEST_TEXT) return toUnanswerable('names another account');
  return { kind: 'ok', value };
}

/**
 * As the challenge says (draft 01); else a hash where the directory has a prefix for that (draft 02), or its URL (draft 00). An
 * account of another place is none of ours: the record would let somebody else have certificates.
 */
function accountUri(told: string | undefined, { key, url }: AcmeAccount, hashPrefix: string | undefined): string | undefined {
  if (told !== undefined) return URL.canParse(told) && new URL(told).origin === new URL(url).origin ? told : undefined;
  if (hashPrefix === undefined) return url;
  const anyDomain = '\x01*'; // its length, and the name that stands for all
  return `${hashPrefix}sha-256/${createHash('sha256')
    .update(`${anyDomain}${keyThumbprint(key)}${url}`)
    .digest('base64url')}`;
}

function toUnanswerable(why: string): AcmeResult<string> {
  return { kind: 'problem', problem: notOffered('dns-persist-01', ` that can be answered: it ${why}`) };
}
