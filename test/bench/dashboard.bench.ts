import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Cloud } from '../../local/cloud.ts';
import { aDomain, fillAccount } from '../browser/dashboard/played/played-account.ts';
import { openPage, playDashboard } from '../browser/dashboard/played/played-dashboard.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { forgetCloud, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';

// Waiting times in the dashboard: until its largest contentful paint, with an empty and with a full browser cache; until a filter
// shows its rows; and until a pasted list is checked. The aims in seconds hold for an idle machine. Ratios also hold on a busy
// one: they compare with the smallest page that does the same in the same minute on the same cloud, a page of one sentence with
// one API request, and a list of one name.

const TIMES = { short: 1, long: 5 };
const AIM = { cold: 0.9, warm: 0.4, filter: 0.1, pasted: 10, shift: 0.05, blocked: 0.15 };
const ROWS = 1000;
const PASTED = 200;
const MINUTE_MS = 60_000;
/** Multiples of the bare page's time; for a list, at most the time of its names one after another. */
const MAX_TIMES = { painted: 8, pasted: PASTED };
const PATIENCE_MS = 60_000;
/** Shows a sentence after an API request for the session. Playwright serves it: its URL has no file. */
const BARE_PAGE = `<!doctype html><title>Bare</title><p></p><script>
  fetch('/app/v1/me').then((answer) => answer.json()).then(({ email }) => {
    document.querySelector('p').textContent = email + ' has signed in. '.repeat(40);
  });
</script>`;

/** Recorded by the browser since the start of the page: start of the largest paint in ms; and the sum of all layout shifts. */
const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;
const SHIFT = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) sum += value; })
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;
/** Total blocking time: the part of each of the page's tasks beyond 50 ms, in ms. */
const BLOCKED = `new Promise((resolve) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) sum += duration - 50; })
    .observe({ type: 'longtask', buffered: true });
  requestAnimationFrame(() => setTimeout(() => resolve(sum)));
})`;
/** Lighthouse's phone: its viewport, and its CPU slowdown. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };
const PHONE_IS_SLOWER = 4;
/** From the choice of a filter to the frame with the new number of rows, in ms. */
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

async function barePaintedAt(page: Page, url: string): Promise<number> {
  const bare = new URL('/bare', url).href;
  await page.route(bare, (route) => route.fulfill({ contentType: 'text/html', body: BARE_PAGE }));
  await page.goto(bare);
  await page.getByText('has signed in').waitFor();
  return (await page.evaluate<number>(LARGEST_PAINT)) / 1000;
}

/** Signs in as the owner whose password the start printed. */
async function signIn(browser: Browser, { connection }: Cloud) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(connection.dashboard_url);
  await page.getByLabel('E-mail address').fill(connection.dashboard_email);
  await page.getByLabel('Password').fill(connection.dashboard_password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The first sign-in asks the owner whether to join.
  const overview = page.getByRole('heading', { name: 'Overview' });
  const join = page.getByRole('button', { name: 'Join First organization' });
  await overview.or(join).waitFor();
  if (await join.isVisible()) await join.click();
  await overview.waitFor();
  const kept = { storageState: await context.storageState() };
  await context.close();
  return { kept, url: page.url() };
}

type Kept = Pick<BrowserContextOptions, 'storageState'>;

/** Loads the page twice in one browser, first with an empty cache, with the bare page in between. */
async function paintedTwice(browser: Browser, url: string, kept: Kept) {
  const context = await browser.newContext({ ...kept, viewport: { width: 1440, height: 900 } });
  const cold = await paintedAt(await context.newPage(), url);
  const bare = await barePaintedAt(await context.newPage(), url);
  const warm = await paintedAt(await context.newPage(), url);
  await context.close();
  return { cold, bare, warm };
}

async function blockedOnPhone(browser: Browser, url: string, kept: Kept): Promise<number> {
  const context = await browser.newContext({ ...kept, ...PHONE });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PHONE_IS_SLOWER });
  await paintedAt(page, url);
  const seconds = (await page.evaluate<number>(BLOCKED)) / 1000;
  await context.close();
  return seconds;
}

interface Checked {
  /** Number of names that were checked within the target time. */
  inTime: number;
  /** Times until the last name of the list was checked, and until a single name was. */
  seconds: number;
  secondsOfOne: number;
}

/** A person's limits are as many checks a minute as the list has names, and 300 requests: each list begins in a new minute. */
async function checkNames(browser: Browser, url: string, kept: Kept): Promise<Checked> {
  const context = await browser.newContext(kept);
  const page = await context.newPage();
  await page.goto(`${url}/domains/new`);
  await page.getByRole('heading', { name: 'Add domains' }).waitFor();
  const counts = async () => {
    const [text = ''] = await page.locator('.name-check [role=status]').allTextContents();
    return Number.parseInt(text, 10) - (await page.locator('.name-check .bad').count());
  };
  const check = async (names: string[]) => {
    // The former result stays until the field has not changed for a moment.
    await page.getByRole('textbox', { name: /A hostname of a customer/ }).fill('');
    await page.locator('.name-check [role=status]').waitFor({ state: 'detached' });
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    await page.getByRole('textbox', { name: /A hostname of a customer/ }).fill(names.join('\n'));
    const isDone = page.getByText(`${names.length} checked.`, { exact: false }).waitFor({ timeout: PATIENCE_MS });
    const inTime = Promise.race([isDone, sleep(AIM.pasted * 1000)]).then(counts);
    await isDone;
    return { seconds: seconds(), inTime: await inTime };
  };
  await check(['first.customer.test']);
  const { seconds: secondsOfOne } = await check(['alone.customer.test']);
  await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  const list = await check(Array.from({ length: PASTED }, (_, index) => `pasted-${index}.customer.test`));
  await context.close();
  return { ...list, secondsOfOne };
}

/** Seconds from the choice of a filter to its rows, and back to all, for an account with a thousand domains. */
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
      const visits: Awaited<ReturnType<typeof paintedTwice>>[] = [];
      for (let n = 0; n < times; n += 1) visits.push(await paintedTwice(browser, url, kept));
      const blocked: number[] = [];
      for (let n = 0; n < times; n += 1) blocked.push(await blockedOnPhone(browser, url, kept));
      const names = await checkNames(browser, url, kept);
      const seconds = (what: string, value: number, atMost?: number) =>
        time(`${what}, s`, value, atMost === undefined ? {} : { atMost }, decimals(2));
      const timesAsLong = (what: string, value: number, atMost: number) => time(what, value, { atMost }, decimals(1));
      const [cold, warm] = [median(visits.map((each) => each.cold.seconds)), median(visits.map((each) => each.warm.seconds))];
      const bare = median(visits.map((each) => each.bare));
      const shift = Math.max(...visits.flatMap((each) => [each.cold.shift, each.warm.shift]));
      return [
        seconds('largest part of the first screen is painted, nothing kept (median)', cold, AIM.cold),
        seconds('the same, opened again (median)', warm, AIM.warm),
        seconds('a bare page with one answer of the API, on the same cloud (median)', bare),
        timesAsLong('the first screen in bare pages, nothing kept', cold / bare, MAX_TIMES.painted),
        timesAsLong('the same, opened again', warm / bare, MAX_TIMES.painted),
        seconds('on a phone, a touch while it loads waits in all (median)', median(blocked), AIM.blocked),
        count('how far its parts move while it loads', shift, { atMost: AIM.shift }, decimals(3)),
        seconds(`a filter of ${ROWS} domains shows its rows (median)`, median(filtered), AIM.filter),
        time(`of ${PASTED} pasted names have their verdict within ${AIM.pasted} s`, names.inTime, { atLeast: PASTED }),
        seconds('all of them have it', names.seconds),
        timesAsLong('in names alone', names.seconds / names.secondsOfOne, MAX_TIMES.pasted),
      ];
    });
  } finally {
    await browser.close();
    forgetCloud();
  }
}
