import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../contract/paths.ts';
import { CHROMIUM, launch } from '../../e2e/a-browser.ts';
import { brandOf, follow, PHONE, type PlayedPortal, playPortal, type Shown } from '../portal-page.ts';
import { STATES, TWICE_THE_SIZE, violations } from '../states.ts';

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

describe.skipIf(!CHROMIUM)('the portal for everybody', () => {
  it.each(['light', 'dark'] as const)('has no finding of axe on any page, in either brand: %s', async (colorScheme) => {
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

  it.each(LOCALES)('has no finding of axe in any language, and fits 320 px: %s', async (lang) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 844 } });
    for (const shown of PAGES) {
      portal.shown = shown;
      await follow(page, portal, lang);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page)).toEqual([]);
      }
    }
    await page.close();
  });

  it('has no finding of axe on any page with letters of twice the size, and fits 320 px', async () => {
    const page = await browser.newPage({ viewport: { width: 320, height: 844 } });
    for (const shown of PAGES) {
      portal.shown = shown;
      await follow(page, portal);
      await page.evaluate(TWICE_THE_SIZE);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      expect(await violations(page)).toEqual([]);
    }
    await page.close();
  });
});
