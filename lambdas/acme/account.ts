import type { KeyObject } from 'node:crypto';
import type { Sealed } from '../shared/secrets/sealed.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { AcmeAccountStore, StoredAccount } from './account.store.ts';
import type { AcmeAccount } from './acme.gateway.ts';
import { publicJwk } from './jwk.ts';
import type { AcmeResult } from './result.ts';

export interface AccountPorts {
  stored: Pick<AcmeAccountStore, 'get' | 'create' | 'setUrl' | 'forgetUrl' | 'endKeyChange'>;
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
    if (registered.kind === 'problem') return registered;
    await ports.stored.setUrl(registered.value);
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
      await ports.stored.forgetUrl(account.url);
    },

    /**
     * The same account under the other keys that the CA may know it by: its key was changed while this process lives, or is being changed by
     * somebody who may have died between the CA and the table.
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
      if (pendingKey) await ports.stored.endKeyChange(pendingKey, ports.clock());
    },
  };
}
export type AcmeAccounts = ReturnType<typeof acmeAccounts>;

/** `pendingKey`: of a change that the table does not know to be done. */
export interface OtherKey {
  account: AcmeAccount;
  pendingKey?: Sealed;
}

function isSameKey(one: KeyObject, other: KeyObject): boolean {
  return publicJwk(one).x === publicJwk(other).x;
}

async function createKey({ stored, newKey, seal, clock }: AccountPorts): Promise<StoredAccount> {
  const account = {
    sealedKey: await seal(newKey()),
    createdAt: clock().toISOString(),
  };
  if (await stored.create(account)) return account;
  const winner = await stored.get();
  if (!winner) throw new Error('the ACME account was there and is gone');
  return winner;
}
