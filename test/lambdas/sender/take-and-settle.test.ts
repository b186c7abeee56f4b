import { describe, expect, it } from 'vitest';
import { SLOTS } from '../../../lambdas/model/webhooks/webhook-slots.ts';
import { iso, SECOND } from '../a-domain.ts';
import { aMessage, aSender, aWebhook, messages, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const hook = (changes: Parameters<typeof aWebhook>[1]) => aWebhook(WEBHOOK_ID, changes);
const taken = (...slots: (typeof SLOTS)[number][]) => Object.fromEntries(slots.map((slot) => [slot, `${iso(SECOND)} another`]));

describe('the slots of a webhook', () => {
  it('may be taken by others: one request more finds one that is free', async () => {
    const sender = aSender(hook(taken('slot0', 'slot1', 'slot2', 'slot3')));
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.requests()).toHaveLength(7);
    expect(sender.webhook()).toMatchObject(taken('slot0', 'slot1', 'slot2', 'slot3'));
    expect(sender.webhook()).not.toHaveProperty('slot4');
  });

  it('are used as far as there are: two free ones send ten, two at a time', async () => {
    const sender = aSender(hook(taken('slot0', 'slot2', 'slot3')));
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(10);
  });

  it('the slots of a dead sender are free when their time is over', async () => {
    const sender = aSender(hook(taken(...SLOTS)));
    sender.passes(SECOND + 1);
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it.each([
    [0, 1],
    [1, 2],
    [2, 4],
    [3, 8],
  ])(
    'have a message wait that finds them all taken: put back %s times before, it comes again after %s s',
    async (deferrals, delaySeconds) => {
      const sender = aSender(hook(taken(...SLOTS)));
      expect(await sender.brings(aMessage({ deferrals }))).toEqual([]);
      expect(sender.takeQueued()).toEqual([{ message: aMessage({ deferrals: deferrals + 1 }), delaySeconds }]);
      expect(sender.row()).toBeUndefined();
    },
  );

  it('have a message parked that finds them all taken for the seventh time, with a row that is looked at later', async () => {
    const sender = aSender(hook(taken(...SLOTS)));
    sender.isAt(1);
    expect(await sender.brings(aMessage({ deferrals: 6 }))).toEqual([]);
    expect(sender.takeQueued()).toEqual([]);
    expect(sender.row()).toMatchObject({
      state: 'pending',
      attemptsMade: 0,
      duePk: `PARKED#org_A#${WEBHOOK_ID}`,
      stepDueAt: iso(0),
    });
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(1), duePk: `DUE#DELIVERIES#${WEBHOOK_ID % 16}`, stepDueAt: iso(1) });
  });

  it('a message that finds all slots taken and the queue taking nothing back comes again by itself', async () => {
    const sender = aSender(hook(taken(...SLOTS)));
    sender.ports.queue.send.mockResolvedValueOnce([1]);
    expect(await sender.brings(...messages(2))).toEqual(['1']);
    sender.ports.queue.send.mockRejectedValueOnce(new Error('down'));
    expect(await sender.brings(...messages(2))).toEqual(['0', '1']);
  });
});
