import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { newHostname } from '../cloud.ts';
import { killLambdas } from '../cloud-processes.ts';
import { busyIntegrator, type Integrator } from '../integrator.ts';
import { breakerIsOpen, endClaim, hideDeliveriesFor, moveDueDeliveries } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { answers, type Behaviour, hangs, inTurn, type Receiver, slowly, startReceiver } from '../receiver.ts';

// The sender, which all receivers share: its latency, and what happens when it is killed or blocked.

/** Instead of the 65 s of local/stage.ts; longer than an attempt here. */
const VISIBILITY_SECONDS = 8;

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const receivers: Receiver[] = [];
async function receiver(behaviour?: Behaviour): Promise<Receiver> {
  const started = await startReceiver(behaviour);
  receivers.push(started);
  return started;
}
let us: Integrator;
let domainId: number;
beforeAll(async () => {
  us = await busyIntegrator();
  domainId = (await us.must('POST', '/domains', { url: newHostname('sender'), server_id: 1 })).id;
});
afterAll(() => {
  for (const { close } of receivers) close();
});

describe('the sender', () => {
  it('deliveries leave within two seconds of the change, at rest', async () => {
    const hooks = await receiver();
    const { id } = await us.subscribe(hooks.url, ['domain.updated']);
    const took: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      await us.events(1, domainId, 100 + n);
      const committedAt = performance.now();
      const all = await hooks.until(({ length }) => length === n + 1);
      took.push((all[n]?.at ?? 0) - committedAt);
    }
    // The first deliveries start cold processes, and a busy machine may delay some.
    expect(Math.min(...took)).toBeLessThan(2_000);
    await us.must('DELETE', `/webhooks/${id}`);
  });

  it('that dies in the middle sends the same message again, as soon as the queue gives it back', async () => {
    const restore = await hideDeliveriesFor(VISIBILITY_SECONDS);
    onTestFinished(restore);
    const hooks = await receiver(inTurn(answers(200), slowly(2_500), answers(200)));
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.updated']);
    // A webhook's first delivery goes to the queue for slow receivers; the visibility time-out of the other queue is the
    // shortened one.
    await us.events(1, domainId);
    await expect.poll(async () => (await us.deliveries(webhookId))[0]).toMatchObject({ state: 'succeeded' });
    await us.events(1, domainId, 1);
    await hooks.until(({ length }) => length === 2);
    expect(killLambdas('WebhookDeliveryDeliver')).toBeGreaterThan(0);
    const [{ id: claimed }] = await us.deliveries(webhookId);
    await endClaim(us.organizationId, webhookId, claimed);
    const [, first, second] = await hooks.until(({ length }) => length === 3, VISIBILITY_SECONDS + 40);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    await expect
      .poll(async () => (await us.deliveries(webhookId))[0])
      .toMatchObject({ state: 'succeeded', attempts: [{ status: 200 }] });
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('a receiver that hangs is left alone after three time-outs, holds up nobody, and gets everything when it is back', {
    timeout: 240_000,
  }, async () => {
    const [troubled, others] = [await busyIntegrator(), await busyIntegrator()];
    const dead = await receiver(hangs);
    const healthy = await receiver();
    const { id: deadId } = await troubled.subscribe(dead.url, ['domain.created']);
    await others.subscribe(healthy.url, ['domain.created']);
    await troubled.burst(40);
    await expect
      .poll(async () => (await breakerIsOpen(troubled.organizationId, deadId)) && dead.underWay() === 0, {
        timeout: PATIENCE_SECONDS * 1000,
        interval: 100,
      })
      .toBe(true);
    const before = dead.received.length;
    expect(before).toBeLessThanOrEqual(15);

    await others.burst(20);
    const startedAt = performance.now();
    const told = await healthy.until(({ length }) => length === 20, 20);
    expect(Math.max(...told.map(({ at }) => at)) - startedAt).toBeLessThan(10_000);
    expect(dead.received.length - before).toBeLessThanOrEqual(4); // probes, one at a time

    // Deliveries that were requeued while five were in flight are parked, too.
    await expect.poll(() => pendingOf(troubled, deadId), { timeout: PATIENCE_SECONDS * 1000, interval: 1_000 }).toBe(40);
    dead.behave(answers(200));
    const end = Date.now() + 150_000;
    while (new Set(dead.received.map(({ json }) => json.id)).size < 40 || (await pendingOf(troubled, deadId)) > 0) {
      if (Date.now() > end) throw new Error(`${await pendingOf(troubled, deadId)} are still pending`);
      await moveDueDeliveries();
      await sleep(2_000);
    }
    await troubled.must('DELETE', `/webhooks/${deadId}`);
  });
});

async function pendingOf(them: Integrator, webhookId: number): Promise<number> {
  return (await them.deliveries(webhookId, '?limit=100&state=pending')).filter(({ state }: Any) => state === 'pending').length;
}
