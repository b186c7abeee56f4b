import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch, visit } from '../a-browser.ts';
import { connection, newHostname } from '../cloud.ts';

const site = connection.site_url;
const { api_key_id: keyId, api_key: key } = connection;
/** Scalar (1,260 kB), the document (60 kB) and the page. A phone at 4 Mbit/s has them in three seconds, once. */
const MOST_BYTES = 1_500_000;
const PHONE = { width: 375, height: 812 };

let browser: Browser;
beforeAll(async () => {
  if (CHROMIUM) browser = await launch();
});
afterAll(() => browser?.close());

const isElsewhere = (url: string) => !url.startsWith(`${site}/`) && !/^(data|blob):/.test(url);

/** What outlives the page, as text. */
const kept = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const databases = await indexedDB.databases();
    return JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, databases]);
  })()`);

/** Types the keys into the fields that stand there: first the id, then the secret. */
async function typeKeys(page: Page): Promise<void> {
  const fields = page.locator('input.scalar-password-input');
  await fields.nth(0).fill(keyId);
  await fields.nth(1).fill(key);
}

describe.skipIf(!CHROMIUM)('/docs in a browser', () => {
  it('/docs is where the address of the site leads, asks nobody else, and nothing in it is refused', async () => {
    const { page, asked, complaints, bytes } = await visit(browser, `${site}/`);
    expect(page.url()).toMatch(/\/docs(#|$)/);
    await page.getByText('Create a domain', { exact: true }).first().click();
    await page.getByText('The new domain.').first().waitFor();
    expect(asked.filter(isElsewhere)).toEqual([]);
    expect(complaints).toEqual([]);
    expect(bytes()).toBeGreaterThan(100_000);
    expect(bytes()).toBeLessThan(MOST_BYTES);
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
    await page.getByText('Create a domain', { exact: true }).first().click();
    const section = page.locator('section[id$="POST/api/domains"]');
    const sample = section.locator('pre').first();
    await expect.poll(() => sample.textContent()).toMatch(/^curl "[$]api[/]domains"/);
    expect(await section.textContent()).toContain('The id of the server on which the certificate is installed.');
    await section.getByRole('button', { name: 'curl' }).click();
    await page.getByRole('option', { name: 'TypeScript' }).click();
    await expect.poll(() => sample.textContent()).toContain("client.POST('/api/domains'");
  });

  it('/docs sends a request to the service with the keys that are typed, and keeps them nowhere', async () => {
    const { page, asked } = await visit(browser, `${site}/docs`);
    await typeKeys(page);
    await page.getByText('Create a domain', { exact: true }).first().click();
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const hostname = newHostname('docs');
    const body = dialog.locator('[role=textbox][data-language=json]').first();
    await body.click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(JSON.stringify({ url: hostname, server_id: 1 }));
    const answered = page.waitForResponse((answer) => answer.url() === `${site}/api/domains`);
    await dialog.getByRole('button', { name: /Send/ }).first().click();
    const answer = await answered;
    expect(answer.status()).toBe(201);
    expect(await answer.json()).toMatchObject({ url: hostname, dns_status: 'pending' });
    await dialog.getByText(hostname).last().waitFor();
    expect(asked.filter(isElsewhere)).toEqual([]);

    expect(await kept(page)).not.toContain(key);
    await page.goto(`${site}/docs`);
    await page.reload();
    await page.getByRole('heading', { name: 'Certificate provisioning API' }).waitFor();
    expect(await page.locator('input.scalar-password-input').first().inputValue()).toBe('');
    expect(await kept(page)).not.toContain(key);
  });
});
