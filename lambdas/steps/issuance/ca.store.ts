import { acmeAccountStore } from '../../acme/account.store.ts';
import { caHealthStore } from '../../lifecycle/ca-health/ca-health.store.ts';

/** What the table holds of a CA, by the URL of its directory. */
export const caStores = { accounts: acmeAccountStore, health: caHealthStore };
