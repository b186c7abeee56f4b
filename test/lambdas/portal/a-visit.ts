import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { vi } from 'vitest';
import { WIDGET_FILES } from '../../../contract/paths.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { signPortalLink } from '../../../lambdas/model/accounts/portal/portal-link.ts';
import { errorPage } from '../../../lambdas/pages/error-page.ts';
import { portalRoutes } from '../../../lambdas/portal/portal-routes.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import type { GuardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openPortal } from '../../../lambdas/wiring/portal.wiring.ts';
import { builtFiles } from '../../../lib/functions/built-files.ts';
import { HOUR, issued, later } from '../a-domain.ts';
import { clock, DOMAIN_ID, log, portsOf, serviceSecret } from '../api/api-caller.ts';
import { cnameTo, type Known, OWN_TARGET } from '../api/domains/a-creation.ts';
import { TOKEN } from '../model/accounts/portal/a-portal.ts';
import { settings } from '../settings.ts';
import { resolverKnowing } from '../shared/net/answers.ts';

const shown = { fingerprintSha256: issued.fingerprintSha256, issuer: 'CN=CA', subject: 'CN=shop', notAfter: issued.notAfter };
const servedAsIssued: GuardedNet['tlsPeer'] = async () => ({ kind: 'certificate', ...shown, address: '192.0.2.7' });

/** DNS for checks: the hostname's record is in place. */
export const openDnsReader = vi.fn((_budgetMs: number) => recursiveReader(resolverKnowing(cnameTo(OWN_TARGET))));
export function nextCheckFinds(known: Known): void {
  openDnsReader.mockReturnValueOnce(recursiveReader(resolverKnowing(known)));
}

const widgetFile = builtFiles('web/widget/build.ts', WIDGET_FILES, '--scripts');
const files = {
  script: { name: 'portal-1.js', gzipped: gzipSync('alert(1)') },
  widgetFile: (name: string) => gzipSync(widgetFile(name)),
};
const ports = openPortal(
  portsOf({
    settings: { ...settings, siteUrl: 'https://certificates.example.net' },
    openDnsReader,
    openNet: () => ({ tlsPeer: servedAsIssued }) as unknown as GuardedNet,
  }),
);
const handler = serveHttp(portalRoutes(lazily({ files: () => files }, ports)), {
  ...{ log, logAbout: () => {}, clock: () => clock.now, newRequestId: () => 'req_1', errorPage },
});

/** `<wbr>` is a line-break hint and not part of the value. */
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
