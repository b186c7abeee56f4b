import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** The headless shell first: the others draw windows, menus and frames that nobody sees, in three times the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const FOLDERS = (process.env.PATH ?? '').split(delimiter);
const onPath = NAMES.flatMap((name) => FOLDERS.map((folder) => join(folder, name)));

/** Chromium of this machine, which `.ci/run` installs where it may; another one by CPS_CHROMIUM. */
export const CHROMIUM = [process.env.CPS_CHROMIUM ?? '', ...onPath].find((path) => path !== '' && existsSync(path));
if (CHROMIUM === undefined)
  console.log('No Chromium is here: the tests of pages in a browser are left out. apt-get install chromium-headless-shell');

/** What a page did while it was looked at. */
export interface Visit {
  page: Page;
  /** Every address that it asked, or was kept from asking by its policy. */
  asked: string[];
  /** What the browser complained of. */
  complaints: string[];
  /** Of all answers, as they came over the wire. */
  bytes: () => number;
}

/** `environment`: beside that of this process. */
export function launch(environment: Record<string, string> = {}): Promise<Browser> {
  // Root has no sandbox; the page is our own.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM ?? '', args, env: { ...process.env, ...environment } });
}

/** With nothing kept from other visits. */
export async function visit(browser: Browser, url: string, viewport = { width: 1300, height: 900 }): Promise<Visit> {
  const visited = await open(browser, { viewport });
  await visited.page.goto(url);
  await visited.page.getByRole('heading', { name: 'Certificate provisioning API' }).waitFor();
  return visited;
}

/** A German phone, whose clipboard may be read. Everything that its console says is a complaint. */
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
