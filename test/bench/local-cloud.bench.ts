import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { installPythonTools, locateTools } from '../../local/machine/tools.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import { caddyOnDemand } from './caddy-on-demand.ts';

// How long the local cloud takes to start, first and again, and a domain from its CNAME to HTTPS. The tools are installed
// before: what the network takes is not ours to measure. Ratios are of two figures of this run.

const STATE_DIR = '.local/bench';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
const DOMAINS = 5;
/** Nobody sets their CNAMEs. */
const WAITING = 300;
/** From then on each is looked at every 30 s (dnsCheckLongestSeconds), of which it is a quarter. */
const WAIT_SECONDS = 120;

async function start(reset: boolean): Promise<{ cloud: Cloud; seconds: number }> {
  const startedAt = performance.now();
  const cloud = await startCloud({
    stateDir: STATE_DIR,
    ports: readPorts(process.env, RANGE),
    range: RANGE,
    timings: START_TIMINGS,
    webhooks: START_WEBHOOKS,
    reset,
  });
  return { cloud, seconds: (performance.now() - startedAt) / 1000 };
}

async function ask<Answer = DomainResource>({ connection }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as Answer;
}

/** Seconds from the CNAME being set to `active`, with the API asked ten times a second. */
async function cnameToHttps(cloud: Cloud, hostname: string): Promise<number> {
  const { connection, dns } = cloud;
  const created = await ask(cloud, '/domains', { url: hostname, server_id: connection.server_id });
  await dns.set(hostname, 'CNAME', [connection.cname_target]);
  const setAt = performance.now();
  for (;;) {
    const domain = await ask(cloud, `/domains/${created.id}`);
    if (domain.ssl_status === 'active') return (performance.now() - setAt) / 1000;
    if (performance.now() - setAt > 60_000) throw new Error(`${hostname} is not active after 60 s: ${JSON.stringify(domain)}`);
    await sleep(100);
  }
}

/** Of so many domains one after another: the first alone, and the median of the others. */
async function ofDomains(prefix: string, toHttps: (hostname: string) => Promise<number>) {
  const seconds: number[] = [];
  for (let n = 0; n < DOMAINS; n += 1) seconds.push(await toHttps(`${prefix}-${n}.customer.test`));
  const [first = 0, ...others] = seconds;
  return { first, median: others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0 };
}

/** The same way by Caddy, which issues when the first visitor comes. */
async function byCaddyOnDemand(cloud: Cloud): Promise<{ first: number; median: number }> {
  const state = stateDir(STATE_DIR);
  const { caddy } = locateTools(await installPythonTools({ logs: state.logs, signal: undefined }), '');
  const other = await caddyOnDemand(caddy, cloud, readPorts(process.env, RANGE), state);
  try {
    return await ofDomains('on-demand', other.firstVisit);
  } finally {
    await other.stop();
  }
}

async function letWait(cloud: Cloud): Promise<void> {
  for (let n = 0; n < WAITING; n += 100) {
    const domains = Array.from({ length: 100 }, (_, index) => ({
      ...{ url: `waiting-${n + index}.customer.test`, server_id: cloud.connection.server_id },
    }));
    const { summary } = await ask<{ summary?: { created: number } }>(cloud, '/domains/bulk', { domains });
    if (summary?.created !== 100)
      throw new Error(`the domains that are to wait were not all created: ${JSON.stringify(summary)}`);
  }
  await sleep(WAIT_SECONDS * 1000);
}

const first = await start(true);
await first.cloud.stop();
const second = await start(false);
try {
  const toHttps = (hostname: string) => cnameToHttps(second.cloud, hostname);
  const { first: cold, median } = await ofDomains('bench', toHttps);
  const caddy = await byCaddyOnDemand(second.cloud);
  await letWait(second.cloud);
  const besides = await ofDomains('besides', toHttps);
  console.table({
    'first start, tools installed': { seconds: first.seconds.toFixed(1), ratio: 1 },
    'second start, state kept': { seconds: second.seconds.toFixed(1), ratio: (second.seconds / first.seconds).toFixed(2) },
    'CNAME to HTTPS, every Lambda cold': { seconds: cold.toFixed(1), ratio: 1 },
    'CNAME to HTTPS, warm (median)': { seconds: median.toFixed(1), ratio: (median / cold).toFixed(2) },
    'Caddy, on demand: name to HTTPS (median)': {
      ...{ seconds: caddy.median.toFixed(1), ratio: (caddy.median / cold).toFixed(2) },
    },
    [`CNAME to HTTPS, warm, while ${WAITING} domains wait for their CNAME`]: {
      ...{ seconds: besides.median.toFixed(1), ratio: (besides.median / cold).toFixed(2) },
    },
  });
} finally {
  await second.cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
