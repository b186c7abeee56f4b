import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { Clock } from '../shared/clock.gateway.ts';
import { SEALING_CONTEXT } from '../shared/contract/sealing-context.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';
import { openSealed, type SealingKey, seal } from '../shared/sealing.gateway.ts';
import { acmeGateway } from './acme/acme.gateway.ts';
import { httpsExchange } from './acme/exchange.gateway.ts';
import type { AcmeAccountStore } from './acme-account.store.ts';
import { acmeAccounts } from './acme-account.ts';
import { type CertificateAuthority, certificateAuthority } from './certificate-authority.ts';

export interface CertificateAuthorityPorts {
  settings: Settings['acme'];
  stored: AcmeAccountStore;
  sealing: SealingKey;
  clock: Clock;
}

/** The CA of this deployment, with an account whose key lies sealed in the table. */
export function openCertificateAuthority(ports: CertificateAuthorityPorts): CertificateAuthority {
  const { settings, stored, sealing, clock } = ports;
  const { directoryUrl, contactEmail, trustedRootPem } = settings;
  const acme = acmeGateway({
    directoryUrl,
    exchange: httpsExchange({ trustedRootPem }),
    clock,
  });
  const context = { [SEALING_CONTEXT.acmeDirectory]: directoryUrl };
  const accounts = acmeAccounts({
    stored,
    newKey: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
    seal: (key) => seal(sealing, key.export({ type: 'pkcs8', format: 'pem' }).toString(), context),
    open: async (sealed) => createPrivateKey(await openSealed(sealing, sealed, context)),
    register: (key) => acme.newAccount(key, contactEmail),
    clock,
  });
  return certificateAuthority(acme, accounts);
}
