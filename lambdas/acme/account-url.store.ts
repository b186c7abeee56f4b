import * as z from 'zod/mini';
import { keys } from '../shared/table/keys.ts';
import type { Table } from '../shared/table/table.store.ts';

/** Of the row of our account at a CA (account.store.ts), the part that is no secret. */
const Account = z.object({ accountUrl: z.optional(z.string()) });

/** By which URL a CA knows our account, as the table has it at this moment; undefined while we have not been introduced there. */
export function readsAccountUrl(table: Pick<Table, 'get'>, directoryUrl: string): () => Promise<string | undefined> {
  return async () => {
    const item = await table.get(keys.acmeAccount(directoryUrl));
    return item && Account.parse(item).accountUrl;
  };
}
