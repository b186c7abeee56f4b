import { gzipSync } from 'node:zlib';
import { rotatePortalToken } from '../../../bin/admin/portal-commands.ts';
import { looksAtServer } from '../../../lambdas/checks/look-at-server.ts';
import { lookAtBoth } from '../../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import type { PortalPorts } from '../../../lambdas/model/accounts/organization-portal.ts';
import { portalStore } from '../../../lambdas/model/accounts/portal/portal.store.ts';
import type { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import { serverReads } from '../../../lambdas/model/servers/server.store.ts';
import { portalRoutes } from '../../../lambdas/portal/portal-routes.ts';
import { portalViewStore } from '../../../lambdas/portal/portal-view.store.ts';
import { type HttpRequest, type HttpResponse, matchRoute, type Route } from '../../../lambdas/shared/http/route.ts';
import { asAppError, errorResponse } from '../../../lambdas/shared/http/serve-http.ts';
import { actionStore } from '../../../lambdas/shared/table/action.store.ts';
import type { Outside } from './outside.ts';

/** Of the files that are built for the pages. */
const NOTHING = gzipSync('');

interface Stores {
  domains: ReturnType<typeof domainStore>;
  claims: ReturnType<typeof claimStore>;
}

/** For the portal's links, too, which the API makes. */
function portalPorts({ table, newLabel }: Outside): PortalPorts {
  const base62 = (length: number) => `${newLabel()}${newLabel()}`.slice(0, length);
  return { portals: portalStore(table), accounts: accountStore(table), base62 };
}

/** The portal, and what an administrator does with its address. */
export function openPortal(outside: Outside, { domains, claims }: Stores) {
  const { table, settings, serviceSecret, clock, newId, pause, resolve, net } = outside;
  const { ownerOfLabel } = serverReads(table);
  const { baseTarget } = settings;
  const cnamePorts = { openDnsReader: () => recursiveReader(resolve), servers: { ownerOfLabel }, baseTarget, serviceSecret };
  const routes = portalRoutes({
    views: portalViewStore(table),
    actions: actionStore(table, () => newId('call')),
    serviceSecret,
    settings,
    script: { name: 'portal.js', gzipped: NOTHING },
    widgetFile: () => NOTHING,
    check: {
      domains,
      claims,
      lookAtCname: (domain, budgetMs, now) => lookAtBoth(cnamePorts, domain, now, budgetMs),
      lookAtServer: looksAtServer({ net, settings }),
      pause,
    },
  });
  return {
    async serve(request: HttpRequest): Promise<HttpResponse> {
      const match = matchRoute(routes, request.method, request.path);
      if (match.kind !== 'found') throw new Error(`the portal has no ${request.method} ${request.path}`);
      return answerOf(match.route, { ...request, params: match.params });
    },
    rotateToken: (organizationId: string) =>
      rotatePortalToken(organizationId, { ...portalPorts(outside), domains, clock, newId, pause }),
  };
}

/** As the pipeline answers (shared/http/serve-http.ts). What nobody expected is thrown. */
export async function answerOf(route: Route, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await route.handle(request);
  } catch (error) {
    const answered = asAppError(error);
    if (answered.code === 'internal_error') throw error;
    return errorResponse(answered);
  }
}
