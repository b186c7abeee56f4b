import { setTimeout as sleep } from 'node:timers/promises';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Cloud } from '../../local/cloud.ts';
import { stateDir } from '../../local/machine/state-dir.ts';
import { installPythonTools, locateTools } from '../../local/machine/tools.ts';
import { benchPorts, forgetCloud, STATE_DIR, withCloud } from './bench-cloud.ts';
import { decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { caddyOnDemand } from './on-demand/caddy-on-demand.ts';

// Time of the local cloud's first and second start, and from a domain's CNAME to HTTPS. The tools are installed before, because
// network time is not measured. Compare figures of one run only.

/** The number of domains that get HTTPS, the number that wait meanwhile without a CNAME, and how long these wait before. */
const SIZES = {
  short: { domains: 2, waiting: 20, waitSeconds: 5 },
  // By then each of the 300 is checked every 30 s (dnsCheckLongestSeconds), a quarter of that time.
  long: { domains: 5, waiting: 300, waitSeconds: 120 },
};
const LARGEST_BULK = 100;

async function ask<Answer = DomainResource>({ connection }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as Answer;
}

/** Seconds from setting the CNAME to `active`, with ten API requests a second. */
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

/** Domains one after another: the first alone, and the median of the others. */
async function ofDomains(count: number, prefix: string, toHttps: (hostname: string) => Promise<number>) {
  const seconds: number[] = [];
  for (let n = 0; n < count; n += 1) seconds.push(await toHttps(`${prefix}-${n}.customer.test`));
  const [first = 0, ...others] = seconds;
  return { first, median: others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? 0 };
}

/** The same with Caddy, which issues when the first visitor comes. */
async function byCaddyOnDemand(cloud: Cloud, count: number): Promise<{ first: number; median: number }> {
  const state = stateDir(STATE_DIR);
  const { caddy } = locateTools(await installPythonTools({ logs: state.logs, signal: undefined }), '');
  const other = await caddyOnDemand(caddy, cloud, benchPorts(), state);
  try {
    return await ofDomains(count, 'on-demand', other.firstVisit);
  } finally {
    await other.stop();
  }
}

/** Creates domains without CNAMEs. */
async function letWait(cloud: Cloud, count: number, seconds: number): Promise<void> {
  for (let from = 0; from < count; from += LARGEST_BULK) {
    const domains = Array.from({ length: Math.min(LARGEST_BULK, count - from) }, (_, index) => ({
      url: `waiting-${from + index}.customer.test`,
      server_id: cloud.connection.server_id,
    }));
    const { summary } = await ask<{ summary?: { created: number } }>(cloud, '/domains/bulk', { domains });
    if (summary?.created !== domains.length)
      throw new Error(`the domains that are to wait were not all created: ${JSON.stringify(summary)}`);
  }
  await sleep(seconds * 1000);
}

/** Seconds until the cloud is up, and the result of `work`. */
async function started<T>(reset: boolean, work: (cloud: Cloud) => Promise<T>): Promise<{ seconds: number; result: T }> {
  const startedAt = performance.now();
  return withCloud({ reset }, async (cloud) => {
    const seconds = (performance.now() - startedAt) / 1000;
    return { seconds, result: await work(cloud) };
  });
}

export async function run(size: Size): Promise<Measurement[]> {
  const { domains, waiting, waitSeconds } = SIZES[size];
  try {
    const first = await started(true, async () => undefined);
    const { seconds, result } = await started(false, async (cloud) => {
      const toHttps = (hostname: string) => cnameToHttps(cloud, hostname);
      const ours = await ofDomains(domains, 'bench', toHttps);
      const caddy = await byCaddyOnDemand(cloud, domains);
      await letWait(cloud, waiting, waitSeconds);
      return { ours, caddy, besides: await ofDomains(domains, 'besides', toHttps) };
    });
    const inSeconds = (what: string, value: number) => time(`${what}, s`, value, {}, decimals(1));
    return [
      inSeconds('first start, tools installed', first.seconds),
      inSeconds('second start, state kept', seconds),
      inSeconds('CNAME to HTTPS, every Lambda cold', result.ours.first),
      inSeconds('CNAME to HTTPS, warm (median)', result.ours.median),
      inSeconds('Caddy on demand, name to HTTPS (median)', result.caddy.median),
      inSeconds(`CNAME to HTTPS, warm, while ${waiting} domains wait for their CNAME (median)`, result.besides.median),
    ];
  } finally {
    forgetCloud();
  }
}
