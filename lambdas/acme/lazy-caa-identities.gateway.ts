import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { caaIdentitiesOf, SILENCE_REMEMBERED_SECONDS } from './caa-identities.ts';
import type { ReadDirectory } from './exchange.gateway.ts';

/**
 * The names of a stage's CA in CAA records, as its directory says them, or has said them last: they hold while the CA is down.
 * Undefined where it has not answered this process yet. The code that asks for it is read at the first call.
 */
export function readsCaaIdentities(acme: Settings['acme'], clock: Clock): () => Promise<readonly string[] | undefined> {
  let opened: Promise<ReadDirectory> | undefined;
  let said: readonly string[] | undefined;
  return async () => {
    opened ??= import('./exchange.gateway.ts').then(({ acmeDirectory, httpsExchange }) =>
      acmeDirectory({
        directoryUrl: acme.directoryUrl,
        exchange: httpsExchange(acme),
        clock,
        silenceSeconds: SILENCE_REMEMBERED_SECONDS,
      }),
    );
    said = (await caaIdentitiesOf(await opened)) ?? said;
    return said;
  };
}
