import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import { selfSigned } from '../../lambdas/shared/net/self-signed.ts';
import { dns, newHostname } from '../cloud.ts';
import { moveDueDeliveries } from '../operator.ts';
import {
  answers,
  type Behaviour,
  closesEarly,
  drips,
  floods,
  hangs,
  hangsInBody,
  inTurn,
  type Receiver,
  startReceiver,
} from '../receiver.ts';
import { deliverTo, deliveryOnce, isOver, wasTried } from './delivered.ts';

// Failing receivers, several at once. An attempt times out after 3 s here, and a delivery has four attempts (local/stage.ts,
// TEST_WEBHOOKS).

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const METADATA = 'http://169.254.169.254/latest/meta-data/';
const receivers: Receiver[] = [];
afterAll(() => {
  for (const { close } of receivers) close();
});

async function receiver(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...how);
  receivers.push(started);
  return started;
}

describe.concurrent('a receiver', () => {
  it('that fails and then recovers gets the same message again', async () => {
    const hooks = await receiver(inTurn(answers(500, {}, 'out of order'), answers(200)));
    const told = await deliverTo(hooks.url);
    const delivery = await deliveryOnce(told, isOver);
    expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ status: 500, reply: 'out of order' }, { status: 200 }] });
    const [first, second] = hooks.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(hooks.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
  });

  it('that says with 503 when to come again is not asked before', async () => {
    const hooks = await receiver(inTurn(answers(503, { 'retry-after': '3' }), answers(200)));
    const told = await deliverTo(hooks.url);
    await deliveryOnce(told, isOver);
    const [first, second] = hooks.received;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_900);
  });

  const finals: [string, Behaviour, object][] = [
    ['answers 400', answers(400), { failure: 'refused', attempts: [{ status: 400 }] }],
    ['answers 429', answers(429, { 'retry-after': '1' }), { failure: 'refused', attempts: [{ status: 429 }] }],
    [
      'redirects to the metadata address',
      answers(301, { location: METADATA }),
      { failure: 'redirected', attempts: [{ status: 301 }] },
    ],
  ];
  it.each(finals)('that %s is asked once', async (_, behaviour, outcome) => {
    const hooks = await receiver(behaviour);
    const told = await deliverTo(hooks.url);
    expect(await deliveryOnce(told, isOver)).toMatchObject({ state: 'failed', ...outcome });
    await sleep(1_500); // a second attempt would come after a second; its absence cannot be awaited
    expect(hooks.received).toHaveLength(1);
  });

  it('that answers 410 is asked no more, and others are told so', async () => {
    const [gone, watching] = [await receiver(answers(410)), await receiver()];
    const told = await deliverTo(gone.url, (us) => us.subscribe(watching.url, ['webhook.disabled']));
    const { us, id } = told;
    expect(await deliveryOnce(told, isOver)).toMatchObject({ state: 'failed', failure: 'gone' });
    const [first] = await watching.until(({ length }) => length === 1);
    expect(first?.json).toMatchObject({ event: 'webhook.disabled', data: { webhook: { id, status: 'disabled' } } });
    expect(first?.json.domain_id).toBeUndefined();
    expect(await us.must('GET', `/webhooks/${id}`)).toMatchObject({ status: 'disabled', disabled: { because: 'gone' } });
  });

  it.each([
    ['hangs before its headers', 'timeout', hangs],
    ['hangs in its body', 'timeout', hangsInBody],
    ['drips a byte a second', 'timeout', drips],
    ['closes within its answer', 'connection', closesEarly],
  ] as [string, string, Behaviour][])('that %s has failed with "%s", and is asked again', async (_, error, behaviour) => {
    const hooks = await receiver(inTurn(behaviour, answers(200)));
    const told = await deliverTo(hooks.url);
    const delivery = await deliveryOnce(told, isOver);
    expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ error }, { status: 200 }] });
    expect(delivery.attempts[0].milliseconds).toBeLessThan(4_500);
  });

  it('that answers 200 with ten megabytes has succeeded, and a kibibyte of them is kept', async () => {
    const hooks = await receiver(floods);
    const told = await deliverTo(hooks.url);
    const delivery = await deliveryOnce(told, isOver);
    expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ status: 200 }] });
    expect(delivery.attempts[0].reply.length).toBe(1_024);
  });

  it('that is down is tried as often as documented, and then given up', async () => {
    // Not a port that the system may assign to another receiver.
    const told = await deliverTo(`http://127.0.0.1:${await anyFreePort()}/hooks`);
    await deliveryOnce(told, ({ attempts }) => attempts.length === 3);
    // The last retry waits as a due row.
    const delivery = await deliveryOnce(told, isOver, moveDueDeliveries);
    expect(delivery).toMatchObject({ state: 'failed', failure: 'attempts_exhausted' });
    expect(delivery.attempts.map(({ error }: Any) => error)).toEqual(Array(4).fill('connection'));
  });

  it('with a certificate of an unknown CA gets nothing', async () => {
    const now = Date.now();
    const hooks = await receiver(answers(200), selfSigned('127.0.0.1', new Date(now - 60_000), new Date(now + 3_600_000)));
    const told = await deliverTo(hooks.url);
    expect((await deliveryOnce(told, wasTried)).attempts[0]).toMatchObject({ error: 'tls' });
    expect(hooks.received).toEqual([]);
  });

  it('whose name moves to an address that is not public gets nothing', async () => {
    const name = newHostname('rebound');
    const hooks = await receiver(answers(500));
    await dns.set(name, 'A', ['127.0.0.1']);
    const told = await deliverTo(`http://${name}:${hooks.port}/hooks`);
    await deliveryOnce(told, wasTried);
    expect(hooks.received.length).toBeGreaterThan(0);
    await dns.set(name, 'A', ['169.254.169.254']);
    const delivery = await deliveryOnce(told, ({ attempts }) => attempts.some(({ error }: Any) => error === 'refused_address'));
    expect(delivery.attempts.at(-1).reply).toContain('not on the public internet');
  });

  it('without an address has failed with "dns"', async () => {
    const name = newHostname('nowhere');
    await dns.fail(name);
    const told = await deliverTo(`http://${name}:9999/hooks`);
    expect((await deliveryOnce(told, wasTried)).attempts[0]).toMatchObject({ error: 'dns' });
  });
});
