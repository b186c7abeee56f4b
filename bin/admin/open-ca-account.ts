import { createPrivateKey } from 'node:crypto';
import { Agent } from 'node:https';
import { SEALING_CONTEXT } from '../../contract/stack/environment.ts';
import { orderedCas } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../../lambdas/acme/account.store.ts';
import { openSealed, openSealingKey, seal } from '../../lambdas/shared/secrets/kms.gateway.ts';
import { type CaAccountPorts, pemOf } from './ca-account.ts';
import { deployedCa, type Session } from './connect.ts';

/** acme-client's default is to wait for ever. */
const ANSWERS_WITHIN_MS = 30_000;

/**
 * Our account at a CA of the deployed stage, by default the preferred one. Its key is opened with the caller's rights on the
 * sealing key.
 */
export async function openCaAccount(
  session: Session,
  caName?: string,
): Promise<{ ports: CaAccountPorts; contactEmail: string | undefined }> {
  const { table, clock, settings, kmsKeyId } = await deployedCa(session);
  const cas = orderedCas(settings);
  const ca = caName === undefined ? cas[0] : cas.find((one) => one.caName === caName);
  if (!ca) throw new Error(`the stage has no CA of this name; it has ${cas.map((one) => one.caName).join(', ')}`);
  const { directoryUrl, trustedRootPem, contactEmail } = ca;
  const sealing = openSealingKey(kmsKeyId);
  const context = { [SEALING_CONTEXT.acmeDirectory]: directoryUrl };
  const ports: CaAccountPorts = {
    stored: acmeAccountStore(table, directoryUrl),
    seal: (key) => seal(sealing, pemOf(key), context),
    open: async (sealed) => createPrivateKey(await openSealed(sealing, sealed, context)),
    client: await accountClients({ directoryUrl, trustedRootPem }),
    clock,
  };
  return { ports, contactEmail };
}

/** acme-client has one connection for the whole process, to the current CA. Loading it takes as long as the rest of a command. */
export async function accountClients({
  directoryUrl,
  trustedRootPem,
}: {
  directoryUrl: string;
  trustedRootPem?: string | undefined;
}): Promise<CaAccountPorts['client']> {
  const { default: acme } = await import('acme-client');
  Object.assign(acme.axios.defaults, {
    timeout: ANSWERS_WITHIN_MS,
    // A retry would use the same nonce, and its error would hide the first one.
    acmeSettings: { retryMaxAttempts: 0 },
    ...(trustedRootPem !== undefined && { httpsAgent: new Agent({ ca: trustedRootPem }) }),
  });
  // acme-client takes an account URL as the CA sends it, which may be relative.
  acme.axios.interceptors.response.use((answer) => {
    const { location } = answer.headers;
    if (typeof location === 'string') answer.headers.location = new URL(location, answer.config.url).href;
    return answer;
  });
  return (key, { url: accountUrl, external: externalAccountBinding }) =>
    new acme.Client({
      directoryUrl,
      accountKey: pemOf(key),
      ...(accountUrl !== undefined && { accountUrl }),
      ...(externalAccountBinding && { externalAccountBinding }),
    });
}
