import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connection } from './cloud.ts';

const site = connection.site_url;
const onFile = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));

/** What a page or a script loads, as absolute addresses. */
function loadedBy(text: string, base: string): string[] {
  return [...text.matchAll(/(?:src="|from ')([^"']+)/g)].map(([, path = '']) => new URL(path, base).href);
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
    expect(html).not.toMatch(/(https?:)?\/\/[a-z]/);

    const [start = ''] = loadedBy(html, `${site}/docs`);
    const script = await (await fetch(start)).text();
    const [renderer = ''] = loadedBy(script, start);
    expect(new URL(renderer).origin).toBe(new URL(site).origin);
    const rendering = await fetch(renderer);
    expect(rendering.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await rendering.text()).toMatch(/export\s*\{[^}]*\binit\b[^}]*\};?/);
  });

  it('is compressed only for those who take it', async () => {
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
