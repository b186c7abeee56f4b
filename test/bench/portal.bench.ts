import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Cloud } from '../../local/cloud.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { forgetCloud, withCloud } from './bench-cloud.ts';
import { decimals, type Measurement, median, type Size, time } from './driver/measurement.ts';

// A hostname owner's waiting times in the portal, on a phone: until the largest contentful paint, also on a slow phone with a
// slow connection, and from the integrator's POST to the verdict. The times mean little on a busy machine.

const TIMES = { short: 1, long: 5 };
const PHONE = { viewport: { width: 390, height: 844 } };
/** A slow phone: CPU slowdown, and a connection of 1.6 Mbit/s with 150 ms latency. */
const SLOW_CPU = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const AIM_SECONDS = { local: 0.5, slow: 1.5, verdict: 2 };

/** Recorded by the browser since the start of the page, in ms. */
const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

async function ask<Answer = DomainResource>({ connection }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as Answer;
}

/** Uses an empty cache. */
async function paintedAfter(browser: Browser, url: string, isSlow: boolean): Promise<number> {
  const page = await browser.newPage(PHONE);
  if (isSlow) await slowDown(page);
  await page.goto(url);
  await shown(page);
  const milliseconds = await page.evaluate<number>(LARGEST_PAINT);
  await page.close();
  return milliseconds / 1000;
}
const shown = (page: Page) => page.locator('#verdict', { hasText: 'Add one DNS record' }).waitFor();

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
}

/** Seconds from the POST to the API's verdict, polled ten times a second, and to the verdict on the link's page. */
async function toVerdict(cloud: Cloud, browser: Browser, hostname: string) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const { id } = await ask(cloud, '/domains', { url: hostname, server_id: cloud.connection.server_id });
  while ((await ask(cloud, `/domains/${id}`)).diagnosis.code !== 'cname_not_found') {
    if (seconds() > 60) throw new Error(`${hostname} has no verdict after 60 s`);
    await sleep(100);
  }
  const inApi = seconds();
  const { url } = await ask<{ url: string }>(cloud, `/domains/${id}/portal-link`, {});
  const page = await browser.newPage(PHONE);
  await page.goto(url);
  await shown(page);
  const onPhone = seconds();
  await page.close();
  return { inApi, onPhone, url };
}

async function repeated<T>(times: number, measure: (n: number) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let n = 0; n < times; n += 1) all.push(await measure(n));
  return all;
}

export async function run(size: Size): Promise<Measurement[]> {
  if (CHROMIUM === undefined) throw new Error('there is no Chromium: apt-get install chromium-headless-shell');
  const times = TIMES[size];
  const browser = await launch();
  try {
    return await withCloud({}, async (cloud) => {
      const cold = await toVerdict(cloud, browser, 'cold.customer.test');
      const warm = await repeated(times, (n) => toVerdict(cloud, browser, `warm-${n}.customer.test`));
      const local = await repeated(times, () => paintedAfter(browser, cold.url, false));
      const slow = await repeated(times, () => paintedAfter(browser, cold.url, true));
      const seconds = (what: string, value: number, atMost?: number) =>
        time(`${what}, s`, value, atMost === undefined ? {} : { atMost }, decimals(2));
      return [
        seconds('POST to the verdict on the phone, every Lambda cold', cold.onPhone),
        seconds('POST to the verdict in the API, warm (median)', median(warm.map(({ inApi }) => inApi))),
        seconds(
          'POST to the verdict on the phone, warm (median)',
          median(warm.map(({ onPhone }) => onPhone)),
          AIM_SECONDS.verdict,
        ),
        seconds('largest part of the portal is painted (median)', median(local), AIM_SECONDS.local),
        seconds(`the same at ${SLOW_CPU}x CPU and 1.6 Mbit/s (median)`, median(slow), AIM_SECONDS.slow),
      ];
    });
  } finally {
    await browser.close();
    forgetCloud();
  }
}
