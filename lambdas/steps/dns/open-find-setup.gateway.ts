import { DOMAIN_CONNECT_KEY_HOST, portalReturnPath } from '../../../contract/paths.ts';
import { requireVariable } from '../../../contract/stack/environment.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { discoverProvider } from '../../dns/domain-connect/discover-provider.ts';
import { type FindSetup, findSetup } from '../../dns/domain-connect/find-setup.ts';
import { dnsResolver, dnsResolverWithin } from '../../dns/wire/resolver.gateway.ts';
import type { PortalStore } from '../../model/accounts/portal/portal.store.ts';
import { guardedRead } from '../../shared/net/http-read.gateway.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { kmsSigner } from '../../shared/secrets/kms.gateway.ts';

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
  const { domainConnect, siteUrl, nameServers, allowLoopback, baseTarget } = settings;
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
    log,
  });
}
