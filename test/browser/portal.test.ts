import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../lambdas/shared/contract/locales.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { aView } from '../web/copy/a-view.ts';
import { brandOf, follow, PHONE, type PlayedPortal, playPortal, type Shown } from './portal-page.ts';
import { STATES, violations } from './states.ts';

const BRANDS = ['bakery', 'orbit'].map(brandOf);
const PAGES: Shown[] = [...Object.values(STATES), 'hidden', 'too-many'];

let browser: Browser;
let portal: PlayedPortal;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  portal = await playPortal('asking');
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
});

describe.skipIf(!CHROMIUM)('the portal’s page', () => {
  it('a click on “Check now” while the page is asked for is not lost: the look follows', async () => {
    const page = await browser.newPage(PHONE);
    // A look that is late: the page asks again by itself at once.
    portal.shown = aView({ next_check_at: new Date(Date.now() - 29_000).toISOString() });
    await follow(page, portal);
    let release = () => {};
    portal.held = new Promise((free) => {
      release = free;
    });
    portal.forms.length = 0;
    await expect.poll(() => portal.forms.length, { timeout: 10_000 }).toBe(1);
    await page.getByRole('button', { name: 'Check now' }).click();
    portal.held = Promise.resolve();
    release();
    await expect.poll(() => portal.forms.map((form) => form.get('action')), { timeout: 10_000 }).toEqual([null, 'check']);
    await page.close();
  });

  it.each(['light', 'dark'] as const)('axe finds nothing on any page of the portal, in either brand: %s', async (colorScheme) => {
    const page = await browser.newPage({ ...PHONE, colorScheme });
    for (const theme of BRANDS) {
      portal.theme = theme;
      for (const shown of PAGES) {
        portal.shown = shown;
        await follow(page, portal);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await violations(page)).toEqual([]);
      }
    }
    await page.close();
  });

  it.each(LOCALES)('axe finds nothing on the portal’s page in every language, which fits 320 px: %s', async (lang) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 844 } });
    for (const shown of PAGES) {
      portal.shown = shown;
      await follow(page, portal, lang);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await violations(page)).toEqual([]);
    }
    await page.close();
  });
});
