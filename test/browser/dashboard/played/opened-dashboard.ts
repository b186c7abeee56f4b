import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { CHROMIUM, launch } from '../../../e2e/a-browser.ts';
import { fillAccount } from './played-account.ts';
import { openPage, type PlayedDashboard, playDashboard } from './played-dashboard.ts';

/** For the tests of one file: a browser, and a dashboard whose account is reset before each test. */
export function openDashboard() {
  let browser: Browser;
  const dashboard = {} as PlayedDashboard;
  beforeAll(async () => {
    if (!CHROMIUM) return;
    const [launched, played] = await Promise.all([launch(), playDashboard()]);
    browser = launched;
    Object.assign(dashboard, played);
  });
  afterAll(async () => {
    await browser?.close();
    await dashboard.close?.();
  });
  beforeEach(() => {
    if (CHROMIUM) fillAccount(dashboard);
  });
  return {
    dashboard,
    open: (path: string, options?: BrowserContextOptions) => openPage(browser, dashboard.site, path, options),
    /** Requests that the dashboard sent, for example by `POST /keys`. */
    asked: (name: string) => dashboard.sent.filter(({ method, path }) => `${method} ${path}` === name),
  };
}

/** Whether the page still contains a secret, visible or not. */
export async function isAnywhere(page: Page, secret: string): Promise<boolean> {
  const all = await page.evaluate(
    "document.documentElement.outerHTML + JSON.stringify([localStorage, sessionStorage, history.state, location.href]) + [...document.querySelectorAll('input')].map(({ value }) => value)",
  );
  return String(all).includes(secret);
}
