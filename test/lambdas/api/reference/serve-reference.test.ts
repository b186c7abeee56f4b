import { gunzipSync, gzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { hashedName } from '../../../../contract/hashed-name.ts';
import { referenceRoutes } from '../../../../lambdas/api/reference/serve-reference.ts';
import { apexProblem } from '../../../../lambdas/model/domains/hostnames/normalize-hostname.ts';
import { errorPage } from '../../../../lambdas/pages/error-page.ts';
import { serveHttp } from '../../../../lambdas/shared/http/serve-http.ts';
import { NOW } from '../../a-domain.ts';

const DOCUMENT = '{"openapi":"3.1.1"}';
const PLAIN = '{"openapi":"3.1.1","info":{}}';
const PAGE = '<!doctype html><title>Certificates – as text</title>';
const STYLE = 'body{margin:0}';
const SCRIPT = 'alert(1)';
const APEX = '# Apex domains\n';
const files = {
  document: gzipSync(DOCUMENT),
  plainDocument: gzipSync(PLAIN),
  page: gzipSync(PAGE),
  style: gzipSync(STYLE),
  script: gzipSync(SCRIPT),
  apex: gzipSync(APEX),
};
const handler = serveHttp(referenceRoutes(files), {
  log: () => {},
  logAbout: () => {},
  clock: () => NOW,
  newRequestId: () => 'req_1',
  errorPage,
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

describe('the reference, 200', () => {
  it('the reference has the OpenAPI document, compressed as it lies there', async () => {
    const { status, headers, body } = await ask('/openapi.json', withGzip);
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, 'application/json', 'gzip']);
    expect(gunzipSync(body).toString()).toBe(DOCUMENT);
  });

  it('the reference has the plain document', async () => {
    const { headers, body } = await ask('/docs/openapi-plain.json');
    expect([headers['content-type'], body.toString()]).toEqual(['application/json', PLAIN]);
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

  it('the reference has its page, which may load from this site only and has no style or script in it', async () => {
    const { status, headers, body } = await ask('/docs', withGzip);
    expect([status, headers['content-type'], headers['content-encoding']]).toEqual([200, 'text/html; charset=utf-8', 'gzip']);
    expect(gunzipSync(body).toString()).toBe(PAGE);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
  });

  it.each([
    ['style.css', STYLE, 'text/css; charset=utf-8'],
    ['try-it.js', SCRIPT, 'text/javascript; charset=utf-8'],
  ])('the reference has what its page loads by a name that changes with the content: %s', async (name, content, type) => {
    const { status, headers, body } = await ask(`/docs/${hashedName(name, content)}`);
    expect([status, headers['content-type'], body.toString()]).toEqual([200, type, content]);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await ask(`/docs/${hashedName(name, `${content} `)}`)).status).toBe(404);
  });

  it.each(['/docs', '/openapi.json', '/docs/apex'])('the reference answers HEAD as GET, without the body: %s', async (path) => {
    const get = await ask(path, withGzip);
    const head = await ask(path, { method: 'HEAD', ...withGzip });
    expect(head).toEqual({ ...get, body: Buffer.alloc(0) });
    expect(get.body.length).toBeGreaterThan(0);
  });
});

describe('the reference, 302', () => {
  it('the address of the site leads to the reference', async () => {
    const { status, headers } = await ask('/');
    expect([status, headers.location]).toEqual([302, '/docs']);
  });
});

describe('the reference, for a browser that asks for what is not there', () => {
  const browser = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

  it('leads from a slash too many to /docs', async () => {
    const { status, headers } = await ask('/docs/', browser);
    expect([status, headers.location]).toEqual([302, '/docs']);
  });

  it('says so in HTML, with the same status', async () => {
    const { status, headers, body } = await ask('/docs/other', browser);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body.toString()).toContain('<h1>Page not found</h1>');
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
  it.each(['POST', 'OPTIONS'])('the reference is not there for %s', async (method) => {
    const { status, headers } = await ask('/docs', { method });
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });
});
