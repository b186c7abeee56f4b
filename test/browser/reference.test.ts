import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashedName } from '../../contract/hashed-name.ts';
import { policyHeaders } from '../../lambdas/pages/page-headers.ts';
import { buildReference, readDocument } from '../../web/reference/build.ts';
import { CHROMIUM, launch, visit } from '../e2e/a-browser.ts';
import { violations } from './states.ts';

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };
const MINUTE = 60_000;

let browser: Browser;
let server: Server;
let site: string;
const sent: { method: string | undefined; url: string | undefined; key: unknown; body: string }[] = [];

/** One example of each part: axe needs half a minute for the whole page. */
function shortened(): ReturnType<typeof readDocument> {
  const { paths, webhooks, components, ...document } = readDocument();
  const only = <Value>(all: Record<string, Value>, ...names: string[]): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name)));
  const schemas = ['CreateDomainRequest', 'DomainCreatedEvent', 'Domain', 'DomainError'];
  return {
    ...document,
    paths: only(paths, '/api/domains', '/api/domains/{id}'),
    webhooks: only(webhooks, 'domain.created'),
    components: {
      ...components,
      schemas: only(components.schemas, ...schemas, 'UpdateDomainRequest'),
    },
  };
}

beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  const files = buildReference();
  const short = buildReference(shortened())['page.html'];
  const types = { 'style.css': 'text/css', 'try-it.js': 'text/javascript' } as const;
  server = createServer(async (request, response) => {
    const { method, url } = request;
    const part = Object.entries(types).find(([name]) => url === `/docs/${hashedName(name, files[name as keyof typeof types])}`);
    if (url?.startsWith('/api/')) {
      sent.push({ method, url, key: request.headers['x-api-key'], body: await text(request) });
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7,"url":"<b>shop</b>"}');
    } else if (part) {
      const [name, type] = part;
      const headers = { 'content-type': type, 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(files[name as keyof typeof types]));
    } else if (url === '/docs' || url === '/short') {
      const headers = { ...policyHeaders(), 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(url === '/short' ? short : files['page.html']));
    } else response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, MINUTE);
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

async function open(options: BrowserContextOptions, path = '/docs') {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${site}${path}`);
  return page;
}

describe.skipIf(!CHROMIUM)('the reference in a browser', () => {
  it.each(Object.entries(SIZES))(
    'axe finds nothing in the reference in light or dark, with every part unfolded: %s',
    async (_, viewport) => {
      const page = await open({ viewport }, '/short');
      await page.getByRole('button', { name: 'Test Request' }).first().click();
      await page.evaluate(`document.querySelectorAll('details').forEach((part) => { part.name = ''; part.open = true; })`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
      await page.context().close();
    },
    MINUTE,
  );

  it.each(Object.entries(SIZES))(
    'the reference is read without a script, and nothing in it scrolls sideways: %s',
    async (_, viewport) => {
      const page = await open({ viewport, javaScriptEnabled: false });
      await page.getByRole('heading', { name: 'Create a domain', exact: false }).scrollIntoViewIfNeeded();
      expect(await page.locator('#createDomain pre').first().textContent()).toMatch(/^curl "[$]api[/]domains"/);
      const wide = await open({ viewport });
      const overflowing = `[document.documentElement, ...document.querySelectorAll('pre, dl, main')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ outerHTML }) => outerHTML.slice(0, 80))`;
      await wide.evaluate(`document.querySelectorAll('details').forEach((part) => { part.name = ''; part.open = true; })`);
      expect(await wide.evaluate(overflowing)).toEqual([]);
      await Promise.all([page, wide].map((one) => one.context().close()));
    },
  );

  it('the reference shows its contents beside the text where there is room, and folded on a phone', async () => {
    const [phone, desk] = [await open({ viewport: SIZES.phone }), await open({ viewport: SIZES.desk })];
    const entry = (page: typeof phone) =>
      page.getByRole('navigation').getByRole('link', { name: 'Create a domain', exact: true });
    expect([await entry(phone).isVisible(), await entry(desk).isVisible()]).toEqual([false, true]);
    await phone.getByText('Contents').click();
    await entry(phone).click();
    expect(phone.url()).toMatch(/#createDomain$/);
    await Promise.all([phone, desk].map((page) => page.context().close()));
  });

  it('the reference loads three files, at most 250 kB in all, and nothing is refused', async () => {
    const { page, asked, complaints, bytes } = await visit(browser, `${site}/docs`);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url) => url.startsWith('http')).length).toBe(3);
    expect(complaints).toEqual([]);
    expect(bytes()).toBeLessThan(250_000);
  });

  it('the reference sends a request with the keys that are typed, shows the answer as text, and forgets the keys', async () => {
    const page = await open({ viewport: SIZES.desk });
    const section = page.locator('#createDomain');
    await section.getByRole('button', { name: 'Test Request' }).click();
    await section.getByLabel('X-API-KEY-ID').fill('cps_pk_1');
    await section.getByLabel('X-API-KEY', { exact: true }).fill('sk_1');
    await section.getByRole('button', { name: 'Send' }).click();
    await section.getByText('"url": "<b>shop</b>"').waitFor();
    const example = { url: 'shop.customer.com', server_id: 1, metadata: { plan: 'pro' } };
    const [request] = sent;
    expect(request).toMatchObject({ method: 'POST', url: '/api/domains', key: 'sk_1' });
    expect(JSON.parse(request?.body ?? '')).toEqual(example);

    const other = page.locator('#getDomain');
    await other.getByRole('button', { name: 'Test Request' }).click();
    expect(await other.getByLabel('X-API-KEY', { exact: true }).inputValue()).toBe('sk_1');
    await other.getByLabel('id', { exact: true }).fill('a/b');
    await other.getByRole('button', { name: 'Send' }).click();
    await other.getByText('Answer: 201').waitFor();
    expect(sent[1]).toMatchObject({ method: 'GET', url: '/api/domains/a%2Fb', body: '' });
    expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')).not.toContain(
      'sk_1',
    );
    await page.context().close();
  });
});
