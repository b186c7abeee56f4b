import * as z from 'zod/mini';
import { Sealed } from '../shared/secrets/sealed.schema.ts';
import { keys } from '../shared/table/keys.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import { notThereYet, type Table, type TableReads } from '../shared/table/table.store.ts';

/** Our account at one CA. Without `accountUrl`, its key is not registered yet. */
export const StoredAccount = z.object({
  sealedKey: Sealed,
  accountUrl: z.optional(z.string()),
  createdAt: z.string(),
  /** Set during a key rollover: the CA may already know the account by this key. */
  pendingKey: z.optional(Sealed),
  keyChangedAt: z.optional(z.string()),
  /** The CA accepts no request from the account after this. */
  deactivatedAt: z.optional(z.string()),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

/** Each ciphertext has its own data key, so no two are equal. */
const isStillItsKey = 'sealedKey.ciphertext = :seen';

/** Read-only, for callers that may not write. */
function acmeAccountReads(table: TableReads, directoryUrl: string) {
  return {
    async get(): Promise<StoredAccount | undefined> {
      const item = await table.get(keys.acmeAccount(directoryUrl));
      return item && StoredAccount.parse(item);
    },
  };
}
export type AcmeAccountReads = ReturnType<typeof acmeAccountReads>;

export function acmeAccountStore(table: Table, directoryUrl: string) {
  const key = keys.acmeAccount(directoryUrl);
  return {
    ...acmeAccountReads(table, directoryUrl),

    /** False if another key is already stored: that key is the account's. */
    async create(account: StoredAccount): Promise<boolean> {
      return wonRace(table.put({ ...key, ...account }, notThereYet));
    },

    async setUrl(accountUrl: string): Promise<void> {
      await table.update(key, {
        expression: 'SET accountUrl = :url',
        values: { ':url': accountUrl },
      });
    },

    /** Removes a URL that the CA no longer knows, unless another has replaced it. */
    async forgetUrl(accountUrl: string): Promise<void> {
      const isStillThisOne = 'accountUrl = :url';
      await wonRace(
        table.update(key, {
          expression: 'REMOVE accountUrl',
          condition: isStillThisOne,
          values: { ':url': accountUrl },
        }),
      );
    },

    /** Stores the next key before the CA learns it. False if another pending key is stored, or the current key has changed. */
    async beginKeyChange({ sealedKey }: StoredAccount, pendingKey: Sealed): Promise<boolean> {
      return wonRace(
        table.update(key, {
          expression: 'SET pendingKey = :pending',
          condition: `${isStillItsKey} AND attribute_not_exists(pendingKey)`,
          values: { ':pending': pendingKey, ':seen': sealedKey.ciphertext },
        }),
      );
    },

    /** The CA now knows the account by the pending key. False if another process has already recorded this. */
    async endKeyChange(pendingKey: Sealed, now: Date): Promise<boolean> {
      return wonRace(
        table.update(key, {
          expression: 'SET sealedKey = pendingKey, keyChangedAt = :now REMOVE pendingKey',
          condition: 'pendingKey.ciphertext = :seen',
          values: { ':now': now.toISOString(), ':seen': pendingKey.ciphertext },
        }),
      );
    },

    async setDeactivated({ sealedKey }: StoredAccount, now: Date): Promise<void> {
      await table.update(key, {
        expression: 'SET deactivatedAt = :now',
        condition: isStillItsKey,
        values: { ':now': now.toISOString(), ':seen': sealedKey.ciphertext },
      });
    },

    /** Throws LostRace if the account is not deactivated, or has been replaced. */
    async replaceDeactivated({ sealedKey }: StoredAccount, account: StoredAccount): Promise<void> {
      await table.put(
        { ...key, ...account },
        {
          expression: `${isStillItsKey} AND attribute_exists(deactivatedAt)`,
          values: { ':seen': sealedKey.ciphertext },
        },
      );
    },
  };
}
export type AcmeAccountStore = ReturnType<typeof acmeAccountStore>;

/** The part of our account's row that is not secret. */
const KnownAs = z.object({ accountUrl: z.optional(z.string()) });

/** Reads the URL of our account at a CA from the table on each call; undefined until we are registered there. */
export function accountUrlReader(table: Pick<Table, 'get'>, directoryUrl: string): () => Promise<string | undefined> {
  return async () => {
    const item = await table.get(keys.acmeAccount(directoryUrl));
    return item && KnownAs.parse(item).accountUrl;
  };
}
