import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { ownFonts } from './own-fonts.ts';
import { PICTURES, SCALE, takePictures } from './pictures.ts';

const KEPT = new URL('../../docs/pictures/', import.meta.url).pathname;
const MOST_BYTES = 60_000;
const names = Object.keys(PICTURES).map((name) => `${name}.webp`);

/** In pixels, as the head of a WebP file with a colour profile says it (RFC 9649, section 2.7). */
function sizeOf(file: Buffer): unknown {
  const isExtended = file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 16) === 'WEBPVP8X';
  return isExtended && { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
}

function requirePictures(folder: string): void {
  expect(readdirSync(folder).sort()).toEqual(names.toSorted());
  for (const [name, { width, height }] of Object.entries(PICTURES)) {
    const file = readFileSync(join(folder, `${name}.webp`));
    expect([name, sizeOf(file)]).toEqual([name, { width: width * SCALE, height: height * SCALE }]);
    expect(file.length).toBeLessThanOrEqual(MOST_BYTES);
    // One that shows nothing has a few hundred.
    expect(file.length).toBeGreaterThan(5000);
  }
}

it('the README has each picture, and there is no other', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect([...readme.matchAll(/docs\/pictures\/([\w-]+\.webp)/g)].map(([, name]) => name).sort()).toEqual(names.toSorted());
  requirePictures(KEPT);
});

it.skipIf(!CHROMIUM)('the pictures of the README can be made anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cps-pictures-'));
  const browser = await launch(ownFonts());
  await takePictures(browser, folder);
  await browser.close();
  requirePictures(folder);
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
