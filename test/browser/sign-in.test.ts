import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProvider } from '../../lambdas/sign-in/provider.gateway.ts';
import { anyFreePort } from '../../local/machine/free-ports.ts';
import { LOCAL_CLIENT_ID } from '../../local/processes/sign-in.ts';
import { peopleFile, setPassword } from '../../local/sign-in/people.ts';
import { signInProvider } from '../../local/sign-in/provider.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { violations } from './states.ts';

const SITE = 'http://localhost:8080';
const EMAIL = 'mara@cps.test';
const FLOW = {
  ...{ state: 's'.repeat(43), nonce: 'n'.repeat(43), codeVerifier: 'v'.repeat(43), returnPath: '/' },
  ...{ isFresh: false, endsAt: '2099-01-01T00:00:00.000Z' },
};
/** In the page: the focused element, and its outline. */
const FOCUSED = `(({ id, textContent }, { outlineStyle, outlineWidth }) => [id || textContent, outlineStyle, outlineWidth])(
  document.activeElement, getComputedStyle(document.activeElement))`;

let browser: Browser;
let server: ReturnType<typeof signInProvider>;
let address: string;
beforeAll(async () => {
  if (!CHROMIUM) return;
  const file = peopleFile(mkdtempSync(join(tmpdir(), 'people-')));
  setPassword(file, EMAIL, 'right');
  const port = await anyFreePort();
  const issuer = `http://localhost:${port}`;
  server = signInProvider({ issuer, clientId: LOCAL_CLIENT_ID, siteUrl: SITE, file }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const config = { issuer, clientId: LOCAL_CLIENT_ID, groupsClaim: 'groups', groupRoles: [] };
  const provider = openProvider(config, { clock: () => new Date(), clientSecret: async () => undefined });
  address = (await provider.authorizationUrl(FLOW, `${SITE}/app/callback`)).href;
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
  server?.closeAllConnections();
});

async function open(): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  await page.getByLabel('Password').waitFor();
  return page;
}

async function typeAll(page: Page, email: string, password: string): Promise<void> {
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
}

describe.skipIf(!CHROMIUM)('the sign-in of one’s own machine, with the keyboard alone', () => {
  it('begins in the address, goes on to the password and the button, and shows which has the focus', async () => {
    const page = await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    const seen: unknown[] = [];
    for (let stop = 0; stop < 3; stop += 1) {
      seen.push(await page.evaluate(FOCUSED));
      await page.keyboard.press('Tab');
    }
    expect(seen).toEqual(['email', 'password', 'Sign in'].map((name) => [name, 'solid', '2px']));
    await page.close();
  });

  it('leads on by Enter; a mistake is said, and the address has the focus again', async () => {
    const page = await open();
    await typeAll(page, EMAIL, 'wrong');
    await page.getByRole('alert').getByText('Address or password is wrong.').waitFor();
    expect(await page.evaluate(FOCUSED)).toEqual(['email', 'solid', '2px']);
    // Nothing answers the redirect: only its URL counts.
    await Promise.all([page.waitForRequest(/\/app\/callback\?code=/), typeAll(page, EMAIL, 'right')]);
    await page.close();
  });
});
