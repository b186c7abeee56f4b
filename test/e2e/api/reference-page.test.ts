import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, visit } from '../a-browser.ts';
import { connection, newHostname } from '../cloud.ts';

const site = connection.site_url;
const { api_key_id: keyId, api_key: key } = connection;
/** For everything that the page loads. */
const MAX_BYTES = 250_000;
const PHONE = { width: 375, height: 812 };

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM) browser = await launch();
});
afterAll(() => browser?.close());

const isElsewhere = (url: string) => !url.startsWith(`${site}/`) && !/^(data|blob):/.test(url);

/** Cookies and storage that outlive the page, as text. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, databases]);
  })()`);

/** Opens the form of an operation and enters the key's id and secret. */
async function openForm(page: Page, operation: string): Promise<Locator> {
  const section = page.locator(`#${operation}`);
  await section.getByRole('button', { name: 'Test Request' }).click();
  await section.getByLabel('X-API-KEY-ID').fill(keyId);
  await section.getByLabel('X-API-KEY', { exact: true }).fill(key);
  return section;
}

describe.skipIf(!CHROMIUM)('/docs in a browser', () => {
  it('/docs is where the address of the site leads, asks nobody else, and nothing in it is refused', async () => {
    const { page, asked, complaints, bytes } = await visit(browser, `${site}/`);
    expect(page.url()).toMatch(/\/docs(#|$)/);
    await page.getByRole('navigation').getByText('Create a domain', { exact: true }).click();
    await page.getByText('The new domain.').first().waitFor();
    expect(asked.filter(isElsewhere)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(bytes()).toBeGreaterThan(20_000);
    expect(bytes()).toBeLessThan(MAX_BYTES);
  });

  it('/docs fits a phone: its title is seen as a whole, and nothing scrolls sideways', async () => {
    const { page } = await visit(browser, `${site}/docs`, PHONE);
    const title = await page.getByRole('heading', { name: 'Certificate provisioning API' }).evaluate((heading) => {
      const { left, right } = heading.getBoundingClientRect();
      return { left, right, isCut: heading.scrollWidth > heading.clientWidth };
    });
    expect(title).toMatchObject({ isCut: false });
    expect(title.left).toBeGreaterThanOrEqual(0);
    expect(title.right).toBeLessThanOrEqual(PHONE.width);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width);
  });

  it('/docs shows an operation by curl and in TypeScript, with its fields described', async () => {
    const { page } = await visit(browser, `${site}/docs`);
    const section = page.locator('#createDomain');
    expect(await section.locator('pre').first().textContent()).toMatch(/^curl "[$]api[/]domains"/);
    expect(await section.textContent()).toContain('The id of the server on which the certificate is installed.');
    const sample = section.getByText("client.POST('/api/domains'");
    expect(await sample.isVisible()).toBe(false);
    await section.getByText('TypeScript').click();
    await sample.waitFor();
  });

  it('/docs sends a request to the service with the keys that are typed, and keeps them nowhere', async () => {
    const { page, asked } = await visit(browser, `${site}/docs`);
    const section = await openForm(page, 'createDomain');
    const hostname = newHostname('docs');
    await section.getByLabel('body').fill(JSON.stringify({ url: hostname, server_id: 1 }));
    const answered = page.waitForResponse((answer) => answer.url() === `${site}/api/domains`);
    await section.getByRole('button', { name: 'Send' }).click();
    const answer = await answered;
    expect(answer.status()).toBe(201);
    expect(await answer.json()).toMatchObject({ url: hostname, dns_status: 'pending' });
    await section.getByText(`"url": "${hostname}"`).waitFor();
    expect(asked.filter(isElsewhere)).toEqual([]);

    expect(await kept(page)).not.toContain(key);
    await page.reload();
    await page.locator('#createDomain').getByRole('button', { name: 'Test Request' }).click();
    expect(await page.locator('#createDomain').getByLabel('X-API-KEY', { exact: true }).inputValue()).toBe('');
    expect(await kept(page)).not.toContain(key);
  });
});
