import type { Settings } from '../contract/settings.schema.ts';
import type { Clock } from '../time/clock.gateway.ts';
import { caaIdentitiesOf } from './caa-identities.ts';
import type { ReadDirectory } from './directory.gateway.ts';

/** The names of a stage's CA in CAA records, as its directory says them; the code that asks for it is read at the first call. */
export function readsCaaIdentities(acme: Settings['acme'], clock: Clock): () => Promise<readonly string[] | undefined> {
  let opened: Promise<ReadDirectory> | undefined;
  return async () => {
    opened ??= Promise.all([import('./directory.gateway.ts'), import('./exchange.gateway.ts')]).then(
      ([{ acmeDirectory }, { httpsExchange }]) =>
        acmeDirectory({ directoryUrl: acme.directoryUrl, exchange: httpsExchange(acme), clock }),
    );
    return caaIdentitiesOf(await opened);
  };
}
