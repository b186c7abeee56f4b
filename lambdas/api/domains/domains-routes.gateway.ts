import { claimStore } from '../../model/domains/claim.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { domainListStore } from '../../model/domains/domain-list.store.ts';
import { prefixedId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import { type ApiRoute, readWhenCalled } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { deleteDomain, getDomain, listDomains } from './list-get-delete-domains.ts';

/** What needs neither DNS nor the Public Suffix List; the rest is in serve-registrations.lambda.ts. */
export function domainRoutes({ settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
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

  return [
    listDomains(ports),
    readWhenCalled('countDomains', async () => {
      const [{ countDomains }, { waitingCountsStore }] = await Promise.all([
        import('./count-domains.ts'),
        import('../../model/events/waiting-counts.store.ts'),
      ]);
      return countDomains({ ...ports, counts: waitingCountsStore(table) });
    }),
    readWhenCalled('countExpiries', async () => (await import('./count-domains.ts')).countExpiries(ports)),
    getDomain(ports),
    readWhenCalled('updateDomain', async () => {
      const [
        { updateDomain },
        { proofStore },
        { certificateStore },
        { managedTenantStore },
        { serverStore },
        { serverListStore },
      ] = await Promise.all([
        import('./update-domain.ts'),
        import('../../model/domains/challenge/challenge.store.ts'),
        import('../../model/servers/certificate.store.ts'),
        import('../../model/servers/managed-tenant.store.ts'),
        import('../../model/servers/server.store.ts'),
        import('../../model/servers/server-list.store.ts'),
      ]);
      const stores = {
        servers: serverStore(table),
        serverLists: serverListStore(table),
        certificates: certificateStore(table),
        tenants: managedTenantStore(table),
        proofs: settings.validationZone === undefined ? undefined : proofStore(table, () => prefixedId('evt')),
      };
      return updateDomain({ ...ports, ...stores });
    }),
    deleteDomain(ports),
    readWhenCalled('renewDomain', async () => (await import('./renew-domain.ts')).renewDomain(ports)),
    readWhenCalled('revokeDomain', async () => {
      const [{ revokeDomain }, { certificateStore, formerCertificateStore }, { revocationStore }] = await Promise.all([
        import('./revoke-domain.ts'),
        import('../../model/servers/certificate.store.ts'),
        import('../../model/domains/revocation.store.ts'),
      ]);
      const stores = { certificates: certificateStore(table), formers: formerCertificateStore(table) };
      return revokeDomain({ ...ports, ...stores, revocations: revocationStore(table) });
    }),
    readWhenCalled('listDomainEvents', async () => (await import('./list-domain-events.ts')).listDomainEvents(ports)),
  ];
}
