import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryId } from '../../lambdas/model/webhooks/delivery-id.ts';
import { selfSigned } from '../lambdas/shared/net/self-signed.ts';
import { dns, newHostname } from './cloud.ts';
import { killLambdas } from './alone/cloud-processes.ts';
import { type Integrator, newIntegrator } from './integrator.ts';
import { admin, moveDueDeliveries, sendDeadLetter, sendDeliveries } from './operator.ts';
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
  slowly,
  startReceiver,
} from './receiver.ts';

// Receivers and senders on their bad days. A receiver is given up after 3 s here, and has four attempts (local/stage.ts, TEST_WEBHOOKS).

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const METADATA = 'http://169.254.169.254/latest/meta-data/';
/** How long a message of a sender that died stays invisible (local/stage.ts). */
const VISIBILITY_SECONDS = 65;

let us: Integrator;
let domainId: number;
let changes = 0;
const receivers: Receiver[] = [];

beforeAll(async () => {
  us = await newIntegrator();
  await us.raiseLimits();
  domainId = (await us.must('POST', '/domains', { url: newHostname('faulty'), server_id: 1 })).id;
});
afterAll(() => {
  for (const { close } of receivers) close();
});

async function receiver(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...how);
  receivers.push(started);
  return started;
}

/** One event to a new webhook, which is deleted when `look` is done. */
async function deliverTo(url: string, look: (webhookId: number) => Promise<void>): Promise<void> {
  const { id } = await us.subscribe(url, ['domain.updated']);
  changes += 1;
  await us.events(1, domainId, changes);
  await look(id);
  await us.must('DELETE', `/webhooks/${id}`);
}

/** The webhook's only delivery, once it is as wanted. */
async function deliveryOnce(webhookId: number, isReached: (delivery: Any) => boolean, seconds = 20): Promise<Any> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const [delivery] = await us.deliveries(webhookId);
    if (delivery && isReached(delivery)) return delivery;
    if (Date.now() > end) throw new Error(`not reached within ${seconds} s: ${JSON.stringify(delivery)}`);
    await sleep(250);
  }
}
const isOver = ({ state }: Any) => state !== 'pending';
const wasTried = ({ attempts }: Any) => attempts.length > 0;

describe('a receiver that', () => {
  it('fails and then recovers gets the same message again', async () => {
    const hooks = await receiver(inTurn(answers(500, {}, 'out of order'), answers(200)));
    await deliverTo(hooks.url, async (id) => {
      const delivery = await deliveryOnce(id, isOver);
      expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ status: 500, reply: 'out of order' }, { status: 200 }] });
      const [first, second] = hooks.received;
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
      expect(hooks.received.map(({ headers }) => headers['x-service-attempt'])).toEqual(['1', '2']);
    });
  });

  it('says with 503 when to come again is not asked before', async () => {
    const hooks = await receiver(inTurn(answers(503, { 'retry-after': '3' }), answers(200)));
    await deliverTo(hooks.url, async (id) => {
      await deliveryOnce(id, isOver);
      const [first, second] = hooks.received;
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_900);
    });
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
  it.each(finals)('%s is asked once', async (_, behaviour, outcome) => {
    const hooks = await receiver(behaviour);
    await deliverTo(hooks.url, async (id) => {
      expect(await deliveryOnce(id, isOver)).toMatchObject({ state: 'failed', ...outcome });
      await sleep(1_500); // a second attempt would have come after a second
      expect(hooks.received).toHaveLength(1);
    });
  });

  it('answers 410 is asked no more, and others are told so', async () => {
    const [gone, watching] = [await receiver(answers(410)), await receiver()];
    const { id: watcher } = await us.subscribe(watching.url, ['webhook.disabled']);
    await deliverTo(gone.url, async (id) => {
      expect(await deliveryOnce(id, isOver)).toMatchObject({ state: 'failed', failure: 'gone' });
      const [told] = await watching.until(({ length }) => length === 1);
      expect(told?.json).toMatchObject({ event: 'webhook.disabled', data: { webhook: { id, status: 'disabled' } } });
      expect(told?.json.domain_id).toBeUndefined();
      expect(await us.must('GET', `/webhooks/${id}`)).toMatchObject({ status: 'disabled', disabled: { because: 'gone' } });
    });
    await us.must('DELETE', `/webhooks/${watcher}`);
  });

  it.each([
    ['hangs before its headers', hangs, 'timeout'],
    ['hangs in its body', hangsInBody, 'timeout'],
    ['drips a byte a second', drips, 'timeout'],
    ['closes within its answer', closesEarly, 'connection'],
  ] as [string, Behaviour, string][])('%s has failed with "%s", and is asked again', async (_, behaviour, error) => {
    const hooks = await receiver(inTurn(behaviour, answers(200)));
    await deliverTo(hooks.url, async (id) => {
      const delivery = await deliveryOnce(id, isOver);
      expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ error }, { status: 200 }] });
      expect(delivery.attempts[0].milliseconds).toBeLessThan(4_500);
    });
  });

  it('answers 200 with ten megabytes has succeeded, and a kibibyte of them is kept', async () => {
    const hooks = await receiver(floods);
    await deliverTo(hooks.url, async (id) => {
      const delivery = await deliveryOnce(id, isOver);
      expect(delivery).toMatchObject({ state: 'succeeded', attempts: [{ status: 200 }] });
      expect(delivery.attempts[0].reply.length).toBe(1_024);
    });
  });

  it('is down is tried as often as is written, and then given up', async () => {
    const hooks = await receiver();
    hooks.close();
    await deliverTo(hooks.url, async (id) => {
      await deliveryOnce(id, ({ attempts }) => attempts.length === 3);
      await sleep(5_000); // the last pause is a due row
      await moveDueDeliveries();
      const delivery = await deliveryOnce(id, isOver);
      expect(delivery).toMatchObject({ state: 'failed', failure: 'attempts_exhausted' });
      expect(delivery.attempts.map(({ error }: Any) => error)).toEqual(Array(4).fill('connection'));
    });
  });

  it('has a certificate that nobody vouches for gets nothing', async () => {
    const now = Date.now();
    const hooks = await receiver(answers(200), selfSigned('127.0.0.1', new Date(now - 60_000), new Date(now + 3_600_000)));
    await deliverTo(hooks.url, async (id) => {
      expect((await deliveryOnce(id, wasTried)).attempts[0]).toMatchObject({ error: 'tls' });
      expect(hooks.received).toEqual([]);
    });
  });

  it('moves behind our back to an address that is not public gets nothing', async () => {
    const name = newHostname('rebound');
    const hooks = await receiver(answers(500));
    await dns.set(name, 'A', ['127.0.0.1']);
    await deliverTo(`http://${name}:${hooks.port}/hooks`, async (id) => {
      await deliveryOnce(id, wasTried);
      expect(hooks.received.length).toBeGreaterThan(0);
      await dns.set(name, 'A', ['169.254.169.254']);
      await sleep(1_000);
      const delivery = await deliveryOnce(id, ({ attempts }) => attempts.some(({ error }: Any) => error === 'refused_address'));
      expect(delivery.attempts.at(-1).reply).toContain('not on the public internet');
    });
  });

  it('has no address any more has failed with "dns"', async () => {
    const name = newHostname('nowhere');
    await dns.fail(name);
    await deliverTo(`http://${name}:9999/hooks`, async (id) => {
      expect((await deliveryOnce(id, wasTried)).attempts[0]).toMatchObject({ error: 'dns' });
    });
  });
});

describe('an address that is not public', () => {
  it.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://0251.0376.0251.0376/',
    'http://[fe80::1]/',
    'http://[::ffff:169.254.169.254]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://0.0.0.0/',
    'http://224.0.0.1/',
    'http://100.64.0.1/',
  ])('%s is refused when it is registered', async (url) => {
    const { status, body } = await us.call('POST', '/webhooks', { url, events: ['*'] });
    expect([status, body.error?.code, Object.keys(body.error?.details.errors ?? {})]).toEqual([422, 'validation_error', ['url']]);
  });

  it('is refused behind a name too', async () => {
    const name = newHostname('inside');
    await dns.set(name, 'A', ['10.1.2.3']);
    const { status, body } = await us.call('POST', '/webhooks', { url: `https://${name}/hooks`, events: ['*'] });
    expect(status).toBe(422);
    expect(body.error.details.errors.url[0]).toContain('10.1.2.3');
  });
});

describe('the sender', () => {
  it('sends what is in the queue twice, or is in the stream once more, only once', async () => {
    const since = new Date().toISOString();
    const hooks = await receiver();
    await deliverTo(hooks.url, async (webhookId) => {
      const delivery = await deliveryOnce(webhookId, isOver);
      const message = messageOf(webhookId, delivery, hooks.received[0]?.body.toString('utf8') ?? '');
      await sendDeliveries([message, message]);
      await admin('redrive', '--since', since);
      await sleep(4_000); // whoever has something to do has had their turn
      expect(hooks.received).toHaveLength(1);
      expect((await us.deliveries(webhookId))[0].attempts).toHaveLength(1);
    });
  });

  it('that finds a poisoned message delivers the others of its batch, and does not send them again', async () => {
    const hooks = await receiver();
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.deleted']);
    const events = ['0', '1', '2'].map((n) => sampleMessage(us.organizationId, webhookId, n));
    await sendDeliveries([events[0], '{"not": "a delivery"}', 'no JSON', events[1], events[2]].map(asText));
    await hooks.until(({ length }) => length === 3);
    await sleep(2_000);
    expect(hooks.received.map(({ json }) => json.n).toSorted()).toEqual(['0', '1', '2']);
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('that dies in the middle sends the same message again, as soon as the queue gives it back', {
    timeout: 200_000,
  }, async () => {
    const hooks = await receiver(inTurn(slowly(2_500), answers(200)));
    await deliverTo(hooks.url, async (webhookId) => {
      await hooks.until(({ length }) => length === 1);
      expect(killLambdas('WebhookDeliveryDeliver')).toBeGreaterThan(0);
      const [first, second] = await hooks.until(({ length }) => length === 2, VISIBILITY_SECONDS + 60);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
      expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
      expect(await deliveryOnce(webhookId, isOver)).toMatchObject({ state: 'succeeded', attempts: [{ status: 200 }] });
    });
  });

  it('takes up what lay among the dead letters when it is told to', async () => {
    const hooks = await receiver();
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.deleted']);
    await sendDeadLetter(asText(sampleMessage(us.organizationId, webhookId, 'dead')));
    const { dead_letters } = await admin<{ dead_letters: number }>('redrive');
    expect(dead_letters).toBeGreaterThanOrEqual(1);
    await hooks.until(({ length }) => length === 1);
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it.each([
    ['deleted', (id: number) => us.must('DELETE', `/webhooks/${id}`)],
    ['disabled', (id: number) => us.must('PATCH', `/webhooks/${id}`, { status: 'disabled' })],
  ])('sends nothing more to a webhook that was %s while its message waited', async (_, change) => {
    const hooks = await receiver(answers(500));
    const { id } = await us.subscribe(hooks.url, ['domain.updated']);
    changes += 1;
    await us.events(1, domainId, changes);
    await hooks.until(({ length }) => length === 1);
    await change(id);
    const after = hooks.received.length;
    await sleep(4_500); // the second and third attempt were due
    expect(hooks.received.length).toBeLessThanOrEqual(after);
  });

  it('signs a waiting message with the secrets of the moment it is sent', async () => {
    const hooks = await receiver(answers(500));
    const { id } = await us.subscribe(hooks.url, ['domain.updated']);
    changes += 1;
    await us.events(1, domainId, changes);
    await hooks.until(({ length }) => length === 1);
    await us.must('POST', `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 });
    const all = await hooks.until((got) => got.some(({ headers }) => headers['x-service-signature-next'] !== undefined));
    expect(all[0]?.headers['x-service-signature-next']).toBeUndefined();
    await us.must('DELETE', `/webhooks/${id}`);
  });
});

function messageOf(webhookId: number, delivery: Any, body: string): string {
  const { id, event_id: eventId, event, created_at: createdAt } = delivery;
  const common = { organizationId: us.organizationId, webhookId, deliveryId: id, eventId, event, domainId, createdAt, body };
  return JSON.stringify({ ...common, series: 1, attempt: 1 });
}

let samples = 0;

/** A message about an event that only this test knows. */
function sampleMessage(organizationId: string, webhookId: number, n: string) {
  samples += 1;
  const eventId = `evt_01KAHJ0000${String(samples).padStart(16, '0')}`;
  const common = { organizationId, webhookId, deliveryId: deliveryId(eventId, webhookId), eventId, event: 'domain.deleted' };
  return { ...common, createdAt: new Date().toISOString(), series: 1, attempt: 1, body: JSON.stringify({ id: eventId, n }) };
}

function asText(message: unknown): string {
  return typeof message === 'string' ? message : JSON.stringify(message);
}
