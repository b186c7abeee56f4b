import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { notThereYet, type Table } from '../../shared/table/table.store.ts';

/** Our account at one CA. Without its URL, the key has still to be introduced there. */
export const StoredAccount = z.object({
  sealedKey: Sealed,
  accountUrl: z.optional(z.string()),
  createdAt: z.string(),
});
export type StoredAccount = z.infer<typeof StoredAccount>;

export function acmeAccountStore(table: Table, directoryUrl: string) {
  const key = keys.acmeAccount(directoryUrl);
  return {
    async get(): Promise<StoredAccount | undefined> {
      const item = await table.get(key);
      return item && StoredAccount.parse(item);
    },

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
  };
}
export type AcmeAccountStore = ReturnType<typeof acmeAccountStore>;
