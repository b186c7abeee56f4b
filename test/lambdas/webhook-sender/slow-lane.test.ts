import { describe, expect, it } from 'vitest';
import { usesSlowLane } from '../../../lambdas/model/webhooks/circuit-breaker.ts';
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
  ])('in the state %o: %s', (row, expected) => {
    expect(usesSlowLane(row)).toBe(expected);
  });

  it.each([
    [5_000, undefined],
    [5_001, true],
  ])('after an answer that took %i ms: %s', async (milliseconds, expected) => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(late(milliseconds));
    await sender.brings(message);
    expect(sender.webhook()?.isSlow).toBe(expected);
    expect(sender.lanes()).toEqual([expected ? 'slow' : 'fast']); // the next attempt
    expect(sender.takeQueued()).toMatchObject([{ message: { attempt: 2, slow: expected ?? false } }]);
  });

  it('no more after one answer that was quick', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { isSlow: true }));
    await sender.brings(slow);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.webhook()).not.toHaveProperty('isSlow');
  });
});

describe('a webhook whose receiver is new', () => {
  const fresh = () => aSender(aWebhook(WEBHOOK_ID, { isSlow: true }));

  it.each([
    ['a connection that fails at once', { ...noAnswer('connection'), milliseconds: 1 }, true],
    ['a name that is not found', { ...noAnswer('dns'), milliseconds: 1 }, true],
    ['an answer that took long', late(5_001), true],
    ['a quick answer of any status', late(5_000), undefined],
  ])('stays in the slow lane until the first quick answer: after %s', async (_, result, expected) => {
    const sender = fresh();
    sender.receiver.mockResolvedValueOnce(result);
    await sender.brings(slow);
    expect(sender.webhook()?.isSlow).toBe(expected);
  });

  it('a quick answer of its former host does not bring a webhook into the fast lane that leads elsewhere meanwhile', async () => {
    const sender = fresh();
    sender.receiver.mockImplementationOnce(async () => {
      sender.items.set(...itemOf({ url: 'https://another.integrator.com/', isSlow: true, ...held(sender) }));
      return answer(200);
    });
    await sender.brings(slow);
    expect(sender.webhook()).toMatchObject({ isSlow: true, url: 'https://another.integrator.com/' });
    expect(sender.webhook()).not.toHaveProperty('lastDelivery');
    expect(sender.webhook()).not.toHaveProperty('slot2'); // freed nevertheless
  });

  it('time-outs of its former host do not open the circuit breaker of a webhook that leads elsewhere meanwhile', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 2 }));
    sender.receiver.mockImplementationOnce(async () => {
      sender.items.set(...itemOf({ url: 'https://another.integrator.com/', isSlow: true, ...held(sender) }));
      return noAnswer('timeout');
    });
    await sender.brings(slow);
    expect(sender.webhook()).not.toHaveProperty('timeoutsInRow');
    expect(sender.under('RECEIVER#')).toMatchObject([{ host: 'hooks.integrator.com', timeoutsInRow: 1 }]);
  });

  it('what is seen of a host counts though its path is changed meanwhile', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 2 }));
    const elsewhere = 'https://hooks.integrator.com/another?path';
    sender.receiver.mockImplementationOnce(async () => {
      sender.items.set(...itemOf({ url: elsewhere, timeoutsInRow: 2, ...held(sender) }));
      return noAnswer('timeout');
    });
    await sender.brings(slow);
    expect(sender.webhook()).toMatchObject({ url: elsewhere, timeoutsInRow: 3, isSlow: true, probeAt: expect.any(String) });
  });

  function itemOf(changes: Parameters<typeof aWebhook>[1]): [string, Record<string, unknown>] {
    const item = aWebhook(WEBHOOK_ID, changes);
    return [`${item.pk}|${item.sk}`, item];
  }

  function held(sender: ReturnType<typeof aSender>) {
    const { slot0, slot1, slot2, slot3, slot4 } = sender.webhook() ?? {};
    return Object.fromEntries(Object.entries({ slot0, slot1, slot2, slot3, slot4 }).filter(([, value]) => value !== undefined));
  }
});

describe('a message queued before its receiver was seen to take long', () => {
  it('changes to the slow lane and is not sent, with its slots free again', async () => {
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

  it('comes again where that lane does not take it', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { isSlow: true }));
    sender.ports.deliveryQueue.send.mockResolvedValueOnce([0]);
    expect(await sender.brings(message)).toEqual(['0']);
  });

  it('is sent all the same where it tests whether the receiver is back', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 3 }), aRow());
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout'));
    await sender.brings({ ...message, probe: true });
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });
});
