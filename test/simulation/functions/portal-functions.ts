import { gzipSync } from 'node:zlib';
import { rotatePortalToken } from '../../../bin/admin/portal-commands.ts';
import { portalRoutes } from '../../../lambdas/portal/portal-routes.ts';
import { type HttpRequest, type HttpResponse, matchRoute, type Route } from '../../../lambdas/shared/http/route.ts';
import { asAppError, errorResponse } from '../../../lambdas/shared/http/serve-http.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openPortal } from '../../../lambdas/wiring/portal.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { edgesOf } from '../edges.ts';
import type { Outside } from './outside.ts';

/** Of the files that are built for the pages. */
const NOTHING = gzipSync('');

/** The portal, and what an administrator does with its address. */
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
