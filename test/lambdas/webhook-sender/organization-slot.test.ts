import { describe, expect, it, vi } from 'vitest';
import { organizationShare, organizationSlots } from '../../../lambdas/model/webhooks/webhook-slots.ts';
import type { PostResult } from '../../../lambdas/shared/net/http-post.gateway.ts';
import { deliver } from '../../../lambdas/webhook-sender/deliver.ts';
import { iso, SECOND } from '../a-domain.ts';
import { aMessage, answer, aSender, aWebhook, messages, noAnswer, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

// An organization whose receivers all hang uses its share of the processes and no more, however many webhooks it has.

const message = aMessage();
const slots = { pk: 'SENDER#org_A', sk: 'SLOTS' };
const FAST = ['fast0', 'fast1', 'fast2', 'fast3', 'fast4', 'fast5'];
const takenBy = (names: readonly string[]) => ({
  ...slots,
  ...Object.fromEntries(names.map((name) => [name, `${iso(SECOND)} x`])),
});
const held = (sender: ReturnType<typeof aSender>) =>
  Object.keys(sender.items.get('SENDER#org_A|SLOTS') ?? {}).filter((name) => /^(fast|slow)/.test(name));

describe('the slots of an organization', () => {
  it.each([
    [2, 1],
    [3, 2],
    [5, 3],
    [10, 6],
    [40, 26],
  ])('of %i processes of a lane %i may work for one organization', (processes, share) => {
    expect(organizationShare(processes)).toBe(share);
    expect(organizationShare(processes)).toBeLessThan(processes);
    expect(new Set(organizationSlots('fast', processes)).size).toBe(share);
  });

  it('serve all its webhooks in a batch with one, which is given back', async () => {
    const sender = aSender(aWebhook(), aWebhook(WEBHOOK_ID + 1));
    sender.receiver.mockImplementation(async () => {
      expect(held(sender)).toEqual(['fast3']);
      return answer(200);
    });
    await sender.brings(message, aMessage({ webhookId: WEBHOOK_ID + 1 }));
    expect(sender.receiver).toHaveBeenCalledTimes(2);
    expect(held(sender)).toEqual([]);
  });

  it('may be taken by others: one request more finds one that is free', async () => {
    const sender = aSender(aWebhook(), takenBy(['fast3', 'fast4']));
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.requests()).toHaveLength(7);
    expect(held(sender)).toEqual(['fast3', 'fast4']);
  });

  it('an organization that has as many processes at work as it may gets nothing more: it comes again in a moment', async () => {
    const sender = aSender(aWebhook(), takenBy(FAST));
    expect(await sender.brings(...messages(2))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.takeQueued().map(({ message: { deferrals }, delaySeconds }) => [deferrals, delaySeconds])).toEqual([
      [1, 1],
      [1, 1],
    ]);
    expect(sender.webhook()).not.toHaveProperty('slot2'); // freed for other messages
  });

  it('are not asked for again if there was none: the messages are put back for a second without a request to the table', async () => {
    const sender = aSender(aWebhook(), takenBy(FAST));
    await sender.brings(message);
    const before = sender.requests().length;
    sender.isAt(999);
    expect(await sender.brings(...messages(3))).toEqual([]);
    expect([sender.requests().length, sender.takeQueued().length]).toEqual([before, 4]);
    await sender.brings({ ...message, slow: true });
    expect(sender.receiver).toHaveBeenCalledTimes(1); // the lanes have separate slots
    sender.isAt(SECOND + 1);
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1); // it was delivered already
    await sender.brings(aMessage({ eventId: `${message.eventId.slice(0, -1)}2` }));
    expect(sender.receiver).toHaveBeenCalledTimes(2);
  });

  it('an organization that has used up one lane is served in the other', async () => {
    const sender = aSender(aWebhook(), takenBy(FAST));
    await sender.brings({ ...message, slow: true });
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it('an organization that has used up a lane keeps nothing from another in the same batch', async () => {
    const theirs = aWebhook(WEBHOOK_ID + 1, { organizationId: 'org_B' });
    const sender = aSender(aWebhook(), theirs, takenBy(FAST));
    await sender.brings(message, aMessage({ organizationId: 'org_B', webhookId: WEBHOOK_ID + 1 }));
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.takeQueued()).toMatchObject([{ message: { organizationId: 'org_A' } }]);
  });

  it('are free when the time of a dead sender is over', async () => {
    const sender = aSender(aWebhook(), takenBy(FAST));
    sender.passes(SECOND + 1);
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it('lose nothing and let nothing be sent where they cannot be read', async () => {
    const sender = aSender(aWebhook());
    vi.spyOn(sender.ports.organizationSlots, 'take').mockRejectedValue(new Error('down'));
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.takeQueued()).toHaveLength(1);
  });

  it('are not taken by a message that changes lanes or is parked', async () => {
    for (const changes of [{ isSlow: true }, { timeoutsInRow: 3, probeAt: iso(SECOND) }]) {
      const sender = aSender(aWebhook(WEBHOOK_ID, changes));
      await sender.brings(message);
      expect(sender.items.has('SENDER#org_A|SLOTS')).toBe(false);
    }
  });
});

it('an organization whose twenty receivers all hang at once holds six of ten processes', async () => {
  const hooks = Array.from({ length: 20 }, (_, n) => aWebhook(WEBHOOK_ID + n, { url: `https://h${n}.integrator.com/` }));
  const sender = aSender(...hooks);
  const waiting: ((result: PostResult) => void)[] = [];
  sender.receiver.mockImplementation(() => new Promise((resolve) => waiting.push(resolve)));
  const bodies = hooks.map((_, n) => JSON.stringify(aMessage({ webhookId: WEBHOOK_ID + n })));
  const processes: Promise<string[]>[] = [];
  for (let n = 0; n < 10; n += 1) {
    // Each process has one message of each of two webhooks. It is busy before the next one begins.
    const batch = bodies.slice(2 * n, 2 * n + 2).map((body, id) => ({ id: String(id), body }));
    const process = deliver(batch, sender.ports);
    processes.push(process);
    if (n < 6) await expect.poll(() => waiting.length).toBe(2 * (n + 1));
    else expect(await process).toEqual([]);
  }
  expect(waiting).toHaveLength(12);
  expect(held(sender)).toHaveLength(6);
  for (const resolve of waiting) resolve(noAnswer('timeout'));
  expect(await Promise.all(processes)).toEqual(Array(10).fill([]));
  expect(sender.takeQueued().filter(({ message: { deferrals } }) => deferrals === 1)).toHaveLength(8);
  expect(held(sender)).toEqual([]);
});
