import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import { administrator } from './administrator.ts';

// What a healthy receiver notices of others that hang beside it: deliveries a second, and the delay from the event's own instant to
// the receiver's first byte, under the same steady load. Fifty that hang, and those of an organization that deletes its webhooks all the time
// and makes others, each at a new host. The emulator is most of it: compare the rows with one another.

const STATE_DIR = '.local/bench-webhooks';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };
/** A receiver that hangs is given up after 10 s instead of 30, and not tried again while this runs. */
const WEBHOOKS = { ...START_WEBHOOKS, attemptTimeoutSeconds: 10, firstProbeSeconds: 600, attemptDelaysSeconds: [1, 300] };
const HANGING = 50;
/** Webhooks that are made again in each round. */
const MADE_AGAIN = 4;
const STEADY = { rounds: 20, eventsInRound: 5, pauseMs: 1_000 };
const BURST = 100;

async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  // The name is this machine (RFC 6761); there are as many as are wanted, because what goes to one host is counted.
  const urlOf = (name: string) => `http://${name}.localhost:${port}/hooks`;
  return { urlOf, close };
}

/** An organization without limits, and its calls. */
async function newIntegrator({ connection }: Cloud, name: string) {
  const { admin, newOrganization } = administrator(STATE_DIR);
  const { organizationId, headers } = await newOrganization(name, 'domains.read,domains.write,webhooks.write');
  await admin('set-limits', '--organization', organizationId, '--webhooks', String(HANGING));
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${connection.base_url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const post = (path: string, body: object) => ask('POST', path, body);
  return {
    subscribe: async (url: string): Promise<number> => (await post('/webhooks', { url, events: ['domain.created'] })).id,
    unsubscribe: (id: number) => ask('DELETE', `/webhooks/${id}`),
    /** So many events by one request. */
    burst: (count: number) => {
      const newName = () => ({ url: `bench-${randomBytes(6).toString('hex')}.customer.test`, server_id: 1 });
      return post('/domains/bulk', { domains: Array.from({ length: count }, newName) });
    },
  };
}
type Integrator = Awaited<ReturnType<typeof newIntegrator>>;

/** A receiver that answers at once and notes when each event came. */
async function healthyReceiver() {
  const delays: number[] = [];
  const { urlOf, close } = await listen((request, response) => {
    const at = Date.now();
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      delays.push(at - Date.parse(JSON.parse(text).created_at));
      response.end();
    });
  });
  const until = async (count: number) => {
    const end = Date.now() + 180_000;
    while (delays.length < count) {
      if (Date.now() > end) throw new Error(`${delays.length} of ${count} have come`);
      await sleep(20);
    }
  };
  return { url: urlOf('healthy'), close, delays, until };
}
type HealthyReceiver = Awaited<ReturnType<typeof healthyReceiver>>;

function p95(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
}

/** Delays in milliseconds under a steady load; `beside` is done in each round. */
async function steady(
  integrator: Integrator,
  receiver: HealthyReceiver,
  beside: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const from = receiver.delays.length;
  for (let round = 0; round < STEADY.rounds; round += 1) {
    await Promise.all([integrator.burst(STEADY.eventsInRound), sleep(STEADY.pauseMs), beside()]);
  }
  await receiver.until(from + STEADY.rounds * STEADY.eventsInRound);
  return receiver.delays.slice(from);
}

async function deliveriesPerSecond(integrator: Integrator, receiver: HealthyReceiver): Promise<number> {
  const from = receiver.delays.length;
  await integrator.burst(BURST);
  await receiver.until(from + 1);
  const startedAt = performance.now();
  await receiver.until(from + BURST);
  return (BURST - 1) / ((performance.now() - startedAt) / 1000);
}

/** Makes webhooks at new hosts, deletes those of the last time but one, and causes events: each webhook is told of two rounds. */
function madeAgain(integrator: Integrator, urlOf: (name: string) => string): () => Promise<void> {
  let ids: number[] = [];
  let before: number[] = [];
  return async () => {
    const oldest = before;
    before = ids;
    const names = Array.from({ length: MADE_AGAIN }, () => `again-${randomBytes(6).toString('hex')}`);
    [ids] = await Promise.all([
      Promise.all(names.map((name) => integrator.subscribe(urlOf(name)))),
      Promise.all(oldest.map((id) => integrator.unsubscribe(id))),
    ]);
    await integrator.burst(STEADY.eventsInRound);
  };
}

/** Waits until nobody has asked for so long: the circuit breakers are open. */
async function untilQuiet(asked: () => number, quietMs: number): Promise<void> {
  for (let before = -1; before !== asked(); ) {
    before = asked();
    await sleep(quietMs);
  }
}

const cloud = await startCloud({
  stateDir: STATE_DIR,
  ports: readPorts(process.env, RANGE),
  range: RANGE,
  timings: TIMINGS,
  webhooks: WEBHOOKS,
  reset: true,
});
const healthy = await healthyReceiver();
let hanging = 0;
const silent = await listen(() => {
  hanging += 1;
});
const prompt = await listen((_, response) => response.end());
/** Each host answers the first round at once, which brings its webhook into the fast lane, and nothing more. */
const asked = new Map<string, number>();
const seducing = await listen(({ headers: { host = '' } }, response) => {
  const count = (asked.get(host) ?? 0) + 1;
  asked.set(host, count);
  if (count <= STEADY.eventsInRound) response.end();
});
try {
  const [one, other] = [await newIntegrator(cloud, 'Healthy'), await newIntegrator(cloud, 'Hanging')];
  await one.subscribe(healthy.url);
  await one.burst(STEADY.eventsInRound);
  await healthy.until(STEADY.eventsInRound); // every process is warm
  const perSecond = await deliveriesPerSecond(one, healthy);
  await other.burst(STEADY.eventsInRound); // as later, but without a webhook
  const alone = p95(await steady(one, healthy));
  for (let n = 0; n < HANGING; n += 1) await other.subscribe(silent.urlOf(`hanging-${n}`));
  await other.burst(3); // three time-outs each open the breakers
  const before = p95(await steady(one, healthy));
  await untilQuiet(() => hanging, 10_000);
  const askedBefore = hanging;
  await other.burst(STEADY.eventsInRound);
  const after = p95(await steady(one, healthy));
  const [askedAfter, again] = [hanging - askedBefore, await newIntegrator(cloud, 'Made again')];
  const busy = p95(await steady(one, healthy, madeAgain(again, prompt.urlOf)));
  const silently = p95(await steady(one, healthy, madeAgain(again, silent.urlOf)));
  const seductively = p95(await steady(one, healthy, madeAgain(again, seducing.urlOf)));
  const row = (ms: number, to = alone) => ({ 'p95 delay, ms': Math.round(ms), ratio: (ms / to).toFixed(2) });
  console.table({
    'healthy receiver alone': { ...row(alone), 'deliveries a second': perSecond.toFixed(1) },
    [`${HANGING} hanging beside it, breakers closed`]: row(before),
    [`${HANGING} hanging beside it, breakers open (at most 1.5)`]: row(after),
  });
  // What the calls themselves take of this machine is in each of these rows.
  console.table({
    [`${MADE_AGAIN} a second made again beside it, that answer`]: row(busy, busy),
    [`${MADE_AGAIN} a second made again beside it, that hang (at most 1.5)`]: row(silently, busy),
    [`${MADE_AGAIN} a second made again beside it, that answer at first (at most 1.5)`]: row(seductively, busy),
  });
  console.log(`Hanging receivers were asked ${askedBefore} times before their breakers opened, and ${askedAfter} times after.`);
} finally {
  healthy.close();
  for (const { close } of [silent, prompt, seducing]) close();
  await cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
