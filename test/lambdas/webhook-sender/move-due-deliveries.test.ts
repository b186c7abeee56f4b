import { describe, expect, it, vi } from 'vitest';
import type { Delivery, DeliveryMessage } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { moveShard } from '../../../lambdas/webhook-sender/move-due-deliveries.ts';
import { iso, later, SECOND } from '../a-domain.ts';
import {
  aMessage,
  anOutboxEvent,
  answer,
  aRow,
  aSender,
  aWebhook,
  BODY,
  eventId,
  messages,
  noAnswer,
  type Sender,
  WEBHOOK_ID,
} from '../model/webhooks/a-delivery.ts';

const SHARD = WEBHOOK_ID % 16;
const DUE = `DUE#DELIVERIES#${SHARD}`;
const PARKED = `PARKED#org_A#${WEBHOOK_ID}`;
const MINUTE = 60 * SECOND;

const message = aMessage({ createdAt: iso(-MINUTE) });
const due = (changes: Partial<Delivery> = {}, of = message) =>
  aRow({ attemptsMade: 2, nextAttemptAt: iso(-1), duePk: DUE, stepDueAt: iso(-1), ...changes }, of);
const parked = (of: DeliveryMessage, changes: Partial<Delivery> = {}) =>
  aRow({ duePk: PARKED, stepDueAt: iso(-MINUTE), ...changes }, of);
const hook = (changes: Partial<Webhook> = {}) =>
  aWebhook(WEBHOOK_ID, { parkedAt: iso(-MINUTE), duePk: DUE, stepDueAt: iso(-1), ...changes });
const open = { timeoutsInRow: 3, probeAt: iso(-1), probes: 0 };
const many = (count: number) => messages(count).map((one, order) => parked(one, { stepDueAt: iso(order - MINUTE) }));

async function moves(sender: Sender, shard = SHARD) {
  const moved = await moveShard(shard, sender.ports, new Date(sender.ports.clock().getTime() + 45 * SECOND));
  sender.requests();
  return { ...moved, messages: sender.takeQueued().map(({ message: queued }) => queued) };
}

describe('attempts that are due', () => {
  it('go to the queue, as the row says', async () => {
    const sender = aSender(due(), due({ body: BODY, attemptsMade: 1, stepDueAt: iso(-2) }, aMessage({ eventId: eventId(2) })));
    const { messages: queued, ...moved } = await moves(sender);
    expect(moved).toEqual({ queued: 2, givenUp: 0, failures: [] });
    const { body: _, ...rest } = message;
    expect(queued).toEqual([
      expect.objectContaining({ attempt: 2, probe: true }), // a test delivery, overdue for the longest time
      { ...rest, attempt: 3 },
    ]);
    expect(sender.requests()).toEqual(['Query', 'UpdateItem', 'UpdateItem']);
  });

  it('are due again in ten minutes, in case the message is lost', async () => {
    const sender = aSender(due());
    await moves(sender);
    expect(sender.row()).toMatchObject({ duePk: DUE, stepDueAt: iso(600 * SECOND) });
    expect((await moves(sender)).messages).toEqual([]);
    sender.isAt(600 * SECOND + 1);
    expect((await moves(sender)).messages).toHaveLength(1);
  });

  it('leave the index with the attempt', async () => {
    const sender = aSender(aWebhook(), due());
    const { messages: queued } = await moves(sender);
    await sender.brings(...queued.map((one) => ({ ...one, body: BODY })));
    expect(sender.row()).toMatchObject({ state: 'succeeded', attemptsMade: 3 });
    expect(sender.row()).not.toHaveProperty('duePk');
  });

  it.each([
    ['not before their time', due({ stepDueAt: iso(0) }), SHARD],
    ['not from another shard', due(), SHARD + 1],
  ])('are moved %s', async (_, row, shard) => {
    expect((await moves(aSender(row), shard)).messages).toEqual([]);
  });

  it('are left to a sender that has claimed them since the index was read', async () => {
    const sender = aSender(due());
    const { due: read } = sender.ports.dueDeliveries;
    sender.ports.dueDeliveries.due = async (...given) => {
      const page = await read(...given);
      const { pk, sk } = due();
      sender.items.set(`${pk}|${sk}`, aRow({ claimedUntil: iso(SECOND) }));
      return page;
    };
    expect(await moves(sender)).toEqual({ queued: 0, givenUp: 0, failures: [], messages: [] });
  });

  it('are moved page by page, while there is time', async () => {
    const rows = messages(250).map((of) => due({}, of));
    expect((await moves(aSender(...rows))).queued).toBe(250);
    const late = aSender(...rows);
    const moved = await moveShard(SHARD, late.ports, later(0));
    expect(moved.queued).toBe(100);
  });

  it('do not wait for one that cannot be read', async () => {
    const sender = aSender({ ...due(), state: 'unheard of' }, due({}, aMessage({ eventId: eventId(2) })));
    expect(await moves(sender)).toMatchObject({ queued: 1, failures: [expect.any(Error)] });
  });

  it('are due again if the queue does not take them', async () => {
    const sender = aSender(due());
    sender.ports.deliveryQueue.send.mockResolvedValueOnce([0]);
    expect((await moves(sender)).queued).toBe(0);
    sender.ports.deliveryQueue.send.mockRejectedValueOnce(new Error('down'));
    sender.isAt(600 * SECOND + 1);
    expect((await moves(sender)).failures).toEqual([new Error('down')]);
    sender.isAt(1_201 * SECOND + 1);
    expect((await moves(sender)).queued).toBe(1);
  });
});

describe('what is parked for a webhook that takes deliveries', () => {
  it('moves on, a hundred in the first minute, twice as many in the next', async () => {
    const sender = aSender(hook(), ...many(1_000));
    const counts: number[] = [];
    for (let minute = 0; minute < 4; minute += 1) {
      counts.push((await moves(sender)).queued);
      sender.passes(MINUTE);
    }
    expect(counts).toEqual([100, 200, 400, 300]);
  });

  it('moves on more slowly if some were parked again', async () => {
    const sender = aSender(hook({ drainSize: 400, drainedAt: iso(-2 * MINUTE) }), ...many(500));
    expect((await moves(sender)).queued).toBe(200);
    expect(sender.webhook()).toMatchObject({ drainSize: 200, drainedAt: iso(0) });
  });

  it('is due like every attempt, in case its message is lost', async () => {
    const sender = aSender(hook(), parked(message));
    await moves(sender);
    expect(sender.row()).toMatchObject({ duePk: DUE, stepDueAt: iso(600 * SECOND) });
  });

  it('arrives, oldest first, and then nobody looks any more', async () => {
    const [one = message, two = message] = messages(2);
    const sender = aSender(hook(), parked(two, { stepDueAt: iso(-1) }), parked(one, { stepDueAt: iso(-2) }));
    const { messages: queued } = await moves(sender);
    expect(queued.map(({ eventId: id }) => id)).toEqual([one.eventId, two.eventId]);
    await sender.brings(...queued.map((of) => ({ ...of, body: BODY })));
    expect(sender.row(two)).toMatchObject({ state: 'succeeded' });
    for (let minute = 0; minute < 3; minute += 1) {
      sender.passes(MINUTE);
      await moves(sender);
    }
    for (const gone of ['parkedAt', 'duePk', 'stepDueAt', 'drainedAt', 'drainSize'])
      expect(sender.webhook()).not.toHaveProperty(gone);
  });

  it('arrives also where its event lies in the future, as those of test mode do', async () => {
    const future = messages(2).map((one, order) => parked(one, { stepDueAt: iso(order * 9_000_000 * MINUTE) }));
    expect((await moves(aSender(hook(), ...future))).messages).toHaveLength(2);
  });

  it('is looked for two minutes longer: the index may not show it yet', async () => {
    const sender = aSender(hook({ parkedAt: iso(-119 * SECOND) }));
    await moves(sender);
    expect(sender.webhook()).toMatchObject({ duePk: DUE, stepDueAt: iso(0) });
    sender.passes(MINUTE);
    await moves(sender);
    expect(sender.webhook()).not.toHaveProperty('duePk');
  });

  it('is moved by one of two movers', async () => {
    const sender = aSender(hook(), ...many(300));
    const both = await Promise.all([moves(sender), moves(sender)]);
    expect(both.reduce((sum, { queued }) => sum + queued, 0)).toBe(100);
  });
});

describe('the parked deliveries of a receiver that does not answer', () => {
  it('send one as a probe, the oldest, and wait twice as long for the next', async () => {
    const sender = aSender(hook(open), ...many(10));
    const { messages: queued } = await moves(sender);
    expect(queued).toMatchObject([{ probe: true, eventId: eventId(1), attempt: 1 }]);
    expect(sender.webhook()).toMatchObject({ probes: 1, probeAt: iso(2 * MINUTE), stepDueAt: iso(2 * MINUTE) });
    sender.isAt(2 * MINUTE);
    expect((await moves(sender)).messages).toEqual([]);
    sender.isAt(2 * MINUTE + 1);
    expect((await moves(sender)).messages).toMatchObject([{ probe: true, eventId: eventId(2) }]);
  });

  it('send one probe, though two movers look', async () => {
    const sender = aSender(hook(open), ...many(10));
    const both = await Promise.all([moves(sender), moves(sender)]);
    expect(both.reduce((sum, { queued }) => sum + queued, 0)).toBe(1);
  });

  it('wait until the probe’s time', async () => {
    const sender = aSender(hook({ ...open, probeAt: iso(MINUTE) }), ...many(1));
    expect((await moves(sender)).messages).toEqual([]);
    expect(sender.webhook()).toMatchObject({ stepDueAt: iso(MINUTE) });
  });

  it('send another probe if the first was taken by somebody', async () => {
    const sender = aSender(hook(open), ...many(2));
    const { parked: read } = sender.ports.dueDeliveries;
    sender.ports.dueDeliveries.parked = async (...given) => {
      const page = await read(...given);
      const [one = message] = messages(1);
      const { pk, sk } = parked(one);
      sender.items.set(`${pk}|${sk}`, aRow({ state: 'succeeded' }, one));
      return page;
    };
    expect((await moves(sender)).messages).toMatchObject([{ eventId: eventId(2), probe: true }]);
  });

  it('all arrive when the receiver is back', async () => {
    const sender = aSender(hook(open), ...many(30));
    vi.spyOn(sender.ports.eventLog, 'find').mockImplementation(async (id) => ({
      ...{ kind: 'event', id, createdAt: iso(0), organizationId: 'org_A', event: 'certificate.issued', notify: true, body: BODY },
    }));
    sender.receiver.mockResolvedValueOnce(noAnswer('timeout')).mockResolvedValue(answer(200));
    for (let minute = 0; minute < 5; minute += 1) {
      const { messages: queued } = await moves(sender);
      for (let from = 0; from < queued.length; from += 10) await sender.brings(...queued.slice(from, from + 10));
      await sender.brings(...sender.takeQueued().map(({ message: again }) => again));
      sender.passes(MINUTE);
    }
    expect(sender.under('|dlv_').filter(({ state }) => state === 'succeeded')).toHaveLength(30);
    expect(sender.receiver).toHaveBeenCalledTimes(31); // one of them timed out
  });
});

describe('what is parked for a webhook that is disabled', () => {
  it('has failed, each with its entry on the timeline', async () => {
    const sender = aSender(hook({ status: 'disabled' }), ...many(150));
    vi.spyOn(sender.ports.eventLog, 'find').mockImplementation(async (id) => anOutboxEvent({ id }));
    expect(await moves(sender)).toEqual({ queued: 0, givenUp: 150, failures: [], messages: [] });
    const rows = sender.under('|dlv_');
    expect(new Set(rows.map(({ state, failure, duePk }) => `${state} ${failure} ${duePk}`))).toEqual(
      new Set(['failed webhook_disabled undefined']),
    );
    expect(sender.under('TIMELINE#').map(({ code }) => code)).toEqual(Array(150).fill('ok'));
  });
});

describe('a webhook in the index', () => {
  it.each([
    ['that was deleted', undefined],
    ['that somebody has looked at', hook({ stepDueAt: iso(MINUTE) })],
  ])('%s is left alone', async (_, now) => {
    const sender = aSender(hook(), ...many(3));
    const { due: read } = sender.ports.dueDeliveries;
    sender.ports.dueDeliveries.due = async (...given) => {
      const page = await read(...given);
      const { pk, sk } = hook();
      if (now) sender.items.set(`${pk}|${sk}`, now);
      else sender.items.delete(`${pk}|${sk}`);
      return page;
    };
    expect((await moves(sender)).messages).toEqual([]);
  });
});
