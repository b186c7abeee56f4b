import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';

// How long the local cloud takes to start, first and again, and a domain from its CNAME to HTTPS. The tools are installed
// before: what the network takes is not ours to measure. Ratios are of two figures of this run.

const STATE_DIR = '.local/bench';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
const DOMAINS = 5;

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

/** Seconds from the CNAME being set to `active`, with the API asked ten times a second. */
async function cnameToHttps({ connection, dns }: Cloud, hostname: string): Promise<number> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const body = JSON.stringify({ url: hostname, server_id: connection.server_id });
  const ask = async (path: string, init: RequestInit) =>
    (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as DomainResource;
  const created = await ask('/domains', { method: 'POST', body });
  await dns.set(hostname, 'CNAME', [connection.cname_target]);
  const setAt = performance.now();
  for (;;) {
    const domain = await ask(`/domains/${created.id}`, {});
    if (domain.ssl_status === 'active') return (performance.now() - setAt) / 1000;
    if (performance.now() - setAt > 60_000) throw new Error(`${hostname} is not active after 60 s: ${JSON.stringify(domain)}`);
    await sleep(100);
  }
}

const first = await start(true);
await first.cloud.stop();
const second = await start(false);
try {
  const seconds: number[] = [];
  for (let n = 0; n < DOMAINS; n += 1) seconds.push(await cnameToHttps(second.cloud, `bench-${n}.customer.test`));
  const [cold = 0, ...warm] = seconds;
  const median = warm.toSorted((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0;
  console.table({
    'first start, tools installed': { seconds: first.seconds.toFixed(1), ratio: 1 },
    'second start, state kept': { seconds: second.seconds.toFixed(1), ratio: (second.seconds / first.seconds).toFixed(2) },
    'CNAME to HTTPS, every Lambda cold': { seconds: cold.toFixed(1), ratio: 1 },
    'CNAME to HTTPS, warm (median)': { seconds: median.toFixed(1), ratio: (median / cold).toFixed(2) },
  });
} finally {
  await second.cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
