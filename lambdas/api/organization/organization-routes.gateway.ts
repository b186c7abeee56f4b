import { accountStore } from '../../model/accounts/account.store.ts';
import { portalStore } from '../../model/accounts/portal/portal.store.ts';
import { domainStore } from '../../model/domains/domain.store.ts';
import { organizationUseStore } from '../../model/events/organization-use.store.ts';
import { base62, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createPortalLink, endPortalLinks } from '../portal-links/portal-links.ts';
import { getOrganization } from './get-organization.ts';
import { getTheme, putTheme } from './theme.ts';

/** /api/organization, and the links to its portal. */
export function organizationRoutes({ settings, table, serviceSecret }: OpenedApi): ApiRoute[] {
  const domains = domainStore(table, { newId: prefixedId });
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
