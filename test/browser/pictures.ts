import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { PublicView } from '../../contract/public-view.ts';
import { publicView } from '../../copy/public-view.ts';
import { wholeTheme } from '../../lambdas/model/accounts/portal/theme.ts';
import type { Diagnosis } from '../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { domainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Domain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { themeCss } from '../../lambdas/pages/document.ts';
import { EXAMPLE_HOST, examplePage, STYLE } from '../../local/example-host/page.ts';
import { PROJECT } from '../../local/machine/environment.ts';
import { buildWidget } from '../../web/widget/build.ts';
import manifest from '../../web/widget/package.json' with { type: 'json' };
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { aDomain } from '../lambdas/a-domain.ts';
import { DASHBOARD_PICTURES, showDashboard } from './dashboard/dashboard-pictures.ts';
import { ownFonts } from './own-fonts.ts';
import { brandOf, follow, playPortal } from './portal-page.ts';

/** The viewport in CSS pixels; a picture has SCALE times as many. */
interface Size {
  width: number;
  height: number;
}
const PHONE: Size = { width: 390, height: 844 };
const DESKTOP: Size = { width: 1000, height: 844 };
export const SCALE = 1.5;
const QUALITY = 55;
/** For pages with much text, which is mostly read on the page itself. */
const DASHBOARD_QUALITY = 34;
const HOST = 'http://example-host.localhost';

/** The view that the proxy and the portal derive from a domain. */
const viewOf = (domain: Domain): PublicView => publicView(domainResource(domain), { is: 'owner', brand: undefined });
const waitingView = (diagnosis: Pick<Diagnosis, 'code' | 'observed'>): PublicView =>
  viewOf(aDomain('awaiting-dns', { diagnosis: { evidence: [], ...diagnosis } }));
const MISSING = waitingView({ code: 'cname_not_found' });
const WRONG = waitingView({ code: 'invalid_cname_target', observed: 'shops.example.net' });
const LIVE = viewOf(aDomain('active'));

/**
 * The pictures of portal and widget in README.md (`npm run write -- pictures`), taken with the pages and scripts of a deployment.
 */
export const PICTURES: Record<string, Size> = {
  'portal-bakery-de': PHONE,
  'portal-orbit-live': PHONE,
  'widget-in-a-page': DESKTOP,
};

export async function takePictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const take = async (name: string, options: BrowserContextOptions, show: (page: Page) => Promise<unknown>) => {
    const viewport = PICTURES[name] ?? PHONE;
    const page = await browser.newPage({ viewport, ...options });
    await show(page);
    await takePicture(page, viewport, join(folder, `${name}.webp`));
    await page.close();
  };

  const portal = await playPortal(MISSING);
  Object.assign(portal, { theme: brandOf('bakery'), brand: 'Brötchen & Söhne' });
  await take('portal-bakery-de', {}, (page) => follow(page, portal, 'de'));
  Object.assign(portal, { theme: brandOf('orbit'), brand: 'Orbit', shown: LIVE });
  await take('portal-orbit-live', { colorScheme: 'dark' }, (page) => follow(page, portal));
  await portal.close();
  await take('widget-in-a-page', {}, showHost);
}

/** The dashboard's pictures, which need its build. */
export async function takeDashboardPictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await showDashboard(browser, (name, page) =>
    takePicture(page, DASHBOARD_PICTURES[name], join(folder, `${name}.webp`), DASHBOARD_QUALITY),
  );
}

async function takePicture(page: Page, screen: Size, file: string, quality = QUALITY): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality },
    clip: { x: 0, y: 0, ...screen, scale: SCALE },
  });
  writeFileSync(file, Buffer.from(data, 'base64'));
}

/** The page of the example host, with its server's answers. */
async function showHost(page: Page): Promise<void> {
  const built = mkdtempSync(join(tmpdir(), 'cps-pictures-'));
  await buildWidget(built);
  const scripts = join(built, 'script', manifest.version);
  const script = JSON.parse(readFileSync(join(scripts, 'files.json'), 'utf8'));
  const shown = {
    language: 'en',
    hostname: WRONG.url,
    suggested: '',
    refusal: undefined,
    portalPath: '/portal',
    script,
  } as const;
  const answers: Record<string, { body: string; contentType: string }> = {
    [`${EXAMPLE_HOST}/`]: { body: examplePage(shown), contentType: 'text/html; charset=utf-8' },
    [`${EXAMPLE_HOST}/style.css`]: { body: STYLE, contentType: 'text/css' },
    [`${EXAMPLE_HOST}/domain-proxy/${WRONG.url}`]: { body: JSON.stringify(WRONG), contentType: 'application/json' },
    [`/widget/${manifest.version}/cps-domain.js`]: {
      body: readFileSync(join(scripts, 'cps-domain.js'), 'utf8'),
      contentType: 'text/javascript',
    },
    '/portal/theme.css': { body: themeCss(wholeTheme(brandOf('bakery'))), contentType: 'text/css' },
  };
  rmSync(built, { recursive: true });
  await page.route('**/*', (route) => route.fulfill(answers[new URL(route.request().url()).pathname] ?? { status: 404 }));
  await page.goto(`${HOST}${EXAMPLE_HOST}/`);
  await page.getByRole('heading', { name: 'The record points somewhere else' }).waitFor();
}

/** Takes all pictures of README.md and docs/guides/dashboard.md. */
if (process.argv[1]?.endsWith('pictures.ts')) {
  if (CHROMIUM === undefined) process.exit(1);
  const browser = await launch(ownFonts());
  const folder = process.argv[2] ?? join(PROJECT, 'docs', 'pictures');
  await takePictures(browser, folder);
  await takeDashboardPictures(browser, folder);
  await browser.close();
}
