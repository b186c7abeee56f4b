import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { dnsResolver } from '../../shared/net/resolver.gateway.ts';
import { required } from '../../shared/runtime/required.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { checkDns } from './check-dns.ts';

/** 8 hops and the TXT record x 2.5 s leave 7.5 s of the step's 30 s for the table. */
const DNS_LIMITS = { totalMs: 2_500 };

const opened = openStep(process.env);
const { settings, table, run } = opened;
const { serviceSecret, freshSecret } = await openServiceSecret(required(process.env, 'serviceSecretArn'), opened);
const step = checkDns({
  resolve: dnsResolver({ nameServers: settings.nameServers, ...DNS_LIMITS }),
  servers: serverStore(table),
  claims: claimStore(table),
  baseTarget: settings.baseTarget,
  serviceSecret,
});

export const handler = run(step).use(freshSecret);
