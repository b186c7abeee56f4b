import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHROMIUM, launch } from '../../e2e/a-browser.ts';
import { violations } from '../states.ts';
import { fillAccount } from './played-account.ts';
import { open, type PlayedDashboard, playDashboard } from './played-dashboard.ts';

let browser: Browser;
let dashboard: PlayedDashboard;
beforeAll(async () => {
  if (!CHROMIUM) return;
  [browser, dashboard] = await Promise.all([launch(), playDashboard()]);
});
afterAll(async () => {
  await browser?.close();
  await dashboard?.close();
});
beforeEach(() => {
  if (CHROMIUM) fillAccount(dashboard);
});

const SIZES = { phone: { width: 390, height: 844 }, desk: { width: 1440, height: 900 } };

/** Each page, and what is done in it before it is looked at. */
const PAGES: Record<string, { path: string; prepare?: (page: Page) => Promise<unknown> }> = {
  overview: { path: '/live', prepare: (page) => page.getByRole('link', { name: /Fix it/ }).waitFor() },
  'empty overview': {
    path: '/live',
    prepare: async (page) => {
      fillAccount(dashboard, []);
      await page.reload();
      await page.getByRole('heading', { name: 'With curl' }).waitFor();
    },
  },
  domains: { path: '/live/domains', prepare: (page) => page.getByRole('link', { name: 'shop.hooli.test' }).waitFor() },
  'domains in test mode': { path: '/test/domains', prepare: (page) => page.getByRole('heading').first().waitFor() },
  'domains without a match': {
    path: '/live/domains?prefix=nothing',
    prepare: (page) => page.getByText('No domain matches.').waitFor(),
  },
  'domains that cannot be loaded': {
    path: '/live/domains',
    prepare: async (page) => {
      dashboard.answers.set('GET /domains', { status: 404 });
      await page.reload();
      await page.getByRole('alert').waitFor();
    },
  },
  'domain whose record is wrong': {
    path: '/live/domains/2',
    prepare: (page) => page.getByRole('button', { name: 'Copy Value' }).waitFor(),
  },
  'certificate of a domain': {
    path: '/live/domains/5',
    prepare: async (page) => {
      await page.getByRole('tab', { name: 'Certificate' }).click();
      await page.getByText('ECDSA P-256').waitFor();
    },
  },
  'domain that is none': {
    path: '/live/domains/9',
    prepare: (page) => page.getByRole('heading', { name: 'No such domain' }).waitFor(),
  },
  'menu of a domain': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).waitFor();
    },
  },
  'question before a deletion': {
    path: '/live/domains/2',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  'list of keys': {
    path: '/live',
    prepare: async (page) => {
      await page.getByRole('link', { name: /Fix it/ }).waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  'page to add domains': {
    path: '/live/domains/new',
    prepare: async (page) => {
      await page.getByRole('textbox').fill('a.test');
      await page.getByText('1 checked', { exact: false }).waitFor();
    },
  },
};

describe.skipIf(!CHROMIUM)('the dashboard for everybody', () => {
  it.each(Object.entries(PAGES))(
    'axe finds nothing in light or dark, on a phone or a desk, and nothing sticks out: %s',
    async (_, { path, prepare }) => {
      for (const viewport of Object.values(SIZES)) {
        fillAccount(dashboard);
        const { page, complaints } = await open(browser, dashboard.site, path, { viewport });
        await prepare?.(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page)).toEqual([]);
        }
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
        expect(complaints).toEqual([]);
        await page.context().close();
      }
    },
  );
});
