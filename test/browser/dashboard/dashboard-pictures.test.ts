import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
import { CHROMIUM, launch } from '../../e2e/a-browser.ts';
import { ownFonts } from '../own-fonts.ts';
import { takeDashboardPictures } from '../pictures.ts';
import { requirePictures } from '../require-pictures.ts';
import { DASHBOARD_PICTURES } from './dashboard-pictures.ts';

it.skipIf(!CHROMIUM)('the pictures of the dashboard can be made anew', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cps-pictures-'));
  const browser = await launch(ownFonts());
  await takeDashboardPictures(browser, folder);
  await browser.close();
  requirePictures(folder, DASHBOARD_PICTURES);
  rmSync(folder, { recursive: true });
});
