import { accountStore } from '../../model/accounts/account.store.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { base62, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createPortalLink, endPortalLinks } from '../portal-links/portal-links.ts';
import { getOrganization } from './get-organization.ts';
import { organizationUseStore } from './organization-use.store.ts';
import { getTheme, putTheme } from './theme.ts';

/** /api/organization, and the links to its portal: the functions of /api/domains are as large as they may be. */
export function organizationRoutes({ settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
  const domains = lazyDomains(table);
  const portals = {
    portals: portalStore(table),
    accounts: accountStore(table),
    base62,
  };

  return [
    getOrganization({ organizations: organizationUseStore(table), settings }),
    getTheme(portals),
    putTheme({ ...portals, newId: prefixedId, pause }),
    createPortalLink({ ...portals, domains, settings, serviceSecret }),
    endPortalLinks({ domains, pause }),
  ];
}

/** What domains are, and all that is said of them, is read at the first call about a link: most calls are of other things. */
function lazyDomains(table: OpenedApi['table']): Pick<DomainStore, 'get' | 'replace'> {
  let opened: Promise<DomainStore> | undefined;
  const domains = () => {
    opened ??= import('../../model/domains/domain.store.ts').then(({ domainStore }) => domainStore(table, { newId: prefixedId }));
    return opened;
  };
  return {
    get: async (...args) => (await domains()).get(...args),
    replace: async (...args) => (await domains()).replace(...args),
  };
}
