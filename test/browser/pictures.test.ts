import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { DASHBOARD_PICTURES } from './dashboard/dashboard-pictures.ts';
import { ownFonts } from './own-fonts.ts';
import { PICTURES, takePictures } from './pictures.ts';
import { requirePictures } from './require-pictures.ts';

const ROOT = new URL('../../', import.meta.url);
const ALL = { ...PICTURES, ...DASHBOARD_PICTURES };

it('README and the page about the dashboard show each picture, and there is no other', () => {
  const pages = ['README.md', 'docs/guides/dashboard.md'].map((page) => readFileSync(new URL(page, ROOT), 'utf8')).join('');
  const shown = [...pages.matchAll(/\((?:docs\/|\.\.\/)?pictures\/([\w-]+)\.webp\)/g)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(Object.keys(ALL).toSorted());
  requirePictures(new URL('docs/pictures/', ROOT).pathname, ALL);
});

it.skipIf(!CHROMIUM)('the pictures of the README can be made anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cps-pictures-'));
  const browser = await launch(ownFonts());
  await takePictures(browser, folder);
  await browser.close();
  requirePictures(folder, PICTURES);
  rmSync(folder, { recursive: true });
});

it.skipIf(!CHROMIUM).each([
  ['system-ui, sans-serif', 'Sign in', 'Inter'],
  ['"Iowan Old Style", serif', 'Brötchen ✓', 'Inter'],
  ['ui-monospace, monospace', 'q7m2.cname.cps.test', 'JetBrains Mono Medium'],
  ['system-ui', '日本語', 'MotoyaLCedar'],
])('text in pictures is drawn alike on every machine: %s', async (family, text, font) => {
  const browser = await launch(ownFonts());
  const page = await browser.newPage();
  await page.setContent(`<p style='font: 16px ${family}'>${text}</p>`);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ familyName }) => familyName)).toEqual([font]);
  await browser.close();
});
