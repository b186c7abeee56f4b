import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyHeaders } from '../../../lambdas/pages/page-headers.ts';
import { builtDashboard } from '../../../local/machine/built-pages.ts';
import { CHROMIUM, launch } from '../a-browser.ts';
import { api, connection, dns, newHostname, stateDir } from '../cloud.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { Person } from '../person.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000 };
/** The time from the sign-in to the first active domain, with all typing in between. */
const MAX_SECONDS = 60;

let folder: string;
beforeAll(async () => {
  folder = await builtDashboard();
});

describe('the front door', () => {
  const get = (path: string) => fetch(connection.site_url + path, { redirect: 'manual' });
  const kept = ({ headers }: Response) => headers.get('cache-control');

  it('answers the page of the dashboard at every address below it, with the headers of all our pages', async () => {
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    for (const path of ['/dashboard', '/dashboard/', '/dashboard/live/domains/1', '/dashboard/manifest.json']) {
      const answer = await get(path);
      expect([path, answer.status, await answer.text(), kept(answer)]).toEqual([path, 200, page, 'no-cache']);
      expect(Object.fromEntries(answer.headers)).toMatchObject(policyHeaders());
    }
  });

  it('lets assets be kept for a year, and says of others that they are not there', async () => {
    const [asset] = readdirSync(join(folder, 'assets'));
    const answer = await get(`/dashboard/assets/${asset}`);
    expect([answer.status, kept(answer)]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const path of ['none.js', '', '../manifest.json%20'])
      expect((await get(`/dashboard/assets/${path}`)).status, path).toBe(path.startsWith('..') ? 200 : 404);
  });

  it('has no robots.txt, so that a search engine does not take a page for one', async () => {
    expect((await get('/robots.txt')).status).toBe(404);
  });
});

/** Records every URL, header and body of the browser's traffic, except for Set-Cookie headers. */
function witness(context: BrowserContext) {
  const reading: Promise<{ from: string; text: string }>[] = [];
  context.on('response', (response) => {
    const read = async () => {
      const { 'set-cookie': _, ...headers } = await response.allHeaders();
      const body = await response.text().catch(() => '');
      return {
        from: `${response.request().method()} ${response.url()}`,
        text: `${response.url()} ${JSON.stringify(headers)} ${body}`,
      };
    };
    reading.push(read());
  });
  return () => Promise.all(reading);
}

describe.skipIf(!CHROMIUM)('the dashboard in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    // The first sign-in asks whether to join.
    await new Person().signIn();
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** Keyboard only. */
  async function signIn(page: Page): Promise<void> {
    await page.goto(connection.dashboard_url);
    await page.getByLabel('E-mail address').waitFor(IN_TIME);
    await page.keyboard.type(connection.dashboard_email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(connection.dashboard_password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor(IN_TIME);
  }

  it('from the sign-in to a key, a domain and its certificate within a minute, and to who deleted it, without a reload; no answer, file or log has a secret', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const answers = witness(context);
    const page = await context.newPage();
    page.setDefaultTimeout(IN_TIME.timeout);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));

    await signIn(page);
    const startedAt = performance.now();
    await page.evaluate('window.isSame = true');
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    const name = newHostname('key');
    await page.getByLabel('Name, as the program that uses it').fill(name);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const shown = async (what: string) => (await page.getByRole('region', { name: what, exact: true }).textContent()) ?? '';
    const key = { api_key_id: await shown('X-API-KEY-ID'), api_key: await shown('X-API-KEY') };
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Close' }).click();
    expect((await api('GET', '/organization', { key })).status).toBe(200);

    const url = newHostname('laden');
    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await page.getByRole('link', { name: 'Add domains' }).click();
    await page.getByRole('textbox', { name: /A hostname of a customer/ }).fill(url);
    await page.getByText('1 checked. Nothing is created yet.').waitFor();
    // Other tests create servers in the same organization.
    const server = page.getByRole('combobox', { name: 'Server', exact: true });
    if (await server.isVisible()) await server.selectOption(String(connection.server_id));
    await page.getByText('1 checked. Nothing is created yet.').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('list', { name: 'Added' }).getByRole('link', { name: url }).click();
    const panel = page.getByRole('complementary', { name: 'Domain' });
    await panel.getByText('No DNS record yet').first().waitFor();
    await dns.set(url, 'CNAME', [connection.cname_target]);
    await panel.locator('.title', { hasText: 'Live' }).waitFor();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`from the sign-in to the first active domain: ${seconds.toFixed(1)} s`);
    expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: `Revoke: ${name}` }).click();
    await page.getByRole('dialog').getByRole('textbox').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText(`${name} revoked`).waitFor();
    expect((await api('GET', '/organization', { key })).status).toBe(401);

    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    // Other tests may have added a page of domains.
    await page.getByRole('searchbox', { name: 'Hostname begins with' }).fill(url);
    await page.getByRole('link', { name: url }).click();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`${url} deleted`).waitFor();
    // Who deleted it? The name is all that the person knows.
    await page.getByRole('link', { name: 'Audit' }).click();
    const deleted = page.getByRole('row').filter({ hasText: url }).filter({ hasText: 'domain.deleted' });
    await deleted.getByText(connection.dashboard_email).waitFor();
    expect(await page.evaluate('window.isSame')).toBe(true);
    // Expected: the session request before the sign-in, and a request for the domain during its deletion.
    const usual = /401 \(Unauthorized\)|404 \(Not Found\) \S+\/domains\/\d+\b/;
    expect(complaints.filter((text) => !usual.test(text))).toEqual([]);

    const cookies = await context.cookies();
    const session = cookies.find((cookie) => cookie.name === 'session')?.value ?? '';
    expect(session).toMatch(/^org_/);
    const secrets = [key.api_key, connection.api_key, connection.dashboard_password, session];
    const found = (text: string) =>
      secrets.some((secret) => text.includes(secret)) || /\b(sk_(live|test)|whsec)_\w{8}/.test(text);
    const seen = await answers();
    const leaks = seen.filter(({ text }) => found(text)).map(({ from }) => from);
    // A key's secret is only in the answer that creates it.
    expect(leaks).toEqual([`POST ${connection.site_url}/app/v1/keys`]);
    expect(seen.length).toBeGreaterThan(20);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const logs = readdirSync(join(stateDir, 'logs'), { withFileTypes: true }).filter((file) => file.isFile());
    const written = [...files, ...logs].filter((file) => found(readFileSync(join(file.parentPath, file.name), 'utf8')));
    expect(written.map((file) => file.name)).toEqual([]);
    await context.close();
  });

  it('a session that is ended elsewhere leads to the sign-in, and back to the same address', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(IN_TIME.timeout);
    await signIn(page);
    await page.getByRole('link', { name: 'Servers' }).click();
    await page.getByRole('heading', { name: 'Servers' }).waitFor();
    const before = (await context.cookies()).find((cookie) => cookie.name === 'session')?.value ?? '';
    const elsewhere = new Person();
    await elsewhere.signIn();
    const sessions = (await elsewhere.ask('/app/v1/sessions')).json.data as {
      id: string;
      user_agent: string;
      is_this: boolean;
    }[];
    const own = sessions.filter(({ user_agent }) => user_agent.includes('Chrome'));
    for (const { id } of own) expect((await elsewhere.ask(`/app/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(200);
    const address = page.url().replace('/servers', '/webhooks');
    // The provider still has a session, and shows no form.
    await Promise.all([page.waitForRequest(/\/app\/callback/), page.getByRole('link', { name: 'Webhooks' }).click()]);
    await page.waitForURL(address);
    await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
    const after = (await context.cookies()).find((cookie) => cookie.name === 'session')?.value ?? '';
    expect(after).not.toBe(before);
    await context.close();
  });
});
