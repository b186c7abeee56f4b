import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../../web/widget/package.json' with { type: 'json' };
import { aLogo } from '../../lambdas/model/accounts/portal/a-portal.ts';
import { CHROMIUM, launch, visitByPhone } from '../a-browser.ts';
import { api, connection, createDomain, diagnosedAs, dns, newHostname, until } from '../cloud.ts';
import { admin, EVERYTHING, newOrganization } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000 };

async function linkTo(id: number, body: object = {}, key?: Awaited<ReturnType<typeof newOrganization>>['key']): Promise<string> {
  return (await api<{ url: string }>('POST', `/domains/${id}/portal-link`, { body, ...(key && { key }) })).body.url;
}
/** The request of the page's script. */
const follow = (url: string, form = '') => {
  const { origin, pathname, hash } = new URL(url);
  const headers = { 'x-portal-link': hash.slice('#s='.length), 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${origin}${pathname}`, { method: 'POST', headers, body: form });
};
const type = (address: string, hostname: string, more = '') =>
  fetch(address, { method: 'POST', body: new URLSearchParams(`hostname=${hostname}${more}`) });

describe('the portal, without a script', () => {
  it('the portal shows the record of a typed name, looks when it is asked to, and goes on from there', async () => {
    const { id, url } = await createDomain(newHostname('typed'));
    const shown = await (await type(connection.portal_url, url)).text();
    expect(shown).toContain(`<code>${connection.cname_target.replaceAll('.', '.<wbr>')}</code>`);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const looked = await (await type(connection.portal_url, url, '&action=check')).text();
    expect(looked).not.toContain('data-code="cname_not_found"');
    await expect.poll(async () => (await follow(await linkTo(id))).text(), IN_TIME).toContain('data-code="ok"');
  });

  it('the portal of an organization shows its logo, and none of another one’s domains', async () => {
    const { organizationId, key } = await newOrganization(EVERYTHING);
    await api('PUT', '/organization/theme', { key, body: { logo: aLogo() } });
    const { portal_url } = (await api<{ portal_url: string }>('GET', '/organization', { key })).body;
    const logo = /\/portal\/logos\/[0-9a-f]+/.exec(await (await fetch(portal_url)).text())?.[0] ?? '';
    expect((await fetch(`${connection.site_url}${logo}`)).headers.get('content-type')).toBe('image/png');
    const { id, url } = await createDomain(newHostname('foreign'));
    // The pages differ only in the typed name.
    const answers = [url, newHostname('unknown')].map(async (name) => {
      const answer = await type(portal_url, name);
      return [answer.status, (await answer.text()).replaceAll(name, 'the name')];
    });
    const [foreign, unknown] = await Promise.all(answers);
    expect(foreign).toEqual(unknown);
    const there = (await linkTo(id)).replace(/\/portal\/\w+/, new URL(portal_url).pathname);
    expect((await follow(there)).status).toBe(404);
    const { portal_path } = await admin('rotate-portal-token', '--organization', organizationId);
    expect([(await fetch(portal_url)).status, (await fetch(`${connection.site_url}${portal_path}`)).status]).toEqual([404, 200]);
  });

  it('the portal knows no links to a domain from before they were ended', async () => {
    const { id } = await createDomain(newHostname('ended'));
    const before = await linkTo(id);
    expect((await follow(before)).status).toBe(200);
    expect((await api('DELETE', `/domains/${id}/portal-link`)).status).toBe(200);
    const after = await linkTo(id);
    expect([(await follow(before)).status, (await follow(after)).status]).toEqual([404, 200]);
    await admin('end-portal-links', '--domain', String(id));
    expect((await follow(after)).status).toBe(404);
  });
});

describe.skipIf(!CHROMIUM)('the portal in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  const open = (url: string, options?: BrowserContextOptions) => visitByPhone(browser, url, options);
  const scrollWidth = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth');
  const verdict = (page: Page, text: string) => page.locator('#verdict', { hasText: text }).waitFor(IN_TIME);
  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');

  it('the portal on a phone, in German: the link is opened, the record copied and set, and the page says “ist online” without a reload', async () => {
    const { id, url } = await createDomain(newHostname('handy'));
    // Avoids the extra request of a page that is opened before the first check.
    await until(id, diagnosedAs('cname_not_found'));
    const { page, asked, complaints, bytes } = await open(await linkTo(id));
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(bytes()).toBeLessThanOrEqual(20_000);
    expect(asked.filter((address) => address.includes('v1.') && !address.includes('#'))).toEqual([]);
    await page.getByRole('button', { name: 'Namen kopieren' }).click();
    await page.getByText('Name kopiert').waitFor();
    expect(`${await copied(page)}.customer.test`).toBe(url);
    await page.getByRole('button', { name: 'Wert kopieren' }).click();
    await page.getByText('Wert kopiert').waitFor();
    await page.evaluate('window.isSame = true');
    await dns.set(url, 'CNAME', [await copied(page)]);
    await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
    await verdict(page, `${url} ist online`);
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('the portal fits 320 pixels, is served without JavaScript too, and its clipboard may be refused', async () => {
    const { id, url } = await createDomain(newHostname('schmal'));
    // Without JavaScript a page does not update: the result must be known before.
    await until(id, diagnosedAs('cname_not_found'));
    const without = await open(connection.portal_url, { viewport: { width: 320, height: 640 }, javaScriptEnabled: false });
    await without.page.getByLabel(/Ihre Domain/).fill(url);
    await without.page.getByRole('button', { name: 'Weiter' }).click();
    await verdict(without.page, 'Einen DNS-Eintrag anlegen');
    const { page, complaints } = await open(connection.portal_url, { viewport: { width: 320, height: 640 }, permissions: [] });
    await page.getByLabel(/Ihre Domain/).fill(url);
    await page.getByRole('button', { name: 'Weiter' }).click();
    await verdict(page, 'Einen DNS-Eintrag anlegen');
    expect(await scrollWidth(page)).toBe(320);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await page.getByRole('button', { name: 'Wert kopieren' }).click();
    await page.getByText(/Wert ist markiert/).waitFor();
    expect(await page.evaluate('getSelection().toString()')).toBe(connection.cname_target);
    expect(complaints).toEqual([]);
  });

  it('the script of the widget is loaded by a page of another origin, by its hash, and refused by another hash', async () => {
    const address = `${connection.site_url}/widget/${manifest.version}`;
    const { integrity } = (await (await fetch(`${address}/files.json`)).json()) as { integrity: Record<string, string> };
    const tag = (name: string, hash = integrity[name]) =>
      `<script type="module" src="${address}/${name}" integrity="${hash}" crossorigin="anonymous" onerror="document.title='refused'"></script>`;
    const element = '<cps-domain hostname="docs.acme.com" poll="off"></cps-domain>';
    const page = { '/': tag('cps-domain.js') + tag('locales/de.js'), '/other': tag('cps-domain.js', integrity['locales/de.js']) };
    const host = createServer(({ url }, response) => {
      const body = page[url as keyof typeof page];
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><html lang="de"><link rel="icon" href="data:,">${body ?? ''}${element}</html>`);
    });
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    const site = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    expect(new URL(connection.site_url).origin).not.toBe(site);
    const { page: shown } = await open(`${site}/`);
    // In German: the host page has no proxy, and the element shows an error in the language of the second script.
    await shown.getByText('Wir können diese Domain nicht anzeigen').waitFor(IN_TIME);
    const { page: other } = await open(`${site}/other`);
    await other.waitForFunction('document.title === "refused"', undefined, IN_TIME);
    expect(await other.evaluate('customElements.get("cps-domain") === undefined')).toBe(true);
    host.closeAllConnections();
    host.close();
  });
});
