import { proofStore } from '../../model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { domainListStore } from '../../model/domains/domain-list.store.ts';
import { revocationStore } from '../../model/domains/revocation.store.ts';
import { waitingCountsStore } from '../../model/events/waiting-counts.store.ts';
import { certificateStore, formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { managedTenantStore } from '../../model/servers/managed-tenant.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { prefixedId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { countDomains, countExpiries } from './count-domains.ts';
import { listDomainEvents } from './list-domain-events.ts';
import { deleteDomain, getDomain, listDomains } from './list-get-delete-domains.ts';
import { renewDomain } from './renew-domain.ts';
import { revokeDomain } from './revoke-domain.ts';
import { updateDomain } from './update-domain.ts';

/** The operations on domains that check no DNS. */
export function domainRoutes({ settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
  const certificates = certificateStore(table);
  const ports = {
    domains: domainStore(table, { newId: prefixedId }),
    lists: domainListStore(table),
    claims: claimStore(table),
    settings,
    timings: settings.timings,
    serviceSecret,
    newLabel: serverLabel,
    newId: prefixedId,
    pause,
  };
  const moves = {
    servers: serverStore(table),
    serverLists: serverListStore(table),
    certificates,
    tenants: managedTenantStore(table),
    proofs: settings.validationZone === undefined ? undefined : proofStore(table, () => prefixedId('evt')),
  };

  return [
    listDomains(ports),
    countDomains({ ...ports, counts: waitingCountsStore(table) }),
    countExpiries(ports),
    getDomain(ports),
    updateDomain({ ...ports, ...moves }),
    deleteDomain(ports),
    renewDomain(ports),
    revokeDomain({
      ...ports,
      certificates,
      formers: formerCertificateStore(table),
      revocations: revocationStore(table),
    }),
    listDomainEvents(ports),
  ];
}
