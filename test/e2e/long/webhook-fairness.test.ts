import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { busyIntegrator } from '../integrator.ts';
import { breakerIsOpen, moveDueDeliveries } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { answers, type Behaviour, hangs, type Receiver, slowly, startReceiver } from '../receiver.ts';

// One receiver's failures do not affect others.

const receivers: Receiver[] = [];
async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const started = await startReceiver(behaviour);
  receivers.push(started);
  return started;
}
afterAll(() => {
  for (const { close } of receivers) close();
});

/** Waits for a condition; throws at the time-out. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: PATIENCE_SECONDS * 1000, interval: 250 }).toBe(true);
}

describe('one webhook', () => {
  it('a webhook gets five deliveries at once at most, and in the end all of them', async () => {
    const us = await busyIntegrator();
    const hooks = await receiver(slowly(300));
    const { id } = await us.subscribe(hooks.url, ['domain.created']);
    await us.burst(60);
    const all = await hooks.until((got) => new Set(got.map(({ json }) => json.id)).size === 60);
    expect(hooks.mostAtOnce()).toBeLessThanOrEqual(5);
    expect(all).toHaveLength(60); // no duplicates
    expect(hooks.connections()).toBeLessThan(60); // connections are reused
    await us.must('DELETE', `/webhooks/${id}`);
  });
});

describe('a receiver that hangs', () => {
  it('is not asked again by a new webhook before it answers a test, and gets everything then', {
    timeout: 240_000,
  }, async () => {
    const us = await busyIntegrator();
    const hooks = await receiver(hangs);
    const { id: first } = await us.subscribe(hooks.url, ['domain.created']);
    await us.burst(5);
    await until(async () => (await breakerIsOpen(us.organizationId, first)) && hooks.underWay() === 0);
    await us.must('DELETE', `/webhooks/${first}`);

    const { id, warnings } = await us.subscribe(`${hooks.url}/made-again`, ['domain.created']);
    expect(warnings).toContainEqual(expect.stringMatching(/has not answered your webhooks in time/));
    await us.burst(2);
    await until(async () => (await us.deliveries(id)).length === 2); // parked deliveries have rows
    expect(await us.deliveries(id)).toEqual(Array(2).fill(expect.objectContaining({ state: 'pending', attempts: [] })));
    // A delivery of the former webhook may have been in flight when the breaker opened.
    expect(hooks.received.filter(({ path }) => path.endsWith('/made-again'))).toEqual([]);

    hooks.behave(answers(200));
    expect(await us.must('POST', `/webhooks/${id}/test`)).toMatchObject({ state: 'succeeded' });
    await until(async () => {
      await moveDueDeliveries();
      return (await us.deliveries(id, '?state=succeeded')).length === 3;
    });
  });
});

describe('a receiver that fails', () => {
  it('has its webhook disabled when that lasts for long enough, and the webhook says so', { timeout: 180_000 }, async () => {
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
