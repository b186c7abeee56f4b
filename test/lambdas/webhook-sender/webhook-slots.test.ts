import { describe, expect, it } from 'vitest';
import { SLOTS } from '../../../lambdas/model/webhooks/webhook-slots.ts';
import { iso, SECOND } from '../a-domain.ts';
import { aMessage, answer, aSender, aWebhook, messages, noAnswer, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

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
    sender.ports.deliveryQueue.send.mockResolvedValueOnce([1]);
    expect(await sender.brings(...messages(2))).toEqual(['1']);
    sender.ports.deliveryQueue.send.mockRejectedValueOnce(new Error('down'));
    expect(await sender.brings(...messages(2))).toEqual(['0', '1']);
  });
});

describe('a write of the sender whose answer was lost, so that the SDK repeats it', () => {
  const LAST_ATTEMPT = 8;

  it('counts a failed event and a time-out once, and frees the slots', async () => {
    const sender = aSender(hook({ failingSince: iso(-SECOND), failedEvents: 1, timeoutsInRow: 1 }));
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    sender.loseAnswer(/failedEvents/);
    await sender.brings(aMessage({ attempt: LAST_ATTEMPT, slow: true }));
    expect(sender.row()).toMatchObject({ state: 'failed' });
    expect(sender.webhook()).toMatchObject({ failedEvents: 2, timeoutsInRow: 2 });
    expect(slotsTaken(sender)).toEqual([]);
  });

  it('still leads to what follows from it: the breaker opens', async () => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    sender.loseAnswer(/timeoutsInRow/);
    await sender.brings(aMessage({ slow: true }));
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 3, probeAt: iso(60 * SECOND) });
    expect(sender.under('RECEIVER#')).toMatchObject([{ timeoutsInRow: 3 }]);
  });

  it('claims an attempt that is its own, and sends it', async () => {
    const sender = aSender(hook({}));
    sender.loseAnswer(/if_not_exists.attempts/);
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledOnce();
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    for (const name of ['claimedUntil', 'claimedBy']) expect(sender.row()).not.toHaveProperty(name);
  });

  it('opens the breaker, and remembers the host', async () => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    sender.loseAnswer(/SET probeAt/);
    await sender.brings(aMessage({ slow: true }));
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0 });
    expect(sender.under('RECEIVER#')).toMatchObject([{ timeoutsInRow: 3 }]);
  });

  it.each([
    ['takes no further slot of the webhook', /#slot\d/],
    ['takes no further slot of the organization', /#slot =/],
  ])('%s', async (_, lost) => {
    const sender = aSender(hook({}));
    const taken: unknown[] = [];
    sender.receiver.mockImplementation(async () => {
      taken.push(...slotsTaken(sender));
      return answer(200);
    });
    sender.loseAnswer(lost);
    await sender.brings(message);
    expect(taken).toHaveLength(2);
    expect(slotsTaken(sender)).toEqual([]);
  });
});

function slotsTaken(sender: ReturnType<typeof aSender>): string[] {
  const items = [sender.webhook() ?? {}, ...sender.under('SENDER#')];
  return items.flatMap((item) => Object.keys(item).filter((name) => /^(slot|fast|slow)\d/.test(name)));
}

describe('slots', () => {
  it('that somebody else holds by now are not freed', async () => {
    const sender = aSender(hook({}));
    sender.receiver.mockImplementation(async () => {
      const { pk, sk } = aWebhook();
      sender.items.set(`${pk}|${sk}`, hook(taken(...SLOTS)));
      return answer(200);
    });
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject(taken(...SLOTS));
  });
});
