import { DOMAIN_CONNECT_KEY_HOST, portalReturnPath } from '../../contract/paths.ts';
import { discoverProvider } from '../dns/domain-connect/discover-provider.ts';
import { type FindSetup, findSetup } from '../dns/domain-connect/find-setup.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { openRecords } from './records.wiring.ts';
import type { Steps } from './steps.wiring.ts';

/** For the record that names a DNS provider. */
const DISCOVERY_MS = 1_500;

/** The ports of both functions that check DNS: the step of an execution, and the queue's consumer. */
export function openDns<S extends Steps & NetEdges>(steps: S) {
  /** `findSetup`: undefined if the stage has no template at a DNS provider. */
  return lazily({ findSetup: () => openFindSetup(steps) }, openRecords(steps));
}

function openFindSetup(steps: Steps & NetEdges): FindSetup | undefined {
  const { settings, log, resolveWithin, baseTarget } = steps;
  const { domainConnect, siteUrl, validationZone } = settings;
  if (!domainConnect || siteUrl === undefined) return undefined;
  const { readFromProvider: read, signForProvider: sign, portals } = steps;
  return findSetup({
    discover: (zone) => discoverProvider({ resolve: resolveWithin(DISCOVERY_MS), read }, zone, domainConnect),
    async portalOf(organizationId, hostname) {
      const portal = await portals.ofOrganization(organizationId);
      if (!portal) throw new Error(`the organization ${organizationId} has no portal to lead back to`);
      return `${siteUrl}${portalReturnPath(portal.token, hostname)}`;
    },
    signer: { keyHost: DOMAIN_CONNECT_KEY_HOST, sign },
    baseTarget,
    validationZone,
    log,
  });
}
