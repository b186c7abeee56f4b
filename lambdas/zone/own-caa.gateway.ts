import { casOf, type Settings } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../acme/account.store.ts';
import { caaIdentitiesOf, ownCaaRecord } from '../acme/caa-identities.ts';
import { acmeDirectory, httpsExchange } from '../acme/exchange.gateway.ts';
import type { Table } from '../shared/table/table.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';

/**
 * The values of the CAA records that let the stage's CAs issue to our accounts, and nobody else's. None where one of the CAs does
 * not say its name: the records of the others would forbid it. Undefined while one does not answer.
 */
export function ownCaaReader(settings: Pick<Settings, 'acme' | 'acmeFallbacks'>, table: Table, clock: Clock) {
  return async (): Promise<string[] | undefined> => {
    const values: string[] = [];
    for (const ca of casOf(settings)) {
      const { directoryUrl } = ca;
      const identities = await caaIdentitiesOf(acmeDirectory({ directoryUrl, exchange: httpsExchange(ca), clock }));
      if (identities === undefined) return undefined;
      const [identity] = identities;
      if (identity === undefined) return [];
      const account = await acmeAccountStore(table, directoryUrl).get();
      values.push(ownCaaRecord(identity, account?.deactivatedAt === undefined ? account?.accountUrl : undefined));
    }
    return values;
  };
}
