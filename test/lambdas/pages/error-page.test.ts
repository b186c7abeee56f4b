import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { errorPage } from '../../../lambdas/pages/error-page.ts';
import { serveHttp } from '../../../lambdas/shared/http/serve-http.ts';
import { NOW } from '../a-domain.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const ports = { log: () => {}, logAbout: () => {}, clock: () => NOW, newRequestId: () => 'req_1' };
const shown = {
  method: 'GET' as const,
  path: '/shown',
  handle: async () => ({ status: 200, text: 'all of it', headers: { etag: '"1"' } }),
};
const broken = { method: 'GET' as const, path: '/broken', handle: async () => Promise.reject(new Error('a secret')) };
const forBrowsers = serveHttp([shown, broken], { ...ports, errorPage });
const forPrograms = serveHttp([shown], ports);

async function ask(rawPath: string, { accept = BROWSER, method = 'GET', handler = forBrowsers } = {}) {
  const requestContext = { http: { method, sourceIp: '192.0.2.1', userAgent: '' } };
  const event = { rawPath, headers: { accept }, requestContext } as unknown as APIGatewayProxyEventV2;
  const { statusCode, headers = {}, body = '' } = await handler(event, { getRemainingTimeInMillis: () => 20_000 } as Context);
  return { status: statusCode, headers, body };
}

describe('an address without anything', () => {
  it.each(['/anything', '/portal/opt_x/y', '/__proto__'])(
    'is answered to a browser by a page that says what to do: %s',
    async (path) => {
      const { status, headers, body } = await ask(path);
      expect([status, headers['content-type'], headers.vary]).toEqual([404, 'text/html; charset=utf-8', 'accept']);
      expect(body).toContain('<h1>Page not found</h1>');
      expect(body).toContain('href="/docs"');
      expect(body).toContain('<link rel="icon" href="data:image/svg+xml,');
      expect(headers['content-security-policy']).toMatch(/style-src 'sha256-/);
    },
  );

  it.each(['*/*', 'application/json', '', 'text/html;q=0, application/json'])(
    'is answered by JSON to who takes "%s"',
    async (accept) => {
      const { status, body } = await ask('/anything', { accept });
      expect([status, JSON.parse(body).error.code]).toEqual([404, 'resource_not_found']);
    },
  );

  it('is answered by JSON below /api, to a browser too', async () => {
    expect(JSON.parse((await ask('/api/anything')).body).error.code).toBe('resource_not_found');
  });

  it.each([
    ['/docs/', '/docs'],
    ['/portal/', '/portal'],
  ])('leads a browser to the page that is meant, and no program: %s', async (path, meant) => {
    const { status, headers } = await ask(path);
    expect([status, headers.location]).toEqual([302, meant]);
    expect((await ask(path, { accept: '*/*' })).status).toBe(404);
  });
});

describe('a page that breaks', () => {
  it('is answered to a browser by a page that tells nothing of the cause', async () => {
    const { status, body } = await ask('/broken');
    expect([status, body.includes('<h1>This page cannot be shown</h1>'), body.includes('secret')]).toEqual([500, true, false]);
  });
});

describe('HEAD', () => {
  it.each(['/shown', '/anything'])('is answered as GET, without the body: %s', async (path) => {
    const get = await ask(path);
    expect(await ask(path, { method: 'HEAD' })).toEqual({ ...get, body: '' });
    expect(get.body).not.toBe('');
  });

  it('is no method of the API', async () => {
    const { status, headers } = await ask('/shown', { method: 'HEAD', handler: forPrograms });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });
});
