import { type Ca, casOf } from '../../../contract/stack/settings.schema.ts';
import { readsAccountUrl } from '../../acme/account.store.ts';
import { readsCaaIdentities } from '../../acme/caa-identities.gateway.ts';
import { looksAtServer } from '../../checks/look-at-server.ts';
import { lookAtCaa } from '../../dns/look-at-caa.ts';
import { lookAtBoth, lookAtCname } from '../../dns/look-at-cname.ts';
import { looksAtOwnership } from '../../dns/look-at-ownership.ts';
import { dnsReaders } from '../../dns/walk/dns-reader.gateway.ts';
import { dnsResolverWithin } from '../../dns/wire/resolver.gateway.ts';
import { checkSlots } from '../../lifecycle/requests/check-slot.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { domainPlacesStore } from '../../model/events/domain-places.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { callToken, prefixedId, resourceId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { guardedNet } from '../../shared/net/guarded.gateway.ts';
import { organizationSlotsStore } from '../../shared/slots/organization-slots.store.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { keys } from '../../shared/table/keys.ts';
import { jitter, briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { scriptedDnsChecks, scriptedWorld } from '../../stories/scripted-world.ts';
import { isMagic, timeOf } from '../../stories/story.ts';
import { type LookAtDnsPorts, lookAtDns } from '../dns/look-at-dns.ts';
import { lookAtDnsOfMany } from '../dns/look-at-many.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createDomain } from './create-domain.ts';
import { createDomains } from './create-domains.ts';
import { checkDomain, retryDomain } from './domain-actions.ts';
import { newDomain } from './register-domain.ts';

/** The hostname is asked for its CAA records, then at once all names above it. */
const CAA_BUDGET_MS = 4_000;
/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;

/** The operations that register a hostname or check its DNS. */
export function registrationRoutes({ settings, table, clock, log, serviceSecret }: OpenedApi): ApiRoute[] {
  const { baseTarget, timings } = settings;
  const resolveWithin = dnsResolverWithin(settings);
  const servers = serverStore(table);
  const cnamePorts = { openDnsReader: dnsReaders(settings), servers, baseTarget, serviceSecret };
  const actions = actionStore(table, callToken);

  const registration = {
    domains: domainStore(table, { newId: prefixedId }),
    places: domainPlacesStore(table),
    claims: claimStore(table),
    servers,
    serverLists: serverListStore(table),
    lookAtOwnership: looksAtOwnership({ resolveWithin, servers, baseTarget, serviceSecret }),
    serviceSecret,
    settings,
    timings,
    newDomainId: resourceId,
    newLabel: serverLabel,
    newId: prefixedId,
    log,
    pause,
  };

  const caaOf = (ca: Ca) => ({
    caaIdentities: readsCaaIdentities(ca, clock),
    accountUrl: readsAccountUrl(table, ca.directoryUrl),
  });
  const [preferred, ...others] = casOf(settings);
  const caaPorts = { ...caaOf(preferred), others: others.map(caaOf), baseTarget };
  const scripted = scriptedDnsChecks((url, cnameTarget, now) => {
    const facts = { id: 0, organizationId: '', whyNotReady: undefined, serverIsNew: false };
    const request = { server_id: 1, send_notifications: false, metadata: {} };
    return newDomain({ url, ...request }, { ...facts, cnameTarget }, { now, timings });
  });
  const checkPorts: LookAtDnsPorts = {
    ...registration,
    actions,
    lookAtCname: (domain, now) => (isMagic(domain) ? scripted.lookAtCname(domain, now) : lookAtCname(cnamePorts, domain, now)),
    lookAtCaa: (url, leadsTo, now) =>
      isMagic({ url })
        ? scripted.lookAtCaa(url, leadsTo, now)
        : lookAtCaa({ ...caaPorts, resolve: resolveWithin(CAA_BUDGET_MS) }, url, now, leadsTo),
  };

  // The budget begins when the resolver is made: each check has its own.
  const net = () => guardedNet({ resolve: resolveWithin(ADDRESS_BUDGET_MS), allowLoopback: settings.allowLoopback });
  const worldOf = (domain: Domain, now: Date) => scriptedWorld(() => ({ domain, now }));
  const slots = { store: organizationSlotsStore(table, keys.dnsSlots), newId: prefixedId, clock, jitter, log };

  return [
    createDomain(registration),
    createDomains(registration),
    retryDomain(registration),
    checkDomain({
      ...registration,
      actions,
      slotOf: checkSlots('api', settings.dnsChecks.processesPerOrganization, slots),
      timeOf,
      lookAtCname: (domain, budgetMs, now) =>
        isMagic(domain) ? worldOf(domain, now).lookAtCname(domain, now) : lookAtBoth(cnamePorts, domain, now, budgetMs),
      lookAtServer: (domain, now, budgetMs) =>
        isMagic(domain)
          ? worldOf(domain, now).lookAtServer(domain, now)
          : looksAtServer({ net: net(), settings, servers })(domain, now, budgetMs),
    }),
    lookAtDns(checkPorts),
    lookAtDnsOfMany(checkPorts),
  ];
}
