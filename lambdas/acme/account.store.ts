import * as z from 'zod/mini';
import { Sealed } from '../shared/secrets/sealed.schema.ts';
import { keys } from '../shared/table/keys.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import { notThereYet, type Table, type TableReads } from '../shared/table/table.store.ts';

/** Our account at one CA. Without its URL, the key has still to be introduced there. */
export const StoredAccount = z.object({
  sealedKey: Sealed,
  accountUrl: z.optional(z.string()),
  createdAt: z.string(),
  /** Of a key change that has begun: the CA may know the account by this key already. */
  pendingKey: z.optional(Sealed),
  keyChangedAt: z.optional(z.string()),
  /** The CA takes nothing from it any more. */
  deactivatedAt: z.optional(z.string()),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

/** Each ciphertext is under a data key of its own: no two are the same. */
const isStillItsKey = 'sealedKey.ciphertext = :seen';

/** For a caller that only reads: it cannot write. */
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

    /** False if somebody else's key is there already: that one is the account's. */
    async create(account: StoredAccount): Promise<boolean> {
      return wonRace(table.put({ ...key, ...account }, notThereYet));
    },

    async setUrl(accountUrl: string): Promise<void> {
      await table.update(key, {
        expression: 'SET accountUrl = :url',
        values: { ':url': accountUrl },
      });
    },

    /** Takes back a URL that the CA no longer knows, unless another has replaced it. */
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

    /**
     * Keeps the key that is to follow, before the CA is told of it. False if another is kept already, or the key is another by
     * now.
     */
    async beginKeyChange({ sealedKey }: StoredAccount, pendingKey: Sealed): Promise<boolean> {
      return wonRace(
        table.update(key, {
          expression: 'SET pendingKey = :pending',
          condition: `${isStillItsKey} AND attribute_not_exists(pendingKey)`,
          values: { ':pending': pendingKey, ':seen': sealedKey.ciphertext },
        }),
      );
    },

    /** The CA knows the account by the pending key. False if somebody else has written so. */
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

    /** Throws LostRace where it is not deactivated, or is another by now. */
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

/** Of the row of our account, the part that is no secret. */
const KnownAs = z.object({ accountUrl: z.optional(z.string()) });

/** By which URL a CA knows our account, as the table has it at this moment; undefined while we have not been introduced there. */
export function readsAccountUrl(table: Pick<Table, 'get'>, directoryUrl: string): () => Promise<string | undefined> {
  return async () => {
    const item = await table.get(keys.acmeAccount(directoryUrl));
    return item && KnownAs.parse(item).accountUrl;
  };
}
