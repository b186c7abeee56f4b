import { DOMAIN_CONNECT_KEY_HOST, portalReturnPath } from '../../contract/paths.ts';
import { checkSlots, type Lane } from '../checks/check-slot.ts';
import { discoverProvider } from '../dns/domain-connect/discover-provider.ts';
import { type FindSetup, findSetup } from '../dns/domain-connect/find-setup.ts';
import { lookAtBoth } from '../dns/look-at-cname.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Steps } from './steps.wiring.ts';

/** Of the record that leads to a provider. */
const DISCOVERY_MS = 1_500;

/** What both functions that check DNS have: the one in an execution, and the one behind the queue. */
export function openDns<S extends Steps & NetEdges>(steps: S) {
  const { table, settings, openDnsReader, baseTarget, serviceSecret } = steps;
  const slotPorts = () => {
    const { newId, clock, jitter, log } = steps;
    return { store: organizationSlotsStore(table, keys.dnsSlots), newId, clock, jitter, log };
  };
  return lazily(
    {
      lookAtRecords: () => lookAtBoth.bind(undefined, { openDnsReader, servers: steps.servers, baseTarget, serviceSecret }),
      /** So many processes of a lane may check for one organization at once. */
      slotOfLane: () => (lane: Lane) => checkSlots(lane, settings.dnsChecks.processesPerOrganization, slotPorts()),
      /** Undefined if the stage has no template with providers. */
      findSetup: () => openFindSetup(steps),
    },
    steps,
  );
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
