import type { PortalStore } from '../../model/accounts/portal/portal.store.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { showRoute } from '../pipeline/resource-route.ts';
import { themeResource } from './theme-resource.ts';

/** The standard, where the organization has never set one. */
export function getTheme({ portals }: { portals: PortalStore }): ApiRoute {
  return showRoute(
    {
      operation: 'getTheme',
      async find(_, { organizationId }) {
        const portal = await portals.ofOrganization(organizationId);
        return themeResource(portal?.theme, portal && (await portals.logo(portal)));
      },
    },
    (theme) => theme,
  );
}
