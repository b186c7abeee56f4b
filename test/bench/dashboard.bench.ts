import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Cloud } from '../../local/cloud.ts';
import { aDomain, fillAccount } from '../browser/dashboard/played-account.ts';
import { openPage, playDashboard } from '../browser/dashboard/played-dashboard.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { forgetCloud, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';

// How long somebody waits for the dashboard: until its largest part is painted, with nothing kept and with all that a browser
// keeps; until a filter shows its rows; and until a pasted list has its verdicts. On a machine that does other work the times
// say little.

const TIMES = { short: 1, long: 5 };
const AIM = { cold: 0.9, warm: 0.4, filter: 0.1, pasted: 10, shift: 0.05 };
const ROWS = 1000;
const PASTED = 200;
const MINUTE_MS = 60_000;

/** Kept by the browser since the page was opened: of the largest part, in ms; and how far parts have moved in all. */
const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;
/** From the choice of a verdict to the frame that says how many rows there are now, in ms. */
const filterTo = (code: string, shown: string) => `new Promise((resolve) => {
  const select = document.querySelector('.filters select');
  const status = document.querySelector('.filters [role=status]');
  const startedAt = performance.now();
  select.value = '${code}';
  select.dispatchEvent(new Event('change', { bubbles: true }));
  const look = () => (status.textContent === '${shown}' ? resolve(performance.now() - startedAt) : requestAnimationFrame(look));
  requestAnimationFrame(look);
})`;

interface Painted {
  seconds: number;
  shift: number;
}

async function paintedAt(page: Page, url: string): Promise<Painted> {
  await page.goto(url);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.waitForLoadState('networkidle');
  const seconds = (await page.evaluate<number>(LARGEST_PAINT)) / 1000;
  return { seconds, shift: await page.evaluate<number>(SHIFT) };
}

/** Signed in, as the owner whose password the start has printed. */
async function signIn(browser: Browser, { connection }: Cloud) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(connection.dashboard_url);
  await page.getByLabel('E-mail address').fill(connection.dashboard_email);
  await page.getByLabel('Password').fill(connection.dashboard_password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const kept = { storageState: await context.storageState() };
  await context.close();
  return { kept, url: page.url() };
}

type Kept = Pick<BrowserContextOptions, 'storageState'>;

/** The same page twice in one browser, which has nothing of it before the first. */
async function paintedTwice(browser: Browser, url: string, kept: Kept): Promise<[cold: Painted, warm: Painted]> {
  const context = await browser.newContext({ ...kept, viewport: { width: 1440, height: 900 } });
  const cold = await paintedAt(await context.newPage(), url);
  const warm = await paintedAt(await context.newPage(), url);
  await context.close();
  return [cold, warm];
}

/**
 * How many of the pasted names have their verdict after the time in which all should. A person has 300 requests a minute, so it
 * begins with one.
 */
async function verdictsInTime(browser: Browser, url: string, kept: Kept): Promise<number> {
  const context = await browser.newContext(kept);
  const page = await context.newPage();
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  await page.goto(`${url}/domains/new`);
  await page.getByRole('heading', { name: 'Add domains' }).waitFor();
  const names = Array.from({ length: PASTED }, (_, index) => `pasted-${index}.customer.test`);
  await page.getByRole('textbox', { name: /A hostname of a customer/ }).fill(names.join('\n'));
  await sleep(AIM.pasted * 1000);
  const [checked = 0] = (await page.locator('.name-check [role=status]').allTextContents()).map((text) =>
    Number.parseInt(text, 10),
  );
  const refused = await page.locator('.name-check .bad').count();
  await context.close();
  return checked - refused;
}

/** Seconds from the choice of a verdict to its rows, and back to all, of an account of a thousand domains. */
async function filteredIn(browser: Browser, times: number): Promise<number[]> {
  const dashboard = await playDashboard();
  const verdicts = [{}, { code: 'in_progress', actor: 'service' }, { code: 'ok', actor: 'nobody' }] as const;
  const domains = Array.from({ length: ROWS }, (_, index) => aDomain(index + 1, `d${index}.acme.test`, verdicts[index % 25]));
  fillAccount(dashboard, domains);
  const { page } = await openPage(browser, dashboard.site, '/live/domains');
  await page.getByText('50 shown').waitFor();
  const found = domains.filter(({ diagnosis }) => diagnosis.code === 'ok').length;
  const all: number[] = [];
  for (let n = 0; n < times; n += 1) {
    all.push(
      await page.evaluate<number>(filterTo('ok', `${found} shown`)),
      await page.evaluate<number>(filterTo('', '50 shown')),
    );
  }
  await page.context().close();
  await dashboard.close();
  return all.map((milliseconds) => milliseconds / 1000);
}

export async function run(size: Size): Promise<Measurement[]> {
  if (CHROMIUM === undefined) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
  const times = TIMES[size];
  const browser = await launch();
  try {
    const filtered = await filteredIn(browser, times);
    return await withCloud({ hasDashboard: true }, async (cloud) => {
      const { kept, url } = await signIn(browser, cloud);
      const pairs: [cold: Painted, warm: Painted][] = [];
      for (let n = 0; n < times; n += 1) pairs.push(await paintedTwice(browser, url, kept));
      const verdicts = await verdictsInTime(browser, url, kept);
      const seconds = (what: string, value: number, atMost: number) => time(`${what}, s`, value, { atMost }, decimals(2));
      const painted = (which: 0 | 1) => median(pairs.map((pair) => pair[which].seconds));
      const shift = Math.max(...pairs.flat().map((each) => each.shift));
      return [
        seconds('largest part of the first screen is painted, nothing kept (median)', painted(0), AIM.cold),
        seconds('the same, opened again (median)', painted(1), AIM.warm),
        count('how far its parts move while it loads', shift, { atMost: AIM.shift }, decimals(3)),
        seconds(`a filter of ${ROWS} domains shows its rows (median)`, median(filtered), AIM.filter),
        time(`of ${PASTED} pasted names have their verdict within ${AIM.pasted} s`, verdicts, { atLeast: PASTED }),
      ];
    });
  } finally {
    await browser.close();
    forgetCloud();
  }
}
