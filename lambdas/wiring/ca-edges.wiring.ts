import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import type { Ca } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../acme/account.store.ts';
import { acmeAccounts } from '../acme/account.ts';
import { acmeGateway, certificateAuthority } from '../acme/acme.gateway.ts';
import { requestLogger } from '../acme/exchange.gateway.ts';
import type { CaEdges, Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/** Adds the deployment's CAs, each with an account whose sealed key is in the table. */
export function withCas(edges: Edges): CaEdges {
  const { table, clock, log, seal, openSealed, caExchange } = edges;
  const certificateAuthorityOf = (ca: Ca) => {
    const { caName, directoryUrl, contactEmail, profile, preferredChain } = ca;
    const tell = requestLogger(caName, log);
    const acme = acmeGateway({ directoryUrl, profile, preferredChain, exchange: caExchange(ca), clock, tell });
    const context = { [SEALING_CONTEXT.acmeDirectory]: directoryUrl };
    const account = acmeAccountStore(table, directoryUrl);
    const accounts = acmeAccounts({
      stored: account,
      accountWrites: account,
      newKey: () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
      seal: (key) => seal(Buffer.from(pemOf(key)), context),
      open: async (sealed) => createPrivateKey(await openSealed(sealed, context)),
      register: (key) => acme.newAccount(key, contactEmail),
      clock,
    });
    return certificateAuthority(acme, accounts);
  };
  return lazily({ certificateAuthorityOf: () => certificateAuthorityOf }, edges);
}

const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();
