import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { type PlayedPortal, playPortal } from './portal-page.ts';

let browser: Browser;
let portal: PlayedPortal;
let site: Server;
let origin: string;
beforeAll(async () => {
  if (!CHROMIUM) return;
  browser = await launch();
  portal = await playPortal('asking');
  site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><iframe src="${portal.url}"></iframe>`);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await browser?.close();
  await portal?.close();
  site?.closeAllConnections();
  site?.close();
});

/** The page of the other site, and the console messages about the frame in it. */
async function frame(): Promise<{ page: Page; said: string[] }> {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto(origin);
  return { page, said };
}
const heading = (page: Page) => page.frameLocator('iframe').getByRole('heading', { name: 'Connect your domain' });

describe.skipIf(!CHROMIUM)('the portal in a frame', () => {
  it.each([[[]], [['https://app.shop.example']]])(
    'is blank in a site that its theme does not name: %j',
    async (frame_ancestors) => {
      portal.theme = { frame_ancestors };
      const { page, said } = await frame();
      await expect.poll(() => said.join()).toContain('frame-ancestors');
      await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
      expect(await heading(page).count()).toBe(0);
      await page.close();
    },
  );

  it('is shown in a site that its theme names', async () => {
    portal.theme = { frame_ancestors: [origin] };
    const { page, said } = await frame();
    await heading(page).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });
});
