import { rmSync } from 'node:fs';
import { startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import { administrator } from './administrator.ts';
import { type Load, type LoadResult, sendLoad } from './load.ts';

// How many requests a second a local cloud of its own answers, and how fast, for reading a domain, listing and creating. It
// is bounded: so many requests, all on loopback. The emulator is most of it: compare figures of one machine only. An
// organization of its own has its limits raised, so that a 429 is an error as every other answer that is not 2xx.

const STATE_DIR = '.local/bench-load';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
/** As on AWS: the lifecycles of what is created rest while the load is measured. */
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };
const CONNECTIONS = 8;
const REQUESTS = 400;
const WARM_UP = 40;

interface Account {
  headers: Record<string, string>;
  serverId: number;
}

async function createAccount(): Promise<Account> {
  const { admin, newOrganization } = administrator(STATE_DIR);
  const { organizationId, headers } = await newOrganization('Load', 'domains.read,domains.write');
  const server = await admin('create-server', '--organization', organizationId, '--name', 'Load', '--type', 'agent');
  return { headers, serverId: server.server_id };
}

function domainBodies({ serverId }: Account): () => string {
  let count = 0;
  return () => {
    count += 1;
    return JSON.stringify({ url: `load-${count}.customer.test`, server_id: serverId });
  };
}

/** In the order in which they run: creating is last, because what it creates has work to do afterwards. */
async function measureAll(baseUrl: string): Promise<Record<string, LoadResult>> {
  const account = await createAccount();
  const { headers } = account;
  const body = domainBodies(account);
  const { pathname } = new URL(baseUrl);
  const load = (next: Load['next']) => ({ url: baseUrl, connections: CONNECTIONS, next });
  const create = load(() => ({ method: 'POST', path: `${pathname}/domains`, headers, body: body() }));
  const list = load(() => ({ method: 'GET', path: `${pathname}/domains`, headers }));

  const created = await fetch(`${baseUrl}/domains`, { method: 'POST', headers, body: body() });
  const { id } = (await created.json()) as { id: number };
  if (created.status !== 201) throw new Error(`creating a domain answers ${created.status}`);
  const get = load(() => ({ method: 'GET', path: `${pathname}/domains/${id}`, headers }));

  // The Lambdas are started, and the list has a full page.
  for (const each of [create, list, get]) await sendLoad({ ...each, requests: WARM_UP });
  return {
    'GET /domains/{id}': await sendLoad({ ...get, requests: REQUESTS }),
    'GET /domains': await sendLoad({ ...list, requests: REQUESTS }),
    'POST /domains': await sendLoad({ ...create, requests: REQUESTS }),
  };
}

const cloud = await startCloud({
  stateDir: STATE_DIR,
  ports: readPorts(process.env, RANGE),
  range: RANGE,
  timings: TIMINGS,
  webhooks: START_WEBHOOKS,
  reset: true,
});
try {
  const results = await measureAll(cloud.connection.base_url);
  console.log(`${REQUESTS} requests each, ${CONNECTIONS} at a time`);
  console.table(
    Object.entries(results).map(([name, { perSecond, p50, p95, p99, errors }]) => ({
      '': name,
      'requests/s': perSecond.toFixed(1),
      'p50, ms': p50.toFixed(0),
      'p95, ms': p95.toFixed(0),
      'p99, ms': p99.toFixed(0),
      errors,
    })),
  );
  if (Object.values(results).some(({ errors }) => errors > 0)) process.exitCode = 1;
} finally {
  await cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
