import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accountStore } from '../accounts/account.store.ts';
import { authenticated } from '../accounts/authenticate.ts';
import { serverStore } from '../installation/server.store.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { domainId, prefixedId, serverLabel } from '../shared/ids.gateway.ts';
import { briefPause } from '../shared/pause.gateway.ts';
import { buildRuntime, required } from '../shared/runtime.gateway.ts';
import { SDK_LIMITS } from '../shared/sdk-limits.ts';
import { loadServiceSecret } from '../shared/service-secret.gateway.ts';
import { createDomain } from './create-domain.ts';
import { domainStore } from './domain.store.ts';
import { getDomain } from './get-domain.ts';

const { settings, table, clock, log } = buildRuntime(process.env);
const serviceSecret = await loadServiceSecret(new SecretsManagerClient(SDK_LIMITS), required(process.env, 'serviceSecretArn'));
const accounts = accountStore(table);
const domains = domainStore(table, { newId: prefixedId });
const servers = serverStore(table);

const routes = [
  createDomain({ domains, servers, settings, serviceSecret, newDomainId: domainId, newLabel: serverLabel, pause: briefPause }),
  getDomain({ domains }),
];

/** Everything under /api/domains. */
export const handler = serveHttp(
  routes.map((route) => authenticated(route, { accounts, serviceSecret })),
  { log, clock, newRequestId: () => prefixedId('req') },
);
