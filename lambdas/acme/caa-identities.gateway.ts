import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { caaIdentitiesOf, NO_DIRECTORY_RETRY_SECONDS } from './caa-identities.ts';
import { acmeDirectory, httpsExchange } from './exchange.gateway.ts';

/**
 * The CA's names in CAA records, from its directory. The last known names apply while the CA is down. Undefined until the CA has
 * answered this process once.
 */
export function caaIdentitiesReader(acme: Settings['acme'], clock: Clock): () => Promise<readonly string[] | undefined> {
  const readDirectory = acmeDirectory({
    directoryUrl: acme.directoryUrl,
    exchange: httpsExchange(acme),
    clock,
    silenceSeconds: NO_DIRECTORY_RETRY_SECONDS,
  });
  let last: readonly string[] | undefined;
  return async () => {
    last = (await caaIdentitiesOf(readDirectory)) ?? last;
    return last;
  };
}
