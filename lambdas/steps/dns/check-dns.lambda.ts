import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { runStep } from '../../lifecycle/run-step.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { SDK_LIMITS } from '../../shared/aws/sdk-limits.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { buildRuntime, required } from '../../shared/runtime/runtime.gateway.ts';
import { loadServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { checkDns } from './check-dns.ts';

/** 8 hops and the TXT record x 2.5 s leave 7.5 s of the step's 30 s for the table. */
const DNS_LIMITS = { totalMs: 2_500 };

const { settings, table, clock, log } = buildRuntime(process.env);
const serviceSecret = await loadServiceSecret(new SecretsManagerClient(SDK_LIMITS), required(process.env, 'serviceSecretArn'));
const step = checkDns({
  resolve: dnsResolver({ nameServers: settings.nameServers, ...DNS_LIMITS }),
  servers: serverStore(table),
  claims: claimStore(table),
  baseTarget: settings.baseTarget,
  serviceSecret,
});

export const handler = runStep(step, { domains: domainStore(table, { newId: prefixedId }), clock, log });
