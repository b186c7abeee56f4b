import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { openQueue } from '../../shared/aws/queue.gateway.ts';
import { requireVariable } from '../../shared/runtime/required.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { openFindSetup } from './open-find-setup.gateway.ts';
import { checkDns, checkThenWatch } from './watch-dns.ts';

const opened = openStep(process.env);
const { settings, table, log, handle, stepPorts } = opened;
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), opened);
const step = checkDns({
  openDnsReader: dnsReaders(settings),
  servers: serverStore(table),
  claims: claimStore(table),
  baseTarget: settings.baseTarget,
  serviceSecret,
  findSetup: openFindSetup(process.env, { settings, log, portals: portalStore(table) }),
});
const queue = openQueue(requireVariable(process.env, 'dnsWatchQueueUrl'));

export const handler = handle(checkThenWatch(step, { ...stepPorts, queue })).use(freshSecret);
