import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The headless shell first: the others also render windows and menus, which takes three times the CPU time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FOLDERS = (process.env.PATH ?? '').split(delimiter);
const onPath = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));

/** Chromium of this machine, which `.ci/run` installs where it can; CPS_CHROMIUM names another one. */
export const CHROMIUM = [process.env.CPS_CHROMIUM ?? '', ...onPath].find((path) => path !== '' && existsSync(path));
if (CHROMIUM === undefined)
  console.log('No Chromium is here: the tests of pages in a browser are left out. apt-get install chromium-headless-shell');

export interface Visit {
  page: Page;
  /** URLs of all requests, including those that the CSP blocked. */
  asked: string[];
  /** Console messages and page errors. */
  complaints: string[];
  /** Size of all responses as transferred. */
  bytes: () => number;
}

/** `environment`: in addition to that of this process. */
export function launch(environment: Record<string, string> = {}): Promise<Browser> {
  // Chromium has no sandbox as root; the page is trusted.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM ?? '', args, env: { ...process.env, ...environment } });
}

/** Opens a page in a new context, without cookies or storage of other visits. */
export async function visit(browser: Browser, url: string, viewport = { width: 1300, height: 900 }): Promise<Visit> {
  const visited = await open(browser, { viewport });
  await visited.page.goto(url);
  await visited.page.getByRole('heading', { name: 'Certificate provisioning API' }).waitFor();
  return visited;
}

/** A phone with a German locale and clipboard access. Every console message is a complaint. */
export async function visitByPhone(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE', permissions: ['clipboard-read', 'clipboard-write'] };
  const visited = await open(browser, { ...phone, ...options }, () => true);
  await visited.page.goto(url);
  return visited;
}

async function open(
  browser: Browser,
  options: BrowserContextOptions,
  isComplaint = (type: string) => ['error', 'warning'].includes(type),
): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  let received = 0;
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => {
    if (isComplaint(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength;
  });
  return { page, asked, complaints, bytes: () => received };
}
