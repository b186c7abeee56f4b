import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { AcmeAccountReads, AcmeAccountStore, StoredAccount } from './account.store.ts';
import type { AcmeResult } from './answer.ts';
import { isProblem, refusedAccount } from './problem.ts';

/** The public half of a P-256 key, in the order of names that a thumbprint needs (RFC 7638, section 3.2). */
export function publicJwk(key: KeyObject): { crv: string; kty: string; x: string; y: string } {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

/** What the challenge of this token must be answered with (RFC 8555, section 8.1). */
export function keyAuthorization(token: string, key: KeyObject): string {
  const thumbprint = createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url');
  return `${token}.${thumbprint}`;
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

type Ask<T> = (account: AcmeAccount) => Promise<AcmeResult<T>>;

async function askAsCurrent<T>(accounts: AcmeAccounts, ask: Ask<T>): Promise<{ account?: AcmeAccount; result: AcmeResult<T> }> {
  const account = await accounts.current();
  return account.kind === 'problem' ? { result: account } : { account: account.value, result: await ask(account.value) };
}

/** Asks in our account's name. A CA that has forgotten our account is introduced to it again, once, and asked the same. */
export async function askAsAccount<T>(accounts: AcmeAccounts, ask: Ask<T>): Promise<AcmeResult<T>> {
  const { account, result } = await askAsCurrent(accounts, ask);
  if (!account || !mayBeOfTheKey(result)) return result;
  for (const other of await accounts.underOtherKeys(account)) {
    const again = await ask(other.account);
    if (mayBeOfTheKey(again)) continue;
    await accounts.use(other);
    return again;
  }
  if (!isProblem(result.problem, 'accountDoesNotExist')) return result;
  await accounts.forget(account);
  return (await askAsCurrent(accounts, ask)).result;
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
