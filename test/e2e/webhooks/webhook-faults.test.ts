import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryId } from '../../../lambdas/model/webhooks/delivery.ts';
import { dns, newHostname } from '../cloud.ts';
import { type Integrator, newIntegrator } from '../integrator.ts';
import { admin, sendDeadLetter, sendDeliveries } from '../operator.ts';
import { answers, type Receiver, startReceiver } from '../receiver.ts';
import { deliverTo, deliveryOnce, isOver, type Told } from './delivered.ts';

// Failures of the sender. A delivery has four attempts here (local/stage.ts, TEST_WEBHOOKS).

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const receivers: Receiver[] = [];
afterAll(() => {
  for (const { close } of receivers) close();
});

async function receiver(...how: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...how);
  receivers.push(started);
  return started;
}

describe('an address that is not public', () => {
  let us: Integrator;
  beforeAll(async () => {
    us = await newIntegrator();
  });

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
  ])('a webhook at %s is refused when it is registered', async (url) => {
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
  it('sends a message only once that is in the queue twice, or is in the stream once more', async () => {
    const since = new Date().toISOString();
    const hooks = await receiver();
    const told = await deliverTo(hooks.url);
    const delivery = await deliveryOnce(told, isOver);
    const message = messageOf(told, delivery, hooks.received[0]?.body.toString('utf8') ?? '');
    await sendDeliveries([message, message]);
    await admin('redrive', '--since', since);
    await sleep(4_000); // gives relay and sender time: the absence of a delivery cannot be awaited
    expect(hooks.received).toHaveLength(1);
    expect((await told.us.deliveries(told.id))[0].attempts).toHaveLength(1);
  });

  it('that finds a poisoned message delivers the others of its batch, and does not send them again', async () => {
    const hooks = await receiver();
    const us = await newIntegrator();
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.deleted']);
    const events = ['0', '1', '2'].map((n) => sampleMessage(us.organizationId, webhookId, n));
    await sendDeliveries([events[0], '{"not": "a delivery"}', 'no JSON', events[1], events[2]].map(asText));
    await hooks.until(({ length }) => length === 3);
    await sleep(2_000); // the absence of a further delivery cannot be awaited
    expect(hooks.received.map(({ json }) => json.n).toSorted()).toEqual(['0', '1', '2']);
  });

  it('sends the dead letters when it is told to', async () => {
    const hooks = await receiver();
    const us = await newIntegrator();
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.deleted']);
    await sendDeadLetter(asText(sampleMessage(us.organizationId, webhookId, 'dead')));
    const { dead_letters } = await admin<{ dead_letters: number }>('redrive');
    expect(dead_letters).toBeGreaterThanOrEqual(1);
    await hooks.until(({ length }) => length === 1);
  });
});

describe.concurrent('the sender of a waiting message', () => {
  it.each([
    ['deleted', (us: Integrator, id: number) => us.must('DELETE', `/webhooks/${id}`)],
    ['disabled', (us: Integrator, id: number) => us.must('PATCH', `/webhooks/${id}`, { status: 'disabled' })],
  ])('sends nothing more to a webhook that was %s meanwhile', async (_, change) => {
    const hooks = await receiver(answers(500));
    const { us, id } = await deliverTo(hooks.url);
    await hooks.until(({ length }) => length === 1);
    await change(us, id);
    const after = hooks.received.length;
    await sleep(4_500); // the absence of an attempt cannot be awaited: the second and third were due
    expect(hooks.received.length).toBeLessThanOrEqual(after);
  });

  it('signs it with the secrets of the moment at which it is sent', async () => {
    const hooks = await receiver(answers(500));
    const { us, id } = await deliverTo(hooks.url);
    await hooks.until(({ length }) => length === 1);
    await us.must('POST', `/webhooks/${id}/rotate-secret`, { overlap_hours: 1 });
    const all = await hooks.until((got) => got.some(({ headers }) => headers['x-service-signature-next'] !== undefined));
    expect(all[0]?.headers['x-service-signature-next']).toBeUndefined();
  });
});

function messageOf({ us, id: webhookId, domainId }: Told, delivery: Any, body: string): string {
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
