import { randomBytes } from 'node:crypto';
import { START_WEBHOOKS } from '../../local/stage.ts';
import { forgetCloud, RESTING_TIMINGS, STATE_DIR, withCloud } from './bench-cloud.ts';
import { decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { healthyReceiver, type Integrator, listen, newIntegrator, p75, percentile, STEADY, steady } from './webhook-load.ts';

// The effect on a healthy receiver of an organization that keeps creating and deleting webhooks, each at a new host: while these
// answer, while they hang, and while each answers at first and then hangs. The API calls themselves load this machine, so the
// first case is the baseline. Some in a hundred deliveries are requeued for a second, because the processes of their organization
// are busy: whether the 95th percentile is one of them is chance. So the 75th is compared, and the share of requeued deliveries
// has its own bound.

/** Failed deliveries are retried only after the end of the bench. */
const WEBHOOKS = { ...START_WEBHOOKS, attemptDelaysSeconds: [1, 600], firstProbeSeconds: 600 };
const MADE_AGAIN = { webhooks: 1, events: 2 };
const ROUNDS = { short: 3, long: STEADY.rounds };
const MAX_TIMES_THE_DELAY = 1.5;
/** A delivery with a longer delay was requeued: a queue delays by whole seconds. */
const PUT_BACK_MS = 1_000;
const MAX_PUT_BACK = 0.25;

/**
 * Creates webhooks at new hosts, deletes those before the previous ones, and causes events: each webhook gets two rounds of
 * events.
 */
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

/** Answers this number of requests per host; later ones hang. */
async function receiverThatAnswers(count: number) {
  const asked = new Map<string, number>();
  return listen(({ headers: { host = '' } }, response) => {
    const before = asked.get(host) ?? 0;
    asked.set(host, before + 1);
    if (before < count) response.end();
  });
}

function putBack(beside: string, delays: number[]): Measurement {
  const share = delays.filter((ms) => ms >= PUT_BACK_MS).length / delays.length;
  return time(`${beside}, share put back`, share, { atMost: MAX_PUT_BACK }, decimals(2));
}

export async function run(size: Size): Promise<Measurement[]> {
  const rounds = ROUNDS[size];
  const healthy = await healthyReceiver();
  const others = {
    answers: await receiverThatAnswers(Number.POSITIVE_INFINITY),
    hangs: await receiverThatAnswers(0),
    'answers at first, then hangs': await receiverThatAnswers(MADE_AGAIN.events),
  };
  try {
    return await withCloud({ timings: RESTING_TIMINGS, webhooks: WEBHOOKS }, async (cloud) => {
      const one = await newIntegrator(STATE_DIR, cloud, 'Healthy');
      await one.subscribe(healthy.url);
      await one.burst(STEADY.eventsInRound);
      await healthy.until(STEADY.eventsInRound); // warms up the processes
      const warmUp = madeAgain(await newIntegrator(STATE_DIR, cloud, 'warm-up'), others.answers.urlOf);
      for (let round = 0; round < 5; round += 1) await warmUp(); // warms up the slow queue, too
      const alone = await steady(one, healthy, rounds);
      const measurements = [
        time('beside nothing, median delay, ms', percentile(alone, 0.5), {}, decimals(0)),
        time('beside nothing, p75 delay, ms', p75(alone), {}, decimals(0)),
        putBack('beside nothing', alone),
      ];
      let compared: number | undefined;
      for (const [name, { urlOf }] of Object.entries(others)) {
        const again = await newIntegrator(STATE_DIR, cloud, name);
        const delays = await steady(one, healthy, rounds, madeAgain(again, urlOf));
        const delay = p75(delays);
        const beside = `beside one made again each second that ${name}`;
        measurements.push(time(`${beside}, p75 delay, ms`, delay, {}, decimals(0)), putBack(beside, delays));
        const bound = { atMost: MAX_TIMES_THE_DELAY };
        if (compared !== undefined) measurements.push(time(`${beside}, times the first`, delay / compared, bound, decimals(2)));
        compared ??= delay;
      }
      return measurements;
    });
  } finally {
    for (const { close } of [healthy, ...Object.values(others)]) close();
    forgetCloud();
  }
}
