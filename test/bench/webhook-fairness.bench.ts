import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import { healthyReceiver, type Integrator, listen, newIntegrator, p95, percentile, STEADY, steady } from './webhook-load.ts';

// What a receiver that is well notices of an organization that makes webhooks all the time, each at a host of its own, and deletes them again:
// while they answer, while they hang, and while each answers at first and hangs then. The calls themselves take their part of this machine,
// so the first is what the others are compared with.

const STATE_DIR = '.local/bench-fairness';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 13_000 };
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };
/** What has failed comes again when this is over. */
const WEBHOOKS = { ...START_WEBHOOKS, attemptDelaysSeconds: [1, 600], firstProbeSeconds: 600 };
const MADE_AGAIN = { webhooks: 1, events: 2 };

/** Makes webhooks at new hosts, deletes those of the last time but one, and causes events: each webhook is told of two rounds. */
function madeAgain(integrator: Integrator, urlOf: (name: string) => string): () => Promise<void> {
  let ids: number[] = [];
  let before: number[] = [];
  return async () => {
    const oldest = before;
    before = ids;
    const names = Array.from({ length: MADE_AGAIN.webhooks }, () => `again-${randomBytes(6).toString('hex')}`);
    [ids] = await Promise.all([
      Promise.all(names.map((name) => integrator.subscribe(urlOf(name)))),
      Promise.all(oldest.map((id) => integrator.unsubscribe(id))),
    ]);
    await integrator.burst(MADE_AGAIN.events);
  };
}

/** Answers so many requests to each host, and no more. */
async function receiverThatAnswers(count: number) {
  const asked = new Map<string, number>();
  return listen(({ headers: { host = '' } }, response) => {
    const before = asked.get(host) ?? 0;
    asked.set(host, before + 1);
    if (before < count) response.end();
  });
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
const others = {
  answers: await receiverThatAnswers(Number.POSITIVE_INFINITY),
  hangs: await receiverThatAnswers(0),
  'answers at first, then hangs': await receiverThatAnswers(MADE_AGAIN.events),
};
try {
  const one = await newIntegrator(STATE_DIR, cloud, 'Healthy');
  await one.subscribe(healthy.url);
  await one.burst(STEADY.eventsInRound);
  await healthy.until(STEADY.eventsInRound); // every process is warm
  const warmUp = madeAgain(await newIntegrator(STATE_DIR, cloud, 'warm-up'), others.answers.urlOf);
  for (let round = 0; round < 5; round += 1) await warmUp(); // the slow lane, too
  const rows: [string, number[]][] = [['nothing', await steady(one, healthy)]];
  for (const [name, { urlOf }] of Object.entries(others)) {
    const again = await newIntegrator(STATE_DIR, cloud, name);
    rows.push([`made again each second, ${name}`, await steady(one, healthy, madeAgain(again, urlOf))]);
  }
  const [, [, compared] = ['', []]] = rows;
  console.log('Beside a receiver that is well (ratio at most 1.5):');
  const row = (delays: number[]) => ({
    'median delay, ms': Math.round(percentile(delays, 0.5)),
    'p95 delay, ms': Math.round(p95(delays)),
    'ratio of p95': (p95(delays) / p95(compared)).toFixed(2),
  });
  console.table(Object.fromEntries(rows.map(([name, delays]) => [name, row(delays)])));
} finally {
  for (const { close } of [healthy, ...Object.values(others)]) close();
  await cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
