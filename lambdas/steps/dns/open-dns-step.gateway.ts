import { DOMAIN_CONNECT_KEY_HOST, portalReturnPath } from '../../../contract/paths.ts';
import { requireVariable } from '../../../contract/stack/environment.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { discoverProvider } from '../../dns/domain-connect/discover-provider.ts';
import { type FindSetup, findSetup } from '../../dns/domain-connect/find-setup.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolver, dnsResolverWithin } from '../../dns/wire/resolver.gateway.ts';
import { checkSlots, type Lane } from '../../lifecycle/requests/check-slot.ts';
import type { PortalStore } from '../../model/accounts/portal/portal.store.ts';
import { openQueue } from '../../shared/aws/queue.gateway.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { guardedRead } from '../../shared/net/http-read.gateway.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { kmsSigner } from '../../shared/secrets/kms.gateway.ts';
import { openServiceSecret } from '../../shared/secrets/service-secret.gateway.ts';
import { jitter } from '../../shared/time/clock.gateway.ts';
import { openStep } from '../open-step.gateway.ts';
import { checkDns } from './check-dns.ts';
import type { dnsStores } from './dns-step.store.ts';

/** What both functions that check DNS open at their cold start: the one in an execution, and the one behind the queue. */
export async function openDnsStep(environment: NodeJS.ProcessEnv, lane: Lane, storesOf: typeof dnsStores) {
  const opened = openStep(environment);
  const { settings, table, clock, log, stepPorts } = opened;
  const { servers, claims, portals, slots } = storesOf(table);
  const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(environment, 'serviceSecretArn'), opened);
  const step = checkDns({
    openDnsReader: dnsReaders(settings),
    servers,
    claims,
    baseTarget: settings.baseTarget,
    serviceSecret,
    findSetup: openFindSetup(environment, { settings, log, portals }),
  });
  const slotPorts = { store: slots, newId: prefixedId, clock, jitter, log };
  const slotOf = checkSlots(lane, settings.dnsChecks.processesPerOrganization, slotPorts);
  const queue = openQueue(requireVariable(environment, 'dnsWatchQueueUrl'));
  return { ...opened, step, watchPorts: { ...stepPorts, queue, slotOf, jitter }, freshSecret };
}

/** For the record and for each of the provider's two answers: with a check of 8 s at most, far within the 30 s of a step. */
const ONE_ANSWER_MS = 1_500;
const MOST_BYTES = 16_384;

interface Opened {
  settings: Settings;
  log: Log;
  portals: Pick<PortalStore, 'ofOrganization'>;
}

/** Undefined if the stage has no template with providers. */
export function openFindSetup(environment: NodeJS.ProcessEnv, { settings, log, portals }: Opened): FindSetup | undefined {
  const { domainConnect, siteUrl, nameServers, allowLoopback, baseTarget, validationZone } = settings;
  if (!domainConnect || siteUrl === undefined) return undefined;
  const limits = { timeoutMs: ONE_ANSWER_MS, maxBytes: MOST_BYTES };
  const { trustedRootPem } = domainConnect;
  const read = guardedRead({ resolve: dnsResolver({ nameServers }), allowLoopback, trustedRootPem, ...limits });
  const resolveWithin = dnsResolverWithin({ nameServers });
  return findSetup({
    discover: (zone) => discoverProvider({ resolve: resolveWithin(ONE_ANSWER_MS), read }, zone, domainConnect),
    async portalOf(organizationId, hostname) {
      const portal = await portals.ofOrganization(organizationId);
      if (!portal) throw new Error(`the organization ${organizationId} has no portal to lead back to`);
      return `${siteUrl}${portalReturnPath(portal.token, hostname)}`;
    },
    signer: { keyHost: DOMAIN_CONNECT_KEY_HOST, sign: kmsSigner(requireVariable(environment, 'domainConnectKeyId')) },
    baseTarget,
    validationZone,
    log,
  });
}
