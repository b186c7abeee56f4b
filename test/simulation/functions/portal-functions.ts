import { gzipSync } from 'node:zlib';
import { rotatePortalToken } from '../../../bin/admin/portal-commands.ts';
import { portalRoutes } from '../../../lambdas/portal/portal-routes.ts';
import { type HttpRequest, type HttpResponse, matchRoute } from '../../../lambdas/shared/http/route.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openPortal } from '../../../lambdas/wiring/portal.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { edgesOf } from '../edges.ts';
import { answerOf } from '../http-request.ts';
import type { Outside } from './outside.ts';

/** Stands for the built files of the pages. */
const NOTHING = gzipSync('');

/** The portal, with the administrator's command that rotates its address. */
export function openPortalFunctions(outside: Outside) {
  const files = { script: { name: 'portal.js', gzipped: NOTHING }, widgetFile: () => NOTHING };
  const rows = openRows(edgesOf(outside));
  const routes = portalRoutes(openPortal(lazily({ files: () => files }, rows)));
  return {
    async serve(request: HttpRequest): Promise<HttpResponse> {
      const match = matchRoute(routes, request.method, request.path);
      if (match.kind !== 'found') throw new Error(`the portal has no ${request.method} ${request.path}`);
      return answerOf(match.route, { ...request, params: match.params });
    },
    rotateToken: (organizationId: string) => rotatePortalToken(organizationId, rows),
  };
}
