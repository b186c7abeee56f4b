import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { SEALING_CONTEXT } from '../../../contract/stack/environment.ts';
import { type Ca, casOf } from '../../../contract/stack/settings.schema.ts';
import { acmeAccounts } from '../../acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../acme/acme.gateway.ts';
import { httpsExchange, loggedExchange } from '../../acme/exchange.gateway.ts';
import { watchCa } from '../../lifecycle/ca-health/watch-ca.ts';
import type { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openSealed, openSealingKey, type SealingKey, seal } from '../../shared/secrets/kms.gateway.ts';
import { jitterSeconds } from '../../shared/time/clock.gateway.ts';
import { type CertificateAuthorities, certificateAuthorities, type WatchedCa } from './ca-choice.ts';
import type { caStores } from './issuance.store.ts';

type Runtime = ReturnType<typeof buildRuntime>;
type Stores = typeof caStores;

/** The CAs of this deployment, each with an account whose sealed key is in the table. `kmsKeyId` seals and opens it. */
export function openCertificateAuthorities(runtime: Runtime, stores: Stores, kmsKeyId: string): CertificateAuthorities {
  const sealing = openSealingKey(kmsKeyId);
  const [preferred, ...fallbacks] = casOf(runtime.settings);
  const open = (ca: Ca) => openCa(runtime, stores, sealing, ca);
  const { table, clock } = runtime;
  const [paused, isZoneBehind] = [stores.paused(table, clock), stores.zoneBacklog(table, clock)];
  return certificateAuthorities([open(preferred), ...fallbacks.map(open)], jitterSeconds, paused, isZoneBehind, clock);
}

function openCa({ table, clock, log }: Runtime, stores: Stores, sealing: SealingKey, settings: Ca): WatchedCa {
  const { caName: name, directoryUrl, contactEmail, profile, preferredChain, trustedRootPem } = settings;
  const exchange = loggedExchange(httpsExchange({ trustedRootPem }), name, log, clock);
  const acme = acmeGateway({ directoryUrl, profile, preferredChain, exchange, clock });
  const context = { [SEALING_CONTEXT.acmeDirectory]: directoryUrl };
  const account = stores.accounts(table, directoryUrl);
  const accounts = acmeAccounts({
    stored: account,
    accountWrites: account,
    newKey: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
    seal: (key) => seal(sealing, key.export({ type: 'pkcs8', format: 'pem' }).toString(), context),
    open: async (sealed) => createPrivateKey(await openSealed(sealing, sealed, context)),
    register: (key) => acme.newAccount(key, contactEmail),
    clock,
  });
  const ca = certificateAuthority(acme, accounts);
  return { name, ca, ...watchCa({ stored: stores.health(table, directoryUrl), isServing: ca.isServing, clock, log }) };
}
