import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aView } from '../copy/a-view.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { type Host, openHost, show } from './widget-page.ts';

const APP = new URL('react-app.mjs', import.meta.url).pathname;

let browser: Browser;
let host: Host;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  host = await openHost();
});
afterAll(async () => {
  await browser?.close();
  await host?.close();
});

it.skipIf(!CHROMIUM)(
  'the widget in React gets its properties, and tells its events, also when another hostname is shown',
  async () => {
    const define = { 'process.env.NODE_ENV': '"production"' };
    const { outputFiles } = await build({ entryPoints: [APP], define, bundle: true, format: 'iife', write: false });
    for (const name of ['docs.acme.com', 'shop.acme.com']) {
      host.answers.set(name, { ...aView({ code: 'server_not_connected', actor: 'integrator' }), url: name });
    }
    const { page } = await show(await browser.newContext(), host, { html: '<div id="app"></div>', bare: 'yes' });
    await page.evaluate(outputFiles[0]?.text ?? '');
    await page.evaluate("window.show('docs.acme.com')");
    await page.getByRole('heading', { name: 'Waiting for Acme' }).waitFor();
    await page.evaluate("window.show('shop.acme.com')");
    await page.getByText('shop.acme.com').waitFor();
    await expect.poll(() => page.evaluate('window.heard')).toEqual(['docs.acme.com', 'shop.acme.com']);
  },
);
