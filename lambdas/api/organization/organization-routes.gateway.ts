import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { createPortalLink, endPortalLinks } from '../portal-links/portal-links.ts';
import { getOrganization } from './get-organization.ts';
import { getTheme, putTheme } from './theme.ts';

/** /api/organization, and the links to its portal. */
export function organizationRoutes(rows: Rows): ApiRoute[] {
  const { organizationUse, settings, portals, accounts, base62, domains, serviceSecret, newId, pause } = rows;
  const ofPortal = { portals, accounts, base62 };

  return [
    getOrganization({ organizations: organizationUse, settings }),
    getTheme(ofPortal),
    putTheme({ ...ofPortal, newId, pause }),
    createPortalLink({ ...ofPortal, domains, settings, serviceSecret }),
    endPortalLinks({ domains, pause }),
  ];
}
