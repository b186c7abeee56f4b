import { describe, expect, it } from 'vitest';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { iso, SECOND } from '../a-domain.ts';
import { aMessage, answer, aRow, aSender, aWebhook, type Sender, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const CLAIM_SECONDS = 65;
const broken = () => Promise.reject(new Error('the process was killed'));

/** Makes a step fail once, before or after it is done. */
function breakOnce<K extends string, F extends (...given: never[]) => Promise<unknown>>(
  ports: Record<K, F>,
  step: K,
  when: 'before' | 'after',
): void {
  const works = ports[step];
  ports[step] = (async (...given: never[]) => {
    ports[step] = works;
    if (when === 'after') await works(...given);
    return broken();
  }) as unknown as F;
}

/** Delivers like SQS until nothing is left: failed and queued messages come again when they are due. */
async function untilQuiet(sender: Sender, ...first: Parameters<Sender['brings']>): Promise<number> {
  let rounds = 0;
  let waiting = first;
  while (waiting.length > 0 && rounds < 20) {
    const failed = await sender.brings(...waiting);
    const again = failed.map((id) => waiting[Number(id)] ?? '');
    sender.passes((CLAIM_SECONDS + 2) * SECOND);
    waiting = [...again, ...sender.takeQueued().map(({ message: queued }) => queued)];
    rounds += 1;
  }
  return rounds;
}

const finished = { state: 'succeeded', attemptsMade: 1 };

describe('a sender that dies', () => {
  it.each<[string, (sender: Sender) => void, number]>([
    ['before it has slots', ({ ports }) => breakOnce(ports.webhookSlots, 'take', 'before'), 1],
    ['with slots', ({ ports }) => breakOnce(ports.webhookSlots, 'take', 'after'), 1],
    ['before its claim', ({ ports }) => breakOnce(ports.deliveries, 'claim', 'before'), 1],
    ['with a claim', ({ ports }) => breakOnce(ports.deliveries, 'claim', 'after'), 1],
    ['before the POST', ({ receiver }) => receiver.mockImplementationOnce(broken), 2],
    ['after the POST, before its success is recorded', ({ ports }) => breakOnce(ports.deliveries, 'finish', 'before'), 2],
    ['after its success is recorded', ({ ports }) => breakOnce(ports.deliveries, 'finish', 'after'), 1],
    ['before its slots are free', ({ ports }) => breakOnce(ports.webhookSlots, 'release', 'before'), 1],
    ['after its slots are free', ({ ports }) => breakOnce(ports.webhookSlots, 'release', 'after'), 1],
  ])('%s has its delivery arrive, and never after a recorded success', async (_, breaks, posts) => {
    const sender = aSender(aWebhook());
    breaks(sender);
    await untilQuiet(sender, message);
    expect(sender.row()).toMatchObject(finished);
    expect(sender.receiver).toHaveBeenCalledTimes(posts);
    expect(new Set(sender.receiver.mock.calls.map(([{ headers }]) => headers['webhook-id']))).toEqual(new Set([message.eventId]));
  });

  it.each<[string, 'before' | 'after']>([
    ['before the next attempt is queued', 'before'],
    ['after it was queued', 'after'],
  ])('%s has the next attempt made, and once', async (_, when) => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(answer(500));
    breakOnce(sender.ports.deliveryQueue, 'send', when);
    await untilQuiet(sender, message);
    expect(sender.row()).toMatchObject({ state: 'succeeded', attemptsMade: 2 });
    expect(sender.receiver).toHaveBeenCalledTimes(2);
  });

  it('leaves its claim to others at its end, and not before', async () => {
    const sender = aSender(aWebhook(), aRow({ claimedUntil: iso(CLAIM_SECONDS * SECOND) }));
    sender.isAt(CLAIM_SECONDS * SECOND);
    await sender.brings(message);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.takeQueued()).toEqual([{ message, delaySeconds: 1 }]);
    sender.isAt(CLAIM_SECONDS * SECOND + 1);
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it('holds its claim and slots for 65 s from the start of its invocation', async () => {
    const sender = aSender(aWebhook());
    let during: unknown[] = [];
    sender.receiver.mockImplementationOnce(async () => {
      during = [sender.row()?.claimedUntil, sender.webhook()?.slot2, sender.row()?.stepDueAt];
      return answer(200);
    });
    await sender.brings(message);
    const dueIfWeDie = iso((65 + 600) * SECOND);
    expect(during).toEqual([iso(65 * SECOND), expect.stringMatching(`^${iso(65 * SECOND)} lease_`), dueIfWeDie]);
    expect(sender.row()).not.toHaveProperty('stepDueAt');
  });
});

describe('a message that comes twice', () => {
  it('at once is sent once, and looked at again when the claim has ended', async () => {
    const sender = aSender(aWebhook());
    let second: string[] = [];
    sender.receiver.mockImplementationOnce(async () => {
      second = await sender.brings(message);
      return answer(200);
    });
    expect(await sender.brings(message)).toEqual([]);
    expect(second).toEqual([]);
    expect(sender.takeQueued()).toEqual([{ message, delaySeconds: 66 }]);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['after its success', { state: 'succeeded' as const, attemptsMade: 1 }],
    ['after its end', { state: 'failed' as const, attemptsMade: 1 }],
    ['of a former series', { series: 2 }],
    ['whose next attempt is a due row', { attemptsMade: 1, duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(1) }],
    ['whose next attempt is under way', { attemptsMade: 1, claimedUntil: iso(SECOND) }],
  ])('%s does nothing', async (_, row) => {
    const sender = aSender(aWebhook(), aRow(row));
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.takeQueued()).toEqual([]);
  });

  it.each(['succeeded', 'failed'] as const)('for an attempt after the delivery has %s does nothing', async (state) => {
    const sender = aSender(aWebhook(), aRow({ state, attemptsMade: 1 }));
    await sender.brings(aMessage({ attempt: 2 }));
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.row()).toMatchObject({ state, attemptsMade: 1 });
  });

  it('while its next attempt waits has that queued again, for its time: its message may be lost', async () => {
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 1, nextAttemptAt: iso(300 * SECOND) }));
    await sender.brings(message);
    expect(sender.takeQueued()).toEqual([{ message: { ...message, attempt: 2 }, delaySeconds: 300 }]);
  });

  it('keeps coming while the queue does not take the next attempt', async () => {
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 1, nextAttemptAt: iso(SECOND) }));
    sender.ports.deliveryQueue.send.mockResolvedValueOnce([0]);
    expect(await sender.brings(message)).toEqual(['0']);
  });
});

describe('the record of an attempt', () => {
  it('that meets another transaction is written again, and nothing is sent twice for it', async () => {
    const sender = aSender(aWebhook());
    const { finish } = sender.ports.deliveries;
    let tried = 0;
    sender.ports.deliveries.finish = async (...given) => {
      tried += 1;
      if (tried < 3) throw new LostRace([], undefined);
      return finish(...given);
    };
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.row()).toMatchObject(finished);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it('does not overwrite the one of the sender that has the claim now', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockImplementationOnce(async () => {
      const { pk, sk } = aRow();
      sender.items.set(`${pk}|${sk}`, aRow({ claimedUntil: iso(200 * SECOND) }));
      return answer(500);
    });
    expect(await sender.brings(message)).toEqual(['0']);
    expect(sender.row()).toMatchObject({ attemptsMade: 0, claimedUntil: iso(200 * SECOND) });
    expect(sender.webhook(WEBHOOK_ID)).not.toHaveProperty('slot2');
  });
});
