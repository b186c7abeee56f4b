import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import { WIDGET_FILES } from '../../../contract/paths.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { ServerObservation } from '../../../lambdas/lifecycle/requests/check-request.ts';
import { signPortalLink } from '../../../lambdas/model/accounts/portal/portal-link.ts';
import { claimStore } from '../../../lambdas/model/domains/claim.store.ts';
import { errorPage } from '../../../lambdas/pages/error-page.ts';
import { portalRoutes } from '../../../lambdas/portal/portal-routes.ts';
import { portalViewStore } from '../../../lambdas/portal/portal-view.store.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { callToken } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { actionStore } from '../../../lambdas/shared/table/action.store.ts';
import { builtFiles } from '../../../lib/functions/built-files.ts';
import { HOUR, later, timings } from '../a-domain.ts';
import { clock, DOMAIN_ID, domains, log, serviceSecret, table } from '../api/api-caller.ts';
import { TOKEN } from '../model/accounts/portal/a-portal.ts';

/** What DNS is seen to have: the next check finds the record. */
export const lookAtCname = vi.fn(
  async (): Promise<DnsObservation> => ({ kind: 'cname-matched', evidence: [] }) as unknown as DnsObservation,
);

/** What its server shows; whether its machines are silent is no visitor's business. */
const lookAtServer = vi.fn(async (): Promise<ServerObservation> => ({ served: { kind: 'served', evidence: [] } }));

const widgetFile = builtFiles('web/widget/build.ts', WIDGET_FILES, '--scripts');

const handler = serveHttp(
  portalRoutes({
    views: portalViewStore(table),
    actions: actionStore(table, callToken),
    serviceSecret,
    settings: { siteUrl: 'https://certificates.example.net', timings },
    script: { name: 'portal-1.js', gzipped: gzipSync('alert(1)') },
    widgetFile: (name) => gzipSync(widgetFile(name)),
    check: { domains, claims: claimStore(table), lookAtCname, lookAtServer, pause: async () => {} },
  }),
  { log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1', errorPage },
);

/** Where a value may break says nothing of the value. */
export function withoutBreaks(page: string): string {
  return page.replaceAll('<wbr>', '');
}

interface Visit {
  method?: string;
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  sourceIp?: string;
}

/** A browser's request, as API Gateway hands it over. */
export async function visit({
  method = 'GET',
  path = `/portal/${TOKEN}`,
  query = '',
  headers = {},
  form,
  sourceIp = '192.0.2.1',
}: Visit = {}) {
  const event = {
    rawPath: path,
    rawQueryString: query,
    headers,
    body: form && new URLSearchParams(form).toString(),
    isBase64Encoded: false,
    requestContext: {
      domainName: 'abc.execute-api.eu-central-1.amazonaws.com',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
    },
  } as unknown as APIGatewayProxyEventV2;
  const result = await handler(event, { getRemainingTimeInMillis: () => 28_000 } as Context);
  const body = result.isBase64Encoded ? Buffer.from(result.body ?? '', 'base64') : (result.body ?? '');
  const isGzip = result.headers?.['content-encoding'] === 'gzip';
  return {
    status: result.statusCode,
    headers: result.headers ?? {},
    bytes: body.length,
    text: withoutBreaks(String(isGzip ? gunzipSync(body as Buffer) : body)),
  };
}

export const type = (hostname: string, more: Partial<Visit> = {}) =>
  visit({ method: 'POST', form: { hostname, ...more.form }, ...(({ form: _, ...rest }) => rest)(more) });

export const aLink = (generation = 0, expiresAt = later(HOUR), domainId = DOMAIN_ID) =>
  signPortalLink(TOKEN, { domainId, expiresAt, generation }, serviceSecret);

export const follow = (link: string, more: Partial<Visit> = {}) =>
  visit({ method: 'POST', ...more, headers: { 'x-portal-link': link, ...more.headers } });
