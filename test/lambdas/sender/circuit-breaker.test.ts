import { describe, expect, it } from 'vitest';
import { SLOTS } from '../../../lambdas/model/webhooks/circuit-breaker.ts';
import { HOUR, iso, NOW, SECOND } from '../a-domain.ts';
import {
  aMessage,
  answer,
  aRow,
  aSender,
  aWebhook,
  messages,
  noAnswer,
  type Sender,
  WEBHOOK_ID,
} from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const hook = (changes: Parameters<typeof aWebhook>[1]) => aWebhook(WEBHOOK_ID, changes);
const taken = (...slots: (typeof SLOTS)[number][]) => Object.fromEntries(slots.map((slot) => [slot, `${iso(SECOND)} another`]));
const hangs = (sender: Sender) => sender.receiver.mockResolvedValue(noAnswer('timeout'));
const open = { timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0 };

describe('the slots of a webhook', () => {
  it('that others have taken are theirs: one request more finds one that is free', async () => {
    const sender = aSender(hook(taken('slot0', 'slot1', 'slot2', 'slot3')));
    await sender.brings(message);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.requests()).toHaveLength(5);
    expect(sender.webhook()).toMatchObject(taken('slot0', 'slot1', 'slot2', 'slot3'));
    expect(sender.webhook()).not.toHaveProperty('slot4');
  });

  it('are used as far as there are: two free ones send ten, two at a time', async () => {
    const sender = aSender(hook(taken('slot0', 'slot2', 'slot3')));
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(10);
  });

  it('of a dead sender are free when their time is over', async () => {
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
  ])('all taken: a message that was put back %s times comes again after %s s', async (deferrals, delaySeconds) => {
    const sender = aSender(hook(taken(...SLOTS)));
    expect(await sender.brings(aMessage({ deferrals }))).toEqual([]);
    expect(sender.takeQueued()).toEqual([{ message: aMessage({ deferrals: deferrals + 1 }), delaySeconds }]);
    expect(sender.row()).toBeUndefined();
  });

  it('all taken for the seventh time: it is parked, and somebody will look', async () => {
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

  it('all taken, and the queue takes nothing back: the message comes again by itself', async () => {
    const sender = aSender(hook(taken(...SLOTS)));
    sender.ports.queue.send.mockResolvedValueOnce([1]);
    expect(await sender.brings(...messages(2))).toEqual(['1']);
    sender.ports.queue.send.mockRejectedValueOnce(new Error('down'));
    expect(await sender.brings(...messages(2))).toEqual(['0', '1']);
  });
});

describe('the breaker', () => {
  it('opens with the third time-out in a row, and sets the time of a probe', async () => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    hangs(sender);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0 });
  });

  it('does not with the second', async () => {
    const sender = aSender(hook({ timeoutsInRow: 1 }));
    hangs(sender);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 2 });
    expect(sender.webhook()).not.toHaveProperty('probeAt');
  });

  it.each([
    ['an answer of 500', answer(500)],
    ['a connection that is refused', noAnswer('connection')],
  ])('counts anew after %s', async (_, result) => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    sender.receiver.mockResolvedValueOnce(result);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).not.toHaveProperty('timeoutsInRow');
  });

  it('that a batch opens ends the batch: a receiver that hangs gets no ten POSTs', async () => {
    const sender = aSender(hook({}));
    hangs(sender);
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(5);
    expect(sender.takeQueued().filter(({ message: { deferrals } }) => deferrals === 1)).toHaveLength(5);
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 5 });
  });

  it('open: nothing is sent, everything is parked, oldest first, with one note', async () => {
    const sender = aSender(hook(open));
    expect(await sender.brings(...messages(10))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.under(`DELIVERIES#`).filter(({ duePk }) => duePk === `PARKED#org_A#${WEBHOOK_ID}`)).toHaveLength(10);
    expect(sender.requests()).toHaveLength(12);
  });

  it('known to be open: for five seconds all is parked with one request each, and the note is renewed in time', async () => {
    const sender = aSender(hook(open));
    const [first = message, ...more] = messages(8);
    await sender.brings(first);
    const before = sender.requests().length;
    sender.isAt(4_999);
    await sender.brings(...more.slice(0, 3));
    expect(sender.requests().length - before).toBe(3);
    sender.isAt(5_000);
    await sender.brings(...more.slice(3, 5));
    expect(sender.requests().length - before).toBe(3 + 3); // it looks at the webhook again, whose note is fresh
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(0) });
    sender.isAt(60 * SECOND);
    await sender.brings(...more.slice(5));
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(60 * SECOND) });
    expect(sender.under(`DELIVERIES#`).filter(({ duePk }) => duePk === `PARKED#org_A#${WEBHOOK_ID}`)).toHaveLength(8);
  });

  it('open: what is parked twice is parked once, and what is done stays done', async () => {
    const sender = aSender(hook(open), aRow({ state: 'succeeded', attemptsMade: 1 }));
    const [, other = message] = messages(2);
    expect(await sender.brings(message, other, other)).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.row(other)).toMatchObject({ state: 'pending', duePk: expect.stringContaining('PARKED') });
  });

  it('open: a retry that waited is parked with its attempts', async () => {
    const attempts = [{ at: iso(0), milliseconds: 30_000, error: 'timeout' as const }];
    const sender = aSender(hook(open), aRow({ attemptsMade: 1, attempts, nextAttemptAt: iso(0) }));
    await sender.brings(aMessage({ attempt: 2 }));
    expect(sender.row()).toMatchObject({ attemptsMade: 1, attempts, stepDueAt: iso(0) });
    expect(sender.row()).not.toHaveProperty('nextAttemptAt');
  });

  it('open: one that cannot be parked comes again, and keeps none from being parked', async () => {
    const sender = aSender(hook(open));
    const { park } = sender.ports.deliveries;
    sender.ports.deliveries.park = async (of, now) =>
      of.eventId === message.eventId ? Promise.reject(new Error('down')) : park(of, now);
    expect(await sender.brings(...messages(3))).toEqual(['0']);
    expect(sender.under('|dlv_')).toHaveLength(2);
  });

  it('open: a note that is not written has the messages come again', async () => {
    const sender = aSender(hook(open));
    sender.ports.flow.noteParked = async () => Promise.reject(new Error('down'));
    expect(await sender.brings(message)).toEqual(['0']);
  });

  it('open: a note leaves the time at which somebody looks', async () => {
    const noted = { parkedAt: iso(-60 * SECOND), duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(60 * SECOND) };
    const sender = aSender(hook({ ...open, ...noted }));
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(0), stepDueAt: iso(60 * SECOND) });
  });

  it('closes with the answer to a probe, and what is parked moves at the next look', async () => {
    const noted = {
      parkedAt: iso(-1),
      duePk: 'DUE#DELIVERIES#1',
      stepDueAt: iso(60 * SECOND),
      drainSize: 800,
      drainedAt: iso(-2),
    };
    const sender = aSender(hook({ ...open, probes: 4, ...noted }), aRow());
    expect(await sender.brings(aMessage({ probe: true }))).toEqual([]);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(-1), stepDueAt: iso(0) });
    for (const gone of ['timeoutsInRow', 'probeAt', 'probes', 'drainSize', 'drainedAt']) {
      expect(sender.webhook()).not.toHaveProperty(gone);
    }
  });

  it('that stays open keeps the time of the next probe', async () => {
    const sender = aSender(hook({ ...open, probes: 1 }), aRow());
    hangs(sender);
    await sender.brings(aMessage({ probe: true }));
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 4, probeAt: open.probeAt, probes: 1 });
  });

  it('lets a probe through, and nothing beside it', async () => {
    const sender = aSender(hook(open));
    const [one = message, two = message] = messages(2);
    await sender.brings({ ...one, probe: true }, two);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.row(two)).toMatchObject({ duePk: expect.stringContaining('PARKED') });
  });

  it('of one webhook is nothing to another', async () => {
    const sender = aSender(hook(open), aWebhook(WEBHOOK_ID + 1));
    await sender.brings(message, aMessage({ webhookId: WEBHOOK_ID + 1 }));
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });
});

describe('a webhook is disabled', () => {
  const fails = (sender: Sender, status = 400) => sender.receiver.mockResolvedValue(answer(status));
  const fiveDays = 120 * HOUR;

  it('at once by a 410, with its event and its record', async () => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'gone' });
    expect(sender.webhook()).toMatchObject({ status: 'disabled', disabled: { at: iso(0), because: 'gone' }, version: 2 });
    const [event] = sender.under('OUTBOX#');
    expect(event).toMatchObject({ kind: 'event', event: 'webhook.disabled', notify: true, organizationId: 'org_A' });
    expect(event).not.toHaveProperty('domainId');
    expect(JSON.parse(String(event?.body))).toMatchObject({
      ...{ id: event?.id, event: 'webhook.disabled', created_at: iso(0) },
      data: { webhook: { id: WEBHOOK_ID, status: 'disabled', url: 'https://hooks.integrator.com/certificates' } },
    });
    expect(String(event?.body)).not.toContain('domain_id');
    expect(sender.under('AUDIT#')).toEqual([
      expect.objectContaining({
        ...{ action: 'webhook.disabled', actor: { type: 'service' }, before: { status: 'active' } },
        ...{ resource: { type: 'webhook', id: String(WEBHOOK_ID) }, after: { status: 'disabled', because: 'gone' } },
      }),
    ]);
  });

  it('and gets nothing more of the batch', async () => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(5);
    expect(sender.under('OUTBOX#')).toHaveLength(1);
  });

  it.each([
    ['five days after the first failure with the third failed event', -fiveDays, 2, 'disabled'],
    ['a millisecond earlier not', -fiveDays + 1, 2, 'active'],
    ['with the second not', -fiveDays, 1, 'active'],
  ])('%s', async (_, since, failedEvents, status) => {
    const sender = aSender(hook({ failingSince: iso(since), failedEvents }));
    fails(sender);
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status, failedEvents: failedEvents + 1, failingSince: iso(since) });
    expect(sender.under('OUTBOX#')).toHaveLength(status === 'disabled' ? 1 : 0);
  });

  it('not when one success has come between', async () => {
    const sender = aSender(hook({ failingSince: iso(-fiveDays), failedEvents: 9 }));
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status: 'active' });
    expect(sender.webhook()).not.toHaveProperty('failingSince');
    expect(sender.webhook()).not.toHaveProperty('failedEvents');
  });

  it('not by tests that fail', async () => {
    const sender = aSender(hook({ failingSince: iso(-fiveDays), failedEvents: 2 }), aRow({ body: '{}' }));
    fails(sender);
    await sender.brings(aMessage({ probe: true }));
    expect(sender.webhook()).toMatchObject({ status: 'active', failedEvents: 2 });
  });

  it.each([
    ['sent it elsewhere', { url: 'https://new.integrator.com/' }, 'active'],
    ['deleted it', undefined, undefined],
    ['disabled it', { status: 'disabled' as const, disabled: { at: iso(0), because: 'asked' as const } }, 'disabled'],
  ])('not if somebody has %s meanwhile', async (_, changes, status) => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    sender.meanwhile(() => {}); // the record of the attempt
    sender.meanwhile(() => {
      const { pk, sk } = hook({});
      if (changes) sender.items.set(`${pk}|${sk}`, hook({ ...changes, version: 2 }));
      else sender.items.delete(`${pk}|${sk}`);
    });
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.webhook()?.status).toBe(status);
    expect(sender.under('OUTBOX#')).toEqual([]);
  });

  it('also if somebody has changed its description meanwhile', async () => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    sender.meanwhile(() => {}); // the record of the attempt
    sender.meanwhile(() => {
      const { pk, sk } = hook({});
      sender.items.set(`${pk}|${sk}`, hook({ description: 'Ours', version: 2 }));
    });
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status: 'disabled', description: 'Ours', version: 3 });
  });

  it('later, if it cannot be written now: the delivery is done with all the same', async () => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    sender.ports.webhooks.disable = async () => Promise.reject(new Error('down'));
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'failed' });
    expect(sender.ports.log).toHaveBeenCalledWith('error', expect.any(String), expect.anything());
  });
});

it('the outbox item of a webhook lies where its id says', async () => {
  const sender = aSender(hook({}));
  sender.receiver.mockResolvedValueOnce(answer(410));
  await sender.brings(message);
  const [item] = sender.under('OUTBOX#');
  expect(item).toMatchObject({ pk: expect.stringContaining(NOW.toISOString().slice(0, 13)), sk: item?.id });
});
