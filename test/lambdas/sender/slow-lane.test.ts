import { describe, expect, it } from 'vitest';
import { isSlow } from '../../../lambdas/model/webhooks/attempt-tally.ts';
import { aMessage, answer, aRow, aSender, aWebhook, messages, noAnswer, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const slow = { ...message, slow: true };
const late = (milliseconds: number) => answer(500, { milliseconds });

describe('a webhook is served in the slow lane', () => {
  it.each([
    [{}, false],
    [{ timeoutsInRow: 0 }, false],
    [{ timeoutsInRow: 1 }, true],
    [{ isSlow: true }, true],
  ])('a webhook of %o is served in the slow lane: %s', (row, expected) => {
    expect(isSlow(row)).toBe(expected);
  });

  it.each([
    [5_000, undefined],
    [5_001, true],
  ])('a webhook is served in the slow lane after an answer that took %i ms: %s', async (milliseconds, expected) => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(late(milliseconds));
    await sender.brings(message);
    expect(sender.webhook()?.isSlow).toBe(expected);
    expect(sender.lanes()).toEqual([expected ? 'slow' : 'fast']); // its next attempt
    expect(sender.takeQueued()).toMatchObject([{ message: { attempt: 2, slow: expected ?? false } }]);
  });

  it('a webhook is served in the slow lane no more after one answer that was quick', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { isSlow: true }));
    await sender.brings(slow);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.webhook()).not.toHaveProperty('isSlow');
  });
});

describe('what was queued before its receiver was seen to take long', () => {
  it('what was queued before its receiver was seen to take long changes to the slow lane and is not sent, with its slots free again', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 1 }));
    expect(await sender.brings(...messages(3))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.lanes()).toEqual(['slow', 'slow', 'slow']);
    expect(sender.takeQueued().map(({ message: { slow: isSlowNow, deferrals } }) => [isSlowNow, deferrals])).toEqual(
      Array(3).fill([true, 0]),
    );
    const { slot0, slot1, slot2, slot3, slot4, timeoutsInRow } = sender.webhook() ?? {};
    expect([slot0, slot1, slot2, slot3, slot4, timeoutsInRow]).toEqual([...Array(5).fill(undefined), 1]);
  });

  it('what was queued before its receiver was seen to take long comes again where that lane does not take it', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { isSlow: true }));
    sender.ports.queue.send.mockResolvedValueOnce([0]);
    expect(await sender.brings(message)).toEqual(['0']);
  });

  it('what was queued before its receiver was seen to take long is sent all the same where it tries whether the receiver is back', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 3 }), aRow());
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    await sender.brings({ ...message, probe: true });
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });
});
