import { setTimeout as sleep } from 'node:timers/promises';
import { BREAKER_OPENS_AT } from '../../lambdas/model/webhooks/circuit-breaker.ts';
import { START_WEBHOOKS } from '../../local/stage.ts';
import { forgetCloud, RESTING_TIMINGS, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import {
  type HealthyReceiver,
  healthyReceiver,
  type Integrator,
  listen,
  newIntegrator,
  p75,
  p95,
  STEADY,
  steady,
} from './webhook-load.ts';

// The effect of fifty hanging receivers on a healthy one: deliveries per second, and the delay from the event's own time to the
// receiver's first byte, under the same steady load. Most of the time is the emulator's: compare the rows with one another. Some
// ten in a hundred deliveries are requeued for a second, because both processes of their organization are busy: whether the 95th
// percentile is one of them is chance, so the 75th is compared.

/**
 * A hanging receiver times out after 4 s instead of 30 and is not probed during the bench: opening fifty breakers takes some
 * minutes.
 */
const WEBHOOKS = { ...START_WEBHOOKS, attemptTimeoutSeconds: 4, firstProbeSeconds: 3600, attemptDelaysSeconds: [1, 300] };
const SIZES = {
  short: { hanging: 5, burst: 20, rounds: 3 },
  long: { hanging: 50, burst: 100, rounds: STEADY.rounds },
};
const MAX_TIMES_THE_DELAY_ALONE = 1.5;
const MAX_OPENING_MS = 600_000;

async function deliveriesPerSecond(integrator: Integrator, receiver: HealthyReceiver, burst: number): Promise<number> {
  const from = receiver.delays.length;
  await integrator.burst(burst);
  await receiver.until(from + 1);
  const startedAt = performance.now();
  await receiver.until(from + burst);
  return (burst - 1) / ((performance.now() - startedAt) / 1000);
}

/** Receivers that never answer and count their requests. */
async function silentReceivers() {
  const requestsTo = new Map<string, number>();
  const server = await listen(({ headers: { host = '' } }) => requestsTo.set(host, (requestsTo.get(host) ?? 0) + 1));
  const requests = () => [...requestsTo.values()].reduce((sum, some) => sum + some, 0);
  const timedOut = () => [...requestsTo.values()].filter((some) => some >= BREAKER_OPENS_AT).length;

  /** Waits until each breaker has had its three time-outs and the last one is over. Busy machines need a longer quiet time. */
  async function untilOpen(breakers: number, quietMs: number): Promise<void> {
    const end = Date.now() + MAX_OPENING_MS;
    for (let before = -1; before !== requests() || timedOut() < breakers; ) {
      before = requests();
      if (Date.now() > end) throw new Error(`after ${before} requests, ${timedOut()} of ${breakers} breakers are open`);
      await sleep(quietMs);
    }
  }
  return { ...server, requests, untilOpen };
}

export async function run(size: Size): Promise<Measurement[]> {
  const healthy = await healthyReceiver();
  const silent = await silentReceivers();
  try {
    return await withCloud({ timings: RESTING_TIMINGS, webhooks: WEBHOOKS }, async (cloud) => {
      const { hanging, burst, rounds } = SIZES[size];
      const one = await newIntegrator(STATE_DIR, cloud, 'Healthy');
      const other = await newIntegrator(STATE_DIR, cloud, 'Hanging');
      await one.subscribe(healthy.url);
      await one.burst(STEADY.eventsInRound);
      await healthy.until(STEADY.eventsInRound); // warms up the processes
      const perSecond = await deliveriesPerSecond(one, healthy, burst);
      await other.burst(STEADY.eventsInRound); // the same load as later, without a webhook
      const alone = await steady(one, healthy, rounds);
      for (let n = 0; n < hanging; n += 1) await other.subscribe(silent.urlOf(`hanging-${n}`));
      await other.burst(3); // three time-outs each open the breakers
      const closed = p75(await steady(one, healthy, rounds));
      await silent.untilOpen(hanging, 12_000);
      const before = silent.requests();
      await other.burst(STEADY.eventsInRound);
      const open = p75(await steady(one, healthy, rounds));
      const beside = `${hanging} hanging beside it`;
      return [
        time('deliveries a second', perSecond, {}, decimals(1)),
        time('healthy receiver alone, p95 delay, ms', p95(alone), {}, decimals(0)),
        time('healthy receiver alone, p75 delay, ms', p75(alone), {}, decimals(0)),
        time(`${beside}, breakers closed: times the p75 delay alone`, closed / p75(alone), {}, decimals(2)),
        time(
          `${beside}, breakers open: times the p75 delay alone`,
          open / p75(alone),
          { atMost: MAX_TIMES_THE_DELAY_ALONE },
          decimals(2),
        ),
        count('requests to hanging receivers before their breakers opened', before),
        count('requests to hanging receivers after that', silent.requests() - before, { atMost: 0 }),
      ];
    });
  } finally {
    healthy.close();
    silent.close();
    forgetCloud();
  }
}
