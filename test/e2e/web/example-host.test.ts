import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_HOST } from '../../../local/example-host/page.ts';
import { checkConformance } from '../../../web/widget/server/conformance.ts';
import { probe } from '../../../web/widget/server/probe.ts';
import { CHROMIUM, launch, visitByPhone } from '../a-browser.ts';
import { component, connection, createDomain, dns, newHostname } from '../cloud.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

// The page of an invented SaaS with <cps-domain>, which `npm start` serves at /example-host/.

const HOST = `${connection.site_url}${EXAMPLE_HOST}`;
const PROXY = `${HOST}/domain-proxy`;
const IN_TIME = { timeout: PATIENCE_SECONDS * 1000 };

/** Runs in the page: records CSP violations and each response body before the widget reads it. */
const WITNESS = `window.violations = []; window.bodies = []; const ask = window.fetch;
addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective));
window.fetch = async (...asked) => { const answer = await ask(...asked); bodies.push(await answer.clone().text()); return answer; };`;

/** The browser's headers of a signed-in customer of the host. */
async function signIn(): Promise<Record<string, string>> {
  const answer = await fetch(`${HOST}/`);
  return { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

const connect = (headers: Record<string, string>, hostname: string) =>
  fetch(`${HOST}/domains`, { method: 'POST', headers, body: new URLSearchParams({ hostname }), redirect: 'manual' });

describe('the proxy of the example host', () => {
  it('keeps the twelve rules, and shows no domain that its customer has not connected', async () => {
    const headers = await signIn();
    const hostname = newHostname('gastgeber');
    const foreign = (await createDomain(newHostname('fremd'))).url;
    expect((await connect(headers, hostname)).headers.get('location')).toBe(`${EXAMPLE_HOST}/?hostname=${hostname}`);
    const results = await checkConformance(probe({ proxy: PROXY, hostname, foreign, headers }));
    // The host has one customer: no session may show the domain that the API has just created for another one.
    const others = results
      .filter(({ complaint }) => complaint !== undefined)
      .map(({ rule, isUntried }) => [rule.name, isUntried]);
    expect(others).toEqual([
      ['foreign', true],
      ['foreign-check', true],
    ]);
    const check = { method: 'POST', headers: { ...headers, 'x-requested-with': 'cps' } };
    for (const answer of [await fetch(`${PROXY}/${foreign}`, { headers }), await fetch(`${PROXY}/${foreign}/check`, check)])
      expect(answer.status).toBe(404);
    expect(results).toHaveLength(12);
    const undecodable = await (await fetch(`${PROXY}/%E0%A4%A`, { headers })).text();
    expect(undecodable).not.toContain('node_modules');
    const refused = await connect(headers, foreign);
    expect([refused.status, refused.headers.get('location')]).toEqual([422, null]);
  });

  it('knows whose a domain is after it was killed, and nobody is signed in then', async () => {
    const before = await signIn();
    const hostname = newHostname('danach');
    await connect(before, hostname);
    await component('example-host').kill();
    await component('example-host').start();
    expect((await fetch(`${PROXY}/${hostname}`, { headers: before })).status).toBe(401);
    expect((await fetch(`${PROXY}/${hostname}`, { headers: await signIn() })).status).toBe(200);
  });
});

describe.skipIf(!CHROMIUM)('the widget in the page of another', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  it('the widget on a phone, in German, under a strict policy: the record is copied and set, it says “ist online” without a reload, and no answer has a key', async () => {
    const { page, complaints } = await visitByPhone(browser, `${HOST}/`);
    const policy = (await page.reload())?.headers()['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    await page.addInitScript(WITNESS);
    const url = newHostname('laden');
    await page.getByLabel('Ihre Domain').fill(url);
    await page.getByRole('button', { name: 'Verbinden' }).click();
    await page.getByRole('heading', { name: 'Einen DNS-Eintrag anlegen' }).waitFor(IN_TIME);
    const copied = async (field: string, button = `${field} kopieren`) => {
      await page.getByRole('button', { name: button }).click();
      await page.getByText(`${field} kopiert`, { exact: true }).waitFor();
      return page.evaluate<string>('navigator.clipboard.readText()');
    };
    expect(`${await copied('Name', 'Namen kopieren')}.customer.test`).toBe(url);
    const value = await copied('Wert');
    expect(value).toBe(connection.cname_target);
    await page.evaluate('window.isSame = true');
    await dns.set(url, 'CNAME', [value]);
    await page.getByRole('button', { name: 'Jetzt prüfen' }).click();
    await page.getByRole('heading', { name: `${url} ist online` }).waitFor(IN_TIME);
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    const texts = await page.evaluate<string[]>('window.bodies');
    expect(texts.length).toBeGreaterThanOrEqual(3);
    for (const text of texts) {
      expect(text).not.toContain(connection.api_key);
      expect(text).not.toContain(connection.api_key_id);
      expect(text).not.toMatch(/sk_|whsec_|"(id|metadata|server_id)":/);
    }
    expect(await page.evaluate('window.violations')).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
