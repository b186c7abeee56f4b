import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { httpsExchange } from '../../shared/acme/exchange.gateway.ts';
import { SEALING_CONTEXT } from '../../shared/contract/sealing-context.ts';
import type { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { openSealed, openSealingKey, seal } from '../../shared/secrets/sealing.gateway.ts';
import { acmeGateway } from './acme/acme.gateway.ts';
import type { acmeAccountStore } from './acme-account.store.ts';
import { acmeAccounts } from './acme-account.ts';
import { type CertificateAuthority, certificateAuthority } from './certificate-authority.ts';

/** The CA of this deployment, with an account whose key lies sealed in the table. `kmsKeyId` seals and opens it. */
export function openCertificateAuthority(
  { settings, table, clock }: ReturnType<typeof buildRuntime>,
  storeOf: typeof acmeAccountStore,
  kmsKeyId: string,
): CertificateAuthority {
  const { directoryUrl, contactEmail, profile, trustedRootPem } = settings.acme;
  const sealing = openSealingKey(kmsKeyId);
  const acme = acmeGateway({
    directoryUrl,
    profile,
    exchange: httpsExchange({ trustedRootPem }),
    clock,
  });
  const context = { [SEALING_CONTEXT.acmeDirectory]: directoryUrl };
  const accounts = acmeAccounts({
    stored: storeOf(table, directoryUrl),
    newKey: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
    seal: (key) => seal(sealing, key.export({ type: 'pkcs8', format: 'pem' }).toString(), context),
    open: async (sealed) => createPrivateKey(await openSealed(sealing, sealed, context)),
    register: (key) => acme.newAccount(key, contactEmail),
    clock,
  });
  return certificateAuthority(acme, accounts);
}
