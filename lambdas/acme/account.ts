import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { AcmeAccountReads, AcmeAccountStore, StoredAccount } from './account.store.ts';
import type { Challenge, Directory } from './answer.schema.ts';
import type { AcmeResult } from './answer.ts';
import { isProblem, markAccountProblem, toChallengeNotOffered } from './problem.ts';

/** The public half of a P-256 key. Its members are in the order that a thumbprint needs (RFC 7638, section 3.2). */
export function publicJwk(key: KeyObject): { crv: string; kty: string; x: string; y: string } {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

/** The response to the challenge with this token (RFC 8555, section 8.1). */
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
   * Written before a step decides, not in its transaction: the key must be stored before the CA learns it, and the first request
   * needs the account. All domains share the account, so a lost race on one row must not undo it.
   */
  accountWrites: Pick<AcmeAccountStore, 'create' | 'setUrl' | 'forgetUrl' | 'endKeyChange'>;
  newKey: () => KeyObject;
  seal: (key: KeyObject) => Promise<Sealed>;
  open: (sealed: Sealed) => Promise<KeyObject>;
  /** ACME newAccount: the same key always gets the same URL. */
  register: (key: KeyObject) => Promise<AcmeResult<string>>;
  clock: Clock;
}

/**
 * Our account at one CA, created on first use and cached for the life of the process. Concurrent first uses end with one account:
 * one key wins in the table, and the CA identifies an account by its key.
 */
export function acmeAccounts(ports: AccountPorts) {
  let current: Promise<AcmeResult<AcmeAccount>> | undefined;

  async function load(): Promise<AcmeResult<AcmeAccount>> {
    const stored = (await ports.stored.get()) ?? (await createKey(ports));
    const key = await ports.open(stored.sealedKey);
    if (stored.accountUrl !== undefined) return { kind: 'ok', value: { key, url: stored.accountUrl } };
    const registered = await ports.register(key);
    if (registered.kind === 'problem') return { kind: 'problem', problem: markAccountProblem(registered.problem) };
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

    /** The CA no longer knows this account: the next use registers its key again. */
    async forget(account: AcmeAccount): Promise<void> {
      current = undefined;
      await ports.accountWrites.forgetUrl(account.url);
    },

    /**
     * The same account under other keys that the CA may know. The key was rolled over during this process, or a rollover is
     * unfinished because its process may have died between the CA and the table.
     */
    async underOtherKeys(account: AcmeAccount): Promise<AlternateKey[]> {
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

    /** Records that the CA accepts this key. */
    async use({ account, pendingKey }: AlternateKey): Promise<void> {
      current = Promise.resolve({ kind: 'ok', value: account });
      if (pendingKey) await ports.accountWrites.endKeyChange(pendingKey, ports.clock());
    },
  };
}
export type AcmeAccounts = ReturnType<typeof acmeAccounts>;

/**
 * True when another key may help. The CA has then done nothing: it refuses the signature of an old key as malformed (Boulder,
 * Pebble) or unauthorized.
 */
function mayBeOldKey<T>(result: AcmeResult<T>): result is Extract<AcmeResult<T>, { kind: 'problem' }> {
  if (result.kind !== 'problem' || result.problem.status === 404) return false;
  const { problem } = result;
  return isProblem(problem, 'malformed') || isProblem(problem, 'unauthorized') || isProblem(problem, 'accountDoesNotExist');
}

export type Operation<Rest extends unknown[], T> = (account: AcmeAccount, ...rest: Rest) => Promise<AcmeResult<T>>;

/** Runs the operation with our account. If the CA has forgotten the account, registers it again and retries once. */
export function withAccount<Rest extends unknown[], T>(accounts: AcmeAccounts, operation: Operation<Rest, T>) {
  return async (...rest: Rest): Promise<AcmeResult<T>> => {
    const account = await accounts.current();
    if (account.kind === 'problem') return account;
    const result = await operation(account.value, ...rest);
    if (!mayBeOldKey(result)) return result;
    for (const other of await accounts.underOtherKeys(account.value)) {
      const again = await operation(other.account, ...rest);
      if (mayBeOldKey(again)) continue;
      await accounts.use(other);
      return again;
    }
    if (!isProblem(result.problem, 'accountDoesNotExist')) return result;
    await accounts.forget(account.value);
    const introduced = await accounts.current();
    return introduced.kind === 'problem' ? introduced : operation(introduced.value, ...rest);
  };
}

/** `pendingKey` is set while the table does not record the rollover as done. */
export interface AlternateKey {
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

const MAX_ISSUERS = 10;
const ISSUER_NAME = /^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/;
/** The characters of a CAA parameter value (RFC 8659, section 4.2), without those that a TXT record would escape. */
const ACCOUNT_URI = /^[!#-:<-[\]-~]+$/;
/** Bytes in one string of a TXT record. */
const LONGEST_TEXT = 255;

/**
 * The TXT record that authorizes our account for a hostname as long as the record exists (dns-persist-01,
 * draft-ietf-acme-dns-persist). Its content comes from the challenge and the directory, because drafts differ. It is the same for
 * all hostnames, and changes with the account or the CA's names.
 */
export function persistentRecord(challenge: Challenge, account: AcmeAccount, { meta }: Directory): AcmeResult<string> {
  const issuers = challenge.issuerDomainNames ?? challenge['issuer-domain-names'] ?? [];
  const isSound = issuers.length <= MAX_ISSUERS && issuers.every((name) => ISSUER_NAME.test(name));
  const known = meta?.caaIdentities;
  const [issuer] = issuers.filter((name) => known === undefined || known.includes(name)).toSorted();
  if (!isSound || issuer === undefined) return toUnanswerable('names no issuer that it is known by');
  const uri = accountUri(challenge.accounturi, account, meta?.accountHashPrefix);
  const value = `${issuer}; accounturi=${uri}`;
  if (uri === undefined || !ACCOUNT_URI.test(uri) || value.length > LONGEST_TEXT) return toUnanswerable('names another account');
  return { kind: 'ok', value };
}

/**
 * From the challenge (draft 01); else a hash if the directory has a prefix for it (draft 02), else the URL (draft 00). A URL of
 * another origin is refused: the record would let a stranger get certificates.
 */
function accountUri(told: string | undefined, { key, url }: AcmeAccount, hashPrefix: string | undefined): string | undefined {
  if (told !== undefined) return URL.canParse(told) && new URL(told).origin === new URL(url).origin ? told : undefined;
  if (hashPrefix === undefined) return url;
  const anyDomain = '\x01*'; // the wildcard label in wire format: its length, then `*`
  return `${hashPrefix}sha-256/${createHash('sha256')
    .update(`${anyDomain}${keyThumbprint(key)}${url}`)
    .digest('base64url')}`;
}

function toUnanswerable(why: string): AcmeResult<string> {
  return { kind: 'problem', problem: toChallengeNotOffered('dns-persist-01', ` that can be answered: it ${why}`) };
}
