import { type Ca, casOf } from '../../../contract/stack/settings.schema.ts';
import type { LookAtOwnership } from '../../dns/look-at-ownership.ts';
import { lazyDnsReaders } from '../../dns/walk/lazy-dns-reader.gateway.ts';
import { lazyDnsResolverWithin } from '../../dns/wire/lazy-resolver.gateway.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { callToken, prefixedId, resourceId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { keys } from '../../shared/table/keys.ts';
import { jitter, briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { isMagic, timeOf } from '../../stories/story.ts';
import type { LookAtDnsPorts } from '../dns/look-at-dns.ts';
import { type ApiRoute, readWhenCalled } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import type { DomainPlacesPorts } from './domain-places.ts';

/** The hostname is asked for its CAA records, then at once all names above it. */
const CAA_BUDGET_MS = 4_000;
/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;

/** What looks at DNS or reads the Public Suffix List: a Lambda of its own, so that neither bundle is over 400 kB. */
export function registrationRoutes({ settings, table, clock, log, serviceSecret }: OpenedApi): ApiRoute[] {
  const { baseTarget, timings } = settings;
  const resolveWithin = lazyDnsResolverWithin(settings);
  const servers = serverStore(table);
  const cnamePorts = { openDnsReader: lazyDnsReaders(settings), servers, baseTarget, serviceSecret };

  // What looks at DNS, and what counts those looks, is read when it is needed: few calls do.
  const readActions = async () => (await import('../../shared/table/action.store.ts')).actionStore(table, callToken);
  const readSlots = async () => {
    const [{ checkSlots }, { organizationSlotsStore }] = await Promise.all([
      import('../../lifecycle/requests/check-slot.ts'),
      import('../../shared/slots/organization-slots.store.ts'),
    ]);
    const store = organizationSlotsStore(table, keys.dnsSlots);
    return checkSlots('api', settings.dnsChecks.processesPerOrganization, { store, newId: prefixedId, clock, jitter, log });
  };
  const lookAtOwnership: LookAtOwnership = async (...asked) => {
    const { looksAtOwnership } = await import('../../dns/look-at-ownership.ts');
    return looksAtOwnership({ resolveWithin, servers, baseTarget, serviceSecret })(...asked);
  };

  // What takes or gives back more than the one place of a creation is read when it is needed, too.
  const readPlaces = async () => (await import('../../model/events/domain-places.store.ts')).domainPlacesStore(table);
  const places: DomainPlacesPorts['places'] = {
    take: async (...asked) => (await readPlaces()).take(...asked),
    giveBack: async (...asked) => (await readPlaces()).giveBack(...asked),
  };

  const registration = {
    domains: domainStore(table, { newId: prefixedId }),
    places,
    claims: claimStore(table),
    servers,
    serverLists: serverListStore(table),
    lookAtOwnership,
    serviceSecret,
    settings,
    timings,
    newDomainId: resourceId,
    newLabel: serverLabel,
    newId: prefixedId,
    log,
    pause,
  };

  const readCheckPorts = async (): Promise<LookAtDnsPorts> => {
    const [{ lookAtCaa }, { lookAtCname }, { readsAccountUrl }, { readsCaaIdentities }, actions] = await Promise.all([
      import('../../dns/look-at-caa.ts'),
      import('../../dns/look-at-cname.ts'),
      import('../../acme/account.store.ts'),
      import('../../acme/lazy-caa-identities.gateway.ts'),
      readActions(),
    ]);
    const caaOf = (ca: Ca) => ({
      caaIdentities: readsCaaIdentities(ca, clock),
      accountUrl: readsAccountUrl(table, ca.directoryUrl),
    });
    const [preferred, ...others] = casOf(settings);
    const caaPorts = { ...caaOf(preferred), others: others.map(caaOf), baseTarget };
    const readScripted = async () => {
      const [{ scriptedDnsChecks }, { newDomain }] = await Promise.all([
        import('../../stories/scripted-world.ts'),
        import('./register-domain.ts'),
      ]);
      const facts = { id: 0, organizationId: '', whyNotReady: undefined, serverIsNew: false };
      const request = { server_id: 1, send_notifications: false, metadata: {} };
      return scriptedDnsChecks((url, cnameTarget, now) =>
        newDomain({ url, ...request }, { ...facts, cnameTarget }, { now, timings }),
      );
    };
    return {
      ...registration,
      actions,
      lookAtCname: async (domain, now) =>
        isMagic(domain) ? (await readScripted()).lookAtCname(domain, now) : lookAtCname(cnamePorts, domain, now),
      lookAtCaa: async (url, leadsTo, now) =>
        isMagic({ url })
          ? (await readScripted()).lookAtCaa(url, leadsTo, now)
          : lookAtCaa({ ...caaPorts, resolve: resolveWithin(CAA_BUDGET_MS) }, url, now, leadsTo),
    };
  };

  return [
    // The Public Suffix List is 44 kB: a check and a retry go without.
    readWhenCalled('createDomain', async () => (await import('./create-domain.ts')).createDomain(registration)),
    readWhenCalled('createDomains', async () => (await import('./create-domains.ts')).createDomains(registration)),
    readWhenCalled('retryDomain', async () => (await import('./domain-actions.ts')).retryDomain(registration)),
    readWhenCalled('checkDomain', async () => {
      const [{ checkDomain }, { lookAtBoth }, { looksAtServer }, { guardedNet }, actions, slotOf] = await Promise.all([
        import('./domain-actions.ts'),
        import('../../dns/look-at-cname.ts'),
        import('../../checks/look-at-server.ts'),
        import('../../shared/net/guarded.gateway.ts'),
        readActions(),
        readSlots(),
      ]);
      // The budget begins when the resolver is made: each check has its own.
      const net = () => guardedNet({ resolve: resolveWithin(ADDRESS_BUDGET_MS), allowLoopback: settings.allowLoopback });
      const worldOf = async (domain: Domain, now: Date) =>
        (await import('../../stories/scripted-world.ts')).scriptedWorld(() => ({ domain, now }));
      return checkDomain({
        ...registration,
        actions,
        slotOf,
        timeOf,
        lookAtCname: async (domain, budgetMs, now) =>
          isMagic(domain) ? (await worldOf(domain, now)).lookAtCname(domain, now) : lookAtBoth(cnamePorts, domain, now, budgetMs),
        lookAtServer: async (domain, now, budgetMs) =>
          isMagic(domain)
            ? (await worldOf(domain, now)).lookAtServer(domain, now)
            : looksAtServer({ net: net(), settings, servers })(domain, now, budgetMs),
      });
    }),
    readWhenCalled('lookAtDns', async () => (await import('../dns/look-at-dns.ts')).lookAtDns(await readCheckPorts())),
    readWhenCalled('lookAtDnsOfMany', async () =>
      (await import('../dns/look-at-many.ts')).lookAtDnsOfMany(await readCheckPorts()),
    ),
  ];
}
