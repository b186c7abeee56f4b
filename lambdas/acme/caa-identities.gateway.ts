import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { caaIdentitiesOf, SILENCE_REMEMBERED_SECONDS } from './caa-identities.ts';
import { acmeDirectory, httpsExchange } from './exchange.gateway.ts';

/**
 * The names of a stage's CA in CAA records, as its directory lists them, or listed them last: they hold while the CA is down.
 * Undefined while the CA has never answered this process.
 */
export function readsCaaIdentities(acme: Settings['acme'], clock: Clock): () => Promise<readonly string[] | undefined> {
  const readDirectory = acmeDirectory({
    directoryUrl: acme.directoryUrl,
    exchange: httpsExchange(acme),
    clock,
    silenceSeconds: SILENCE_REMEMBERED_SECONDS,
  });
  let last: readonly string[] | undefined;
  return async () => {
    last = (await caaIdentitiesOf(readDirectory)) ?? last;
    return last;
  };
}
