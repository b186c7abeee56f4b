import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { newHostname } from './cloud.ts';
import { type Integrator, newIntegrator } from './integrator.ts';
import { moveDueDeliveries } from './operator.ts';
import { answers, type Behaviour, hangs, type Receiver, slowly, startReceiver } from './receiver.ts';

// One receiver's trouble is nobody else's.

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const receivers: Receiver[] = [];
async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const started = await startReceiver(behaviour);
  receivers.push(started);
  return started;
}
afterAll(() => {
  for (const { close } of receivers) close();
});

/** An integrator whose one request makes as many events. */
async function busyIntegrator(): Promise<Integrator & { burst: (count: number) => Promise<void> }> {
  const us = await newIntegrator();
  await us.raiseLimits();
  const burst = async (count: number) => {
    const domains = Array.from({ length: count }, () => ({ url: newHostname('burst'), server_id: 1 }));
    await us.must('POST', '/domains/bulk', { domains });
  };
  return { ...us, burst };
}

describe('one webhook', () => {
  it('gets five deliveries at once at most, and in the end all of them', async () => {
    const us = await busyIntegrator();
    const hooks = await receiver(slowly(300));
    const { id } = await us.subscribe(hooks.url, ['domain.created']);
    await us.burst(60);
    const all = await hooks.until((got) => new Set(got.map(({ json }) => json.id)).size === 60, 90);
    expect(hooks.mostAtOnce()).toBeLessThanOrEqual(5);
    expect(all).toHaveLength(60); // none of them twice
    expect(hooks.connections()).toBeLessThan(60); // they are used again
    await us.must('DELETE', `/webhooks/${id}`);
  });
});

describe('a receiver that hangs', () => {
  it('is left alone after three time-outs, holds up nobody, and gets everything when it is back', {
    timeout: 240_000,
  }, async () => {
    const [us, others] = [await busyIntegrator(), await busyIntegrator()];
    const dead = await receiver(hangs);
    const healthy = await receiver();
    const { id: deadId } = await us.subscribe(dead.url, ['domain.created']);
    await others.subscribe(healthy.url, ['domain.created']);
    await us.burst(40);
    await dead.until(({ length }) => length >= 3);
    await sleep(8_000); // two rounds of time-outs of 3 s: the breaker is open
    const before = dead.received.length;
    expect(before).toBeLessThanOrEqual(15);

    await others.burst(20);
    const startedAt = performance.now();
    const told = await healthy.until(({ length }) => length === 20, 20);
    expect(Math.max(...told.map(({ at }) => at)) - startedAt).toBeLessThan(10_000);
    expect(dead.received.length - before).toBeLessThanOrEqual(4); // probes, one at a time

    // What was put back a few times, while five were under way, is parked as well.
    await expect.poll(() => pendingOf(us, deadId), { timeout: 60_000, interval: 1_000 }).toBe(40);
    dead.behave(answers(200));
    const end = Date.now() + 150_000;
    while (new Set(dead.received.map(({ json }) => json.id)).size < 40 || (await pendingOf(us, deadId)) > 0) {
      if (Date.now() > end) throw new Error(`${await pendingOf(us, deadId)} are still pending`);
      await moveDueDeliveries();
      await sleep(2_000);
    }
    await us.must('DELETE', `/webhooks/${deadId}`);
  });

  it('is disabled when it has failed for long enough, and says so', { timeout: 180_000 }, async () => {
    const us = await busyIntegrator();
    const [broken, watching] = [await receiver(answers(500)), await receiver()];
    const { id } = await us.subscribe(broken.url, ['domain.created']);
    await us.subscribe(watching.url, ['webhook.disabled']);
    await us.burst(4);
    const end = Date.now() + 120_000;
    while (watching.received.length === 0) {
      if (Date.now() > end) throw new Error(JSON.stringify(await us.must('GET', `/webhooks/${id}`)));
      await moveDueDeliveries();
      await sleep(2_000);
    }
    expect(watching.received[0]?.json).toMatchObject({
      event: 'webhook.disabled',
      data: { webhook: { id, status: 'disabled' } },
    });
    const webhook = await us.must('GET', `/webhooks/${id}`);
    expect(webhook).toMatchObject({ status: 'disabled', disabled: { because: 'failing' }, last_delivery: { status: 'failed' } });
    const { data } = await us.must('GET', '/events?event=webhook.disabled');
    expect(data).toHaveLength(1);
  });
});

async function pendingOf(us: Integrator, webhookId: number): Promise<number> {
  return (await us.deliveries(webhookId, '?limit=100&state=pending')).filter(({ state }: Any) => state === 'pending').length;
}
