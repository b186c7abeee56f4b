import type { Caller } from '../../model/accounts/caller.ts';
import { type PortalPorts, portalOf } from '../../model/accounts/organization-portal.ts';
import { giveTheme } from '../../model/accounts/organization-theme.ts';
import type { ThemeValues } from '../../model/accounts/portal/portal.schema.ts';
import type { PortalStore } from '../../model/accounts/portal/portal.store.ts';
import { contrastProblems, wholeTheme } from '../../model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../model/accounts/portal/theme-request.schema.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { validationError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { changeRoute, showRoute } from '../pipeline/resource-route.ts';

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

interface PutThemePorts extends PortalPorts {
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** The whole theme anew: what the body leaves open is the standard again. */
export function putTheme(ports: PutThemePorts): ApiRoute {
  const { portals, pause, newId } = ports;
  const find = (_: HttpRequest, { organizationId }: Caller) => portals.ofOrganization(organizationId);
  return changeRoute({ operation: 'putTheme', readBody: readTheme, find, pause }, async (found, call, theme) => {
    const portal = found ?? (await portalOf(call.caller.organizationId, ports));
    await giveTheme(portal, theme, (change) => auditEntry(call, newId('aud'), change), portals);
    const { logo, ...values } = theme;
    return { status: 200, json: themeResource(values, logo) };
  });
}

function readTheme(request: HttpRequest): PutThemeRequest {
  const theme = readJsonBody(request, PutThemeRequest);
  const unreadable = contrastProblems(theme);
  if (Object.keys(unreadable).length > 0) throw validationError(unreadable);
  return theme;
}

/** The theme as the API shows it, with the standard for what was left open. */
export function themeResource(values: ThemeValues | undefined, logo: string | undefined) {
  return { ...wholeTheme(values), ...(logo !== undefined && { logo }) };
}
