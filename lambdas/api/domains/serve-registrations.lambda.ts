import type { LookAtOwnership } from '../../dns/look-at-ownership.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { useCounterStore } from '../../model/events/use-counter.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { lazyDnsLooks } from '../../shared/dns/lazy-dns-look.gateway.ts';
import { prefixedId, resourceId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { lazyDnsResolverWithin } from '../../shared/net/lazy-resolver.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { briefPause as pause } from '../../shared/time/pause.gateway.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { type CheckDomainPorts, checkDomain } from './check-domain.ts';
import { createDomain } from './create-domain.ts';
import { createDomains } from './create-domains.ts';
import { retryDomain } from './retry-domain.ts';

const { settings, table, log, serviceSecret, serve } = await openApi(process.env);
const { baseTarget, timings } = settings;
const resolveWithin = lazyDnsResolverWithin(settings);
const openLook = lazyDnsLooks(settings);
const servers = serverStore(table);

// What looks at DNS is read when it is needed: few calls do.
const lookAtOwnership: LookAtOwnership = async (...asked) => {
  const { looksAtOwnership } = await import('../../dns/look-at-ownership.ts');
  return looksAtOwnership({ resolveWithin, servers, baseTarget, serviceSecret })(...asked);
};
const lookAtCname: CheckDomainPorts['lookAtCname'] = async (domain, budgetMs, now) => {
  const { lookAtCname: look } = await import('../../dns/look-at-cname.ts');
  return look({ openLook, servers, baseTarget, serviceSecret }, domain, now, budgetMs);
};

const registration = {
  domains: domainStore(table, { newId: prefixedId }),
  uses: useCounterStore(table),
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

/** What looks at DNS or reads the Public Suffix List: a Lambda of its own, so that neither bundle is over 400 kB. */
export const handler = serve([
  createDomain(registration),
  createDomains(registration),
  checkDomain({ ...registration, actions: actionStore(table), lookAtCname }),
  retryDomain(registration),
]);
