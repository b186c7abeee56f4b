import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { SDK_LIMITS } from '../../shared/aws/sdk-limits.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { required } from '../../shared/runtime/runtime.gateway.ts';
import { loadServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { checkDns } from './check-dns.ts';

/** 8 hops and the TXT record x 2.5 s leave 7.5 s of the step's 30 s for the table. */
const DNS_LIMITS = { totalMs: 2_500 };

const { settings, table, run } = openStep(process.env);
const serviceSecret = await loadServiceSecret(new SecretsManagerClient(SDK_LIMITS), required(process.env, 'serviceSecretArn'));
const step = checkDns({
  resolve: dnsResolver({ nameServers: settings.nameServers, ...DNS_LIMITS }),
  servers: serverStore(table),
  claims: claimStore(table),
  baseTarget: settings.baseTarget,
  serviceSecret,
});

export const handler = run(step);
