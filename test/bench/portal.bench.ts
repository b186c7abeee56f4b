import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';

// How long the owner of a hostname waits for the portal, on a phone: until its largest part is painted, here and on a slow phone with a slow
// connection, and from the integrator's POST to the verdict. Printed beside the aims; on a machine that does other work they say little.

const STATE_DIR = '.local/bench';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
const TIMES = 5;
const PHONE = { viewport: { width: 390, height: 844 } };
/** Of a slow phone: its processor, and a connection of 1.6 Mbit/s with 150 ms. */
const SLOW_CPU = 4;
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const AIM_SECONDS = { local: 0.5, slow: 1.5, verdict: 2 };

/** Kept by the browser since the page was opened, in ms. */
const LARGEST_PAINT = `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
  .observe({ type: 'largest-contentful-paint', buffered: true }))`;

async function ask<Answer = DomainResource>({ connection }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as Answer;
}

/** With nothing kept from other visits. */
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

/** Seconds from the POST to the verdict of the API, asked ten times a second, and to the page of the link that was opened then. */
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

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < TIMES; n += 1) all.push(await measure());
  return all.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0;
}

const row = (seconds: number, aim?: number) => ({ seconds: seconds.toFixed(2), aim: aim ?? '' });

if (CHROMIUM !== undefined) {
  const ports = readPorts(process.env, RANGE);
  const options = { stateDir: STATE_DIR, ports, range: RANGE, timings: START_TIMINGS, webhooks: START_WEBHOOKS };
  const cloud = await startCloud({ ...options, reset: true });
  const browser = await launch();
  try {
    const cold = await toVerdict(cloud, browser, 'cold.customer.test');
    const inApi: number[] = [];
    const onPhone = await medianOf(async () => {
      const times = await toVerdict(cloud, browser, `warm-${inApi.length}.customer.test`);
      inApi.push(times.inApi);
      return times.onPhone;
    });
    const local = await medianOf(() => paintedAfter(browser, cold.url, false));
    const slow = await medianOf(() => paintedAfter(browser, cold.url, true));
    console.table({
      'POST to the verdict on the phone, every Lambda cold': row(cold.onPhone),
      'POST to the verdict in the API, warm (median)': row(inApi.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0),
      'POST to the verdict on the phone, warm (median)': row(onPhone, AIM_SECONDS.verdict),
      'the portal’s largest part is painted (median)': row(local, AIM_SECONDS.local),
      [`the same at ${SLOW_CPU}x CPU and 1.6 Mbit/s (median)`]: row(slow, AIM_SECONDS.slow),
    });
  } finally {
    await browser.close();
    await cloud.stop();
    rmSync(STATE_DIR, { recursive: true, force: true });
  }
}
