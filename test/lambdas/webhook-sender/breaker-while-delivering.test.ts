import { describe, expect, it } from 'vitest';
import { iso, SECOND } from '../a-domain.ts';
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
const hangs = (sender: Sender) => sender.receiver.mockResolvedValue(noAnswer('timeout'));
const open = { timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0 };

describe('the breaker', () => {
  it('the circuit breaker opens with the third time-out in a row, and sets the time of a probe', async () => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    hangs(sender);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 3, probeAt: iso(60 * SECOND), probes: 0 });
  });

  it('the circuit breaker does not open with the second time-out', async () => {
    const sender = aSender(hook({ timeoutsInRow: 1 }));
    hangs(sender);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 2 });
    expect(sender.webhook()).not.toHaveProperty('probeAt');
  });

  it.each([
    ['an answer of 500', answer(500)],
    ['a connection that is refused', noAnswer('connection')],
  ])('the circuit breaker counts anew after %s', async (_, result) => {
    const sender = aSender(hook({ timeoutsInRow: 2 }));
    sender.receiver.mockResolvedValueOnce(result);
    await sender.brings({ ...message, slow: true });
    expect(sender.webhook()).not.toHaveProperty('timeoutsInRow');
  });

  it('the circuit breaker that a batch opens ends the batch: a receiver that hangs gets no ten POSTs', async () => {
    const sender = aSender(hook({}));
    hangs(sender);
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(5);
    expect(sender.takeQueued().filter(({ message: { deferrals } }) => deferrals === 1)).toHaveLength(5);
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 5 });
  });

  it('while the circuit breaker is open nothing is sent, and everything is parked, oldest first, with one note', async () => {
    const sender = aSender(hook(open));
    expect(await sender.brings(...messages(10))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.under(`DELIVERIES#`).filter(({ duePk }) => duePk === `PARKED#org_A#${WEBHOOK_ID}`)).toHaveLength(10);
    expect(sender.requests()).toHaveLength(12);
  });

  it('a circuit breaker known to be open has all parked for five seconds with one request each, and the note renewed in time', async () => {
    const sender = aSender(hook(open));
    const [first = message, ...more] = messages(8);
    await sender.brings(first);
    const before = sender.requests().length;
    sender.isAt(4_999);
    await sender.brings(...more.slice(0, 3));
    expect(sender.requests().length - before).toBe(3);
    sender.isAt(5_000);
    await sender.brings(...more.slice(3, 5));
    expect(sender.requests().length - before).toBe(3 + 3); // it reads the webhook again, whose note is recent
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(0) });
    sender.isAt(60 * SECOND);
    await sender.brings(...more.slice(5));
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(60 * SECOND) });
    expect(sender.under(`DELIVERIES#`).filter(({ duePk }) => duePk === `PARKED#org_A#${WEBHOOK_ID}`)).toHaveLength(8);
  });

  it('while the circuit breaker is open what is parked twice is parked once, and what is done stays done', async () => {
    const sender = aSender(hook(open), aRow({ state: 'succeeded', attemptsMade: 1 }));
    const [, other = message] = messages(2);
    expect(await sender.brings(message, other, other)).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.row(other)).toMatchObject({ state: 'pending', duePk: expect.stringContaining('PARKED') });
  });

  it('while the circuit breaker is open a retry that waited is parked with its attempts', async () => {
    const attempts = [{ at: iso(0), milliseconds: 30_000, error: 'timeout' as const }];
    const sender = aSender(hook(open), aRow({ attemptsMade: 1, attempts, nextAttemptAt: iso(0) }));
    await sender.brings(aMessage({ attempt: 2 }));
    expect(sender.row()).toMatchObject({ attemptsMade: 1, attempts, stepDueAt: iso(0) });
    expect(sender.row()).not.toHaveProperty('nextAttemptAt');
  });

  it('while the circuit breaker is open a delivery that cannot be parked comes again, and keeps none from being parked', async () => {
    const sender = aSender(hook(open));
    const { park } = sender.ports.deliveries;
    sender.ports.deliveries.park = async (of, now) =>
      of.eventId === message.eventId ? Promise.reject(new Error('down')) : park(of, now);
    expect(await sender.brings(...messages(3))).toEqual(['0']);
    expect(sender.under('|dlv_')).toHaveLength(2);
  });

  it('while the circuit breaker is open a note that is not written has the messages come again', async () => {
    const sender = aSender(hook(open));
    sender.ports.circuitBreakers.noteParked = async () => Promise.reject(new Error('down'));
    expect(await sender.brings(message)).toEqual(['0']);
  });

  it('while the circuit breaker is open a note leaves the time at which somebody looks', async () => {
    const noted = { parkedAt: iso(-60 * SECOND), duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(60 * SECOND) };
    const sender = aSender(hook({ ...open, ...noted }));
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ parkedAt: iso(0), stepDueAt: iso(60 * SECOND) });
  });

  it('the circuit breaker closes with the answer to a probe, and what is parked moves at the next check', async () => {
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

  it('a circuit breaker that stays open keeps the time of the next probe', async () => {
    const sender = aSender(hook({ ...open, probes: 1 }), aRow());
    hangs(sender);
    await sender.brings(aMessage({ probe: true }));
    expect(sender.webhook()).toMatchObject({ timeoutsInRow: 4, probeAt: open.probeAt, probes: 1 });
  });

  it('the circuit breaker lets a probe through, and nothing beside it', async () => {
    const sender = aSender(hook(open));
    const [one = message, two = message] = messages(2);
    await sender.brings({ ...one, probe: true }, two);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.row(two)).toMatchObject({ duePk: expect.stringContaining('PARKED') });
  });

  it('the circuit breaker of one webhook is nothing to another', async () => {
    const sender = aSender(hook(open), aWebhook(WEBHOOK_ID + 1));
    await sender.brings(message, aMessage({ webhookId: WEBHOOK_ID + 1 }));
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });
});
