import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyHeaders } from '../../../lambdas/pages/page-headers.ts';
import { copiedFiles, manualFiles } from '../../../web/manual/build.ts';
import { CHROMIUM, launch } from '../../e2e/a-browser.ts';
import { violations } from '../states.ts';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css',
  js: 'text/javascript',
  json: 'application/json',
  webp: 'image/webp',
};
const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

let browser: Browser;
let server: Server;
let site: string;

/** Served below a path, as by `npm start`, with the headers of all other pages. */
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  const files = new Map<string, string | Buffer>(manualFiles());
  for (const { source, address } of copiedFiles()) files.set(address, readFileSync(source));
  server = createServer(({ url = '' }, response) => {
    const path = url.replace(/^\/manual\//, '').replace(/(^|\/)$/, '$1index.html');
    const content = files.get(path);
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain; charset=utf-8';
    response.writeHead(content === undefined ? 404 : 200, { ...policyHeaders(), 'content-type': type }).end(content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

/** `complaints`: everything that the browser blocked or could not load, and each request to another origin. */
async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: SIZES.desk, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('request', (request) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(request.url()) && complaints.push(request.url()));
  await page.goto(`${site}/manual/${path}`);
  return { page, complaints };
}

describe.skipIf(!CHROMIUM)('the manual in a browser', () => {
  it.each([
    '',
    'guides/first-domain.html',
    'guides/going-live.html',
    'guides/dashboard.html',
    'operate/stage.html',
    'receivers/index.html',
  ])('axe finds nothing, in light or dark, on a phone or a desk, and nobody outside is asked: %s', async (path) => {
    for (const viewport of Object.values(SIZES)) {
      const { page, complaints } = await open(path, { viewport });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect(complaints).toEqual([]);
      await page.context().close();
    }
  });

  it('is searched by keys alone: from / to the place that says Retry-After', async () => {
    const { page, complaints } = await open('decisions/index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('Retry-After');
    await page.getByRole('link', { name: 'Limits › Requests' }).waitFor();
    expect(await page.getByRole('status').textContent()).toMatch(/^\d+ results$/);
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('ArrowDown');
      if (((await page.evaluate('document.activeElement.textContent')) as string).startsWith('Limits › Requests')) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/manual/guides/limits.html#requests');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it('says what it does not find, and closes with Escape', async () => {
    const { page } = await open('');
    const field = page.getByRole('searchbox', { name: 'Search the manual' });
    await field.fill('xylophone');
    await page.getByText('Nothing was found.').first().waitFor();
    await field.press('Escape');
    await expect.poll(() => page.locator('#search ol').isVisible()).toBe(false);
    await page.context().close();
  });

  it('keeps the theme that somebody chooses, on the next page too', async () => {
    const { page } = await open('', { colorScheme: 'light' });
    const scheme = () =>
      page.evaluate('getComputedStyle(document.documentElement).colorScheme + document.documentElement.dataset.theme');
    expect(await scheme()).toBe('light darksystem');
    for (const name of ['Theme: system', 'Theme: light']) await page.getByRole('button', { name }).click();
    expect(await scheme()).toBe('darkdark');
    await page.goto(`${site}/manual/guides/limits.html`);
    expect(await scheme()).toBe('darkdark');
    await page.context().close();
  });

  it('is read without any script', async () => {
    const { page } = await open('guides/limits.html', { javaScriptEnabled: false });
    await page.getByRole('heading', { name: 'Quotas' }).waitFor();
    expect(await page.getByRole('searchbox').count()).toBe(0);
    await page.context().close();
  });
});
