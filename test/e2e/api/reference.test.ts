import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ApiError, type Client, createClient } from '../../../client/typescript/create-client.ts';
import { connection, newHostname } from '../cloud.ts';

const site = connection.site_url;
const onFile = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));

/** URLs of everything that a page loads. */
function loadedBy(text: string, base: string): string[] {
  return [...text.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => new URL(path, base).href);
}

describe('the reference', () => {
  it('has the OpenAPI document of this version, for anybody', async () => {
    const answer = await fetch(`${site}/openapi.json`);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(onFile);
  });

  it('has a page whose scripts all come from this site, and which may load nothing else', async () => {
    const page = await fetch(`${site}/docs`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    const html = await page.text();
    const loaded = loadedBy(html, `${site}/docs`);
    expect(loaded.length).toBe(2);
    for (const address of loaded) {
      const part = await fetch(address);
      expect([new URL(address).origin, part.status]).toEqual([new URL(site).origin, 200]);
      expect(part.headers.get('content-type')).toMatch(/^text\/(css|javascript); charset=utf-8$/);
    }
  });

  it.each(['/docs', '/openapi.json'])('answers HEAD as GET, without a body: %s', async (path) => {
    const [get, head] = await Promise.all([fetch(`${site}${path}`), fetch(`${site}${path}`, { method: 'HEAD' })]);
    expect(head.status).toBe(200);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect([await head.text(), (await get.text()).length > 1_000]).toEqual(['', true]);
  });

  it.each([
    ['/', 200],
    ['/docs/', 200],
    ['/portal', 404],
    ['/portal/', 404],
    ['/portal/opt_half', 404],
    ['/anything', 404],
  ])('answers a browser by a page, and a program at an unknown address by JSON: %s', async (path, status) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const page = await fetch(`${site}${path}`, { headers: { accept } });
    expect([page.status, page.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
    expect(await page.text()).toMatch(/^<!doctype html>/);
    if (path === '/' || path.includes('opt_')) return;
    const error = await fetch(`${site}${path}`, { headers: { accept: 'application/json' } });
    expect(error.status).toBe(404);
    expect(await error.json()).toMatchObject({ error: { code: 'resource_not_found' } });
  });

  it('is compressed only for clients that accept it', async () => {
    const plain = await fetch(`${site}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.json()).toEqual(onFile);
    const gzipped = await fetch(`${site}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
  });

  it('is no API: it counts against nobody, and has no 401', async () => {
    const answer = await fetch(`${site}/docs`, { headers: { 'x-api-key-id': 'wrong', 'x-api-key': 'wrong' } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-ratelimit-limit')).toBeNull();
  });
});

describe('the first request of the reference', () => {
  it('the sample of curl for a new domain creates one, as printed', async () => {
    const { source } = onFile.paths['/api/domains'].post['x-codeSamples'].find(
      (sample: { label: string }) => sample.label === 'curl',
    );
    const url = newHostname('curl');
    const command = source.replace('shop.customer.com', url).replace('curl ', 'curl --silent --fail-with-body ');
    const given = { api: connection.base_url, CPS_API_KEY_ID: connection.api_key_id, CPS_API_KEY: connection.api_key };
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: { ...process.env, ...given } });
    expect(JSON.parse(stdout)).toMatchObject({ url, server_id: 1, metadata: { plan: 'pro' }, dns_status: 'pending' });
  });
});

describe('the typed client', () => {
  const { site_url: siteUrl, api_key_id: apiKeyId, api_key: apiKey, server_id } = connection;
  const client: Client = createClient({ siteUrl, apiKeyId, apiKey });

  it('creates, reads, lists, changes and deletes a domain', async () => {
    const url = newHostname('client');
    const created = await client.POST('/api/domains', { body: { url, server_id, metadata: { plan: 'pro' } } });
    expect(created.response.status).toBe(201);
    const path = { id: created.data.id };

    const read = await client.GET('/api/domains/{id}', { params: { path } });
    expect(read.data).toMatchObject({ ...path, url, server_id, dns_status: 'pending', metadata: { plan: 'pro' } });
    const changed = await client.PATCH('/api/domains/{id}', {
      params: { path },
      body: { metadata: { plan: null, since: '2026' } },
    });
    expect(changed.data.metadata).toEqual({ since: '2026' });
    const listed = await client.GET('/api/domains', { params: { query: { url, limit: 1 } } });
    expect(listed.data.data.map(({ id }) => id)).toEqual([path.id]);

    const deleted = await client.DELETE('/api/domains/{id}', { params: { path } });
    expect(deleted.data).toEqual({ ...path, deleted: true });
    const gone = client.GET('/api/domains/{id}', { params: { path } });
    await expect(gone).rejects.toMatchObject({ status: 404, code: 'resource_not_found', details: { domain_id: path.id } });
  });

  it('gets the first answer again for the same request with the same Idempotency-Key', async () => {
    const params = { header: { 'Idempotency-Key': newHostname('key') } };
    const body = { url: newHostname('client-twice'), server_id };
    const first = await client.POST('/api/domains', { params, body });
    const second = await client.POST('/api/domains', { params, body });
    expect(first.response.headers.get('idempotency-replayed')).toBeNull();
    expect(second.response.headers.get('idempotency-replayed')).toBe('true');
    expect(second.data).toEqual(first.data);
    expect(first.data.url).toBe(body.url);
  });

  it('says by its class which error it is: an own hostname again', async () => {
    const body = { url: newHostname('client-again'), server_id };
    const first = await client.POST('/api/domains', { body });
    const refusal = await client.POST('/api/domains', { body }).catch((error: ApiError) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({ code: 'validation_error', details: { existing_domain_id: first.data.id } });
  });
});
