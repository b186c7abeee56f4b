import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { countDomains, countExpiries } from './count-domains.ts';
import { listDomainEvents } from './list-domain-events.ts';
import { deleteDomain, getDomain, listDomains } from './list-get-delete-domains.ts';
import { renewDomain } from './renew-domain.ts';
import { revokeDomain } from './revoke-domain.ts';
import { updateDomain } from './update-domain.ts';

/** The operations on domains that check no DNS. */
export function domainRoutes(rows: Rows): ApiRoute[] {
  const { settings, domains, claims, certificates, servers, serverLists, serviceSecret, newLabel, newId, pause } = rows;
  const ports = {
    domains,
    lists: rows.domainLists,
    claims,
    settings,
    timings: settings.timings,
    serviceSecret,
    newLabel,
    newId,
    pause,
  };
  const { formerCertificates: formers, revocations, proofs, managedTenants: tenants } = rows;

  return [
    listDomains(ports),
    countDomains({ ...ports, counts: rows.waitingCounts }),
    countExpiries(ports),
    getDomain(ports),
    updateDomain({ ...ports, servers, serverLists, certificates, tenants, proofs }),
    deleteDomain(ports),
    renewDomain(ports),
    revokeDomain({ ...ports, certificates, formers, revocations }),
    listDomainEvents(ports),
  ];
}
