import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCloud } from '../../local/cloud.ts';
import { readPorts } from '../../local/machine/ports.ts';
import { START_TIMINGS, START_WEBHOOKS } from '../../local/stage.ts';
import {
  type HealthyReceiver,
  healthyReceiver,
  type Integrator,
  listen,
  newIntegrator,
  p95,
  STEADY,
  steady,
} from './webhook-load.ts';

// What a healthy receiver notices of fifty that hang beside it: deliveries a second, and the delay from the event's own instant to
// the receiver's first byte, under the same steady load. The emulator is most of it: compare the rows with one another.

const STATE_DIR = '.local/bench-webhooks';
const RANGE = { variablePrefix: 'CPS_BENCH_', offset: 12_000 };
const TIMINGS = { ...START_TIMINGS, dnsCheckIntervalSeconds: 300, longestSilenceSeconds: 600 };
/** A receiver that hangs is given up after 10 s instead of 30, and not tried again while this runs. */
const WEBHOOKS = { ...START_WEBHOOKS, attemptTimeoutSeconds: 10, firstProbeSeconds: 600, attemptDelaysSeconds: [1, 300] };
const HANGING = 50;
const BURST = 100;

async function deliveriesPerSecond(integrator: Integrator, receiver: HealthyReceiver): Promise<number> {
  const from = receiver.delays.length;
  await integrator.burst(BURST);
  await receiver.until(from + 1);
  const startedAt = performance.now();
  await receiver.until(from + BURST);
  return (BURST - 1) / ((performance.now() - startedAt) / 1000);
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
try {
  const [one, other] = [await newIntegrator(STATE_DIR, cloud, 'Healthy'), await newIntegrator(STATE_DIR, cloud, 'Hanging')];
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
  const askedAfter = hanging - askedBefore;
  const row = (ms: number) => ({ 'p95 delay, ms': Math.round(ms), ratio: (ms / alone).toFixed(2) });
  console.table({
    'healthy receiver alone': { ...row(alone), 'deliveries a second': perSecond.toFixed(1) },
    [`${HANGING} hanging beside it, breakers closed`]: row(before),
    [`${HANGING} hanging beside it, breakers open (at most 1.5)`]: row(after),
  });
  console.log(`Hanging receivers were asked ${askedBefore} times before their breakers opened, and ${askedAfter} times after.`);
} finally {
  healthy.close();
  silent.close();
  await cloud.stop();
  rmSync(STATE_DIR, { recursive: true, force: true });
}
