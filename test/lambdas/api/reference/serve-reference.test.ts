import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { referenceRoutes } from '../../../../lambdas/api/reference/serve-reference.ts';
import { apexProblem } from '../../../../lambdas/model/domains/hostnames/normalize-hostname.ts';
import { serveHttp } from '../../../../lambdas/shared/http/serve-http.ts';
import { NOW } from '../../a-domain.ts';

const DOCUMENT = '{"openapi":"3.1.1"}';
const RENDERER = 'globalThis.Scalar = {}; // — as text';
const APEX = '# Apex domains\n';
const files = { document: gzipSync(DOCUMENT), renderer: gzipSync(RENDERER), apex: gzipSync(APEX) };
const handler = serveHttp(referenceRoutes(files), {
  log: () => {},
  logAbout: () => {},
  clock: () => NOW,
  newRequestId: () => 'req_1',
});

async function ask(
  rawPath: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
) {
  const requestContext = { http: { method, sourceIp: '192.0.2.1', userAgent: '' } };
  const event = { rawPath, headers, requestContext } as unknown as APIGatewayProxyEventV2;
  const answer = await handler(event, { getRemainingTimeInMillis: () => 20_000 } as Context);
  const body = Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8');
  return { status: answer.statusCode, headers: answer.headers ?? {}, body };
}
const withGzip = { headers: { 'accept-encoding': 'br, gzip;q=0.8' } };

/** What the page loads, in its order: each is a path of this site. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/src="(\/[^"]+)/g)].map(([, path = '']) => path);
}

describe('the reference, 200', () => {
  it('the reference has the OpenAPI document, compressed as it lies there', async () => {
    const { status, headers, body } = await ask('/openapi.json', withGzip);
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, 'application/json', 'gzip']);
    expect(gunzipSync(body).toString()).toBe(DOCUMENT);
  });

  it('the reference has the page about apex domains that their refusal names, as text that a browser shows', async () => {
    const [link = ''] = /(?<=: )\/\S+$/.exec(apexProblem('customer.com')) ?? [];
    const { status, headers, body } = await ask(link);
    expect([status, headers['content-type'], body.toString()]).toEqual([200, 'text/plain; charset=utf-8', APEX]);
  });

  it.each(['', 'br', 'gzip;q=0', 'gzip; q=0.0, br', 'notgzip'])(
    'the reference is not compressed for a caller who takes "%s"',
    async (accepted) => {
      const { headers, body } = await ask('/openapi.json', { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toBe(DOCUMENT);
    },
  );

  it('the reference has a page that may load from this site only', async () => {
    const { status, headers } = await ask('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  });

  it('the reference names nothing outside in its page and its start script', async () => {
    const page = (await ask('/docs')).body.toString();
    const [, start = ''] = pathsIn(page);
    const script = (await ask(start)).body.toString();
    expect(script).toMatch(/^Scalar[.]createApiReference[(]/);
    expect(`${page}${script}`).not.toMatch(/(https?:)?\/\/[a-z]/);
  });

  it('the reference has what the page loads, and lets it be kept for ever', async () => {
    const [renderer = '', start = ''] = pathsIn((await ask('/docs')).body.toString());
    const script = await ask(start);
    const rendering = await ask(renderer, withGzip);
    expect(gunzipSync(rendering.body).toString()).toBe(RENDERER);
    expect((await ask(renderer)).body.toString()).toBe(RENDERER);
    for (const { status, headers } of [script, rendering]) {
      expect([status, headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it('the reference gives a changed renderer another name, since the old one may be kept for ever', async () => {
    const other = referenceRoutes({ ...files, renderer: gzipSync('globalThis.Scalar = 1') });
    const [page] = await Promise.all(other.filter(({ path }) => path === '/docs').map((route) => route.handle({} as never)));
    expect(pathsIn(page?.text ?? '')).not.toEqual(pathsIn((await ask('/docs')).body.toString()));
  });
});

describe('the reference, 302', () => {
  it('the address of the site leads to the reference', async () => {
    const { status, headers } = await ask('/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});

describe('the reference, 404', () => {
  it.each(['/docs/', '/docs/other.js', '/docs/__proto__', '/docs/a/b', '/openapi.json/'])(
    'the reference has nothing at %s',
    async (path) => {
      const { status, body } = await ask(path);
      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toMatchObject({ error: { code: 'resource_not_found' } });
    },
  );
});

describe('the reference, 405', () => {
  it.each(['POST', 'OPTIONS', 'HEAD'])('the reference is not there for %s', async (method) => {
    const { status, headers } = await ask('/docs', { method });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });
});
