import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { webhookContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { iso, NOW, SECOND } from '../a-domain.ts';
import {
  aMessage,
  anOutboxEvent,
  answer,
  aRow,
  aSender,
  aWebhook,
  BODY,
  DOMAIN_ID,
  eventId,
  messages,
  noAnswer,
  WEBHOOK_ID,
} from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const DAY = 86_400 * SECOND;
const sealedAs = (ciphertext: string) => ({ dataKey: '', iv: '', tag: '', ciphertext });

/** A test delivery has no domain. */
const test = aMessage({ probe: true, domainId: undefined });

describe('a delivery', () => {
  it('is the exact text, signed, with the headers of the API', async () => {
    const sender = aSender(aWebhook());
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.receiver).toHaveBeenCalledExactlyOnceWith({
      url: 'https://hooks.integrator.com/certificates',
      body: BODY,
      timeoutMs: 30_000,
      maxReplyBytes: 1_024,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'certificate-provisioning-service (webhooks)',
        'x-service-signature': `sha256=${createHmac('sha256', 'a secret of theirs').update(BODY).digest('hex')}`,
        'webhook-id': message.eventId,
        'webhook-timestamp': String(NOW.getTime() / 1000),
        'webhook-signature': expect.stringMatching(/^v1,\S+$/),
        'x-service-event': 'certificate.issued',
        'x-service-delivery': message.deliveryId,
        'x-service-attempt': '1',
      },
    });
  });

  it('takes six requests to the table, the slots of its organization, its log and the domain’s timeline among them', async () => {
    const sender = aSender(aWebhook());
    await sender.brings(message);
    expect(sender.requests()).toEqual([
      ...['UpdateItem', 'UpdateItem', 'UpdateItem', 'TransactWriteItems', 'UpdateItem', 'UpdateItem'],
    ]);
  });

  it('takes six requests to the table also if it has to be repeated', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(answer(500));
    await sender.brings(message);
    expect(sender.requests()).toEqual(Array(6).fill('UpdateItem'));
  });

  it('takes at most 2.4 requests to the table if it is one of ten to one webhook', async () => {
    const sender = aSender(aWebhook());
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(10);
    expect(sender.requests().length).toBeLessThanOrEqual(24);
  });

  it('is logged with its attempt for 30 days, and on the timeline', async () => {
    const sender = aSender(aWebhook());
    await sender.brings(message);
    const { deliveryId: id, organizationId, webhookId, eventId: from, event } = message;
    expect(sender.row()).toEqual({
      ...{ pk: expect.any(String), sk: id, id, organizationId, webhookId, eventId: from, event, domainId: DOMAIN_ID },
      ...{ createdAt: iso(0), state: 'succeeded', series: 1, attemptsMade: 1 },
      attempts: [{ at: iso(0), status: 200, milliseconds: 12, reply: 'thanks' }],
      expiresAtSeconds: (NOW.getTime() + 30 * DAY) / 1000,
    });
    expect(sender.under('TIMELINE#')).toEqual([
      expect.objectContaining({ what: 'delivery.succeeded', code: 'ok', actor: { type: 'service' }, at: iso(0) }),
    ]);
    expect(sender.webhook()).toEqual({ ...aWebhook(), lastDelivery: { status: 'succeeded', at: iso(0) } });
  });

  it('is measured: whether it failed, and of the first attempt how late it was', async () => {
    const measuredOf = async (of: typeof message, status: number) => {
      const sender = aSender(aWebhook(), ...(of.attempt > 1 ? [aRow({ attemptsMade: of.attempt - 1 }, of)] : []));
      sender.receiver.mockResolvedValueOnce(answer(status));
      await sender.brings(of);
      return sender.ports.log.mock.calls.find(([, what]) => what === 'delivery attempt')?.[2].measured;
    };
    const late = { ...message, createdAt: iso(-7 * SECOND) };
    expect(await measuredOf(late, 200)).toEqual({ DeliveryAttemptsFailed: 0, DeliveryDelaySeconds: 7 });
    expect(await measuredOf(late, 500)).toEqual({ DeliveryAttemptsFailed: 1, DeliveryDelaySeconds: 7 });
    expect(await measuredOf({ ...late, attempt: 2, body: BODY }, 200)).toEqual({ DeliveryAttemptsFailed: 0 });
  });

  it('about a webhook is on no timeline', async () => {
    const sender = aSender(aWebhook());
    await sender.brings(aMessage({ event: 'webhook.disabled', domainId: undefined }));
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.under('TIMELINE#')).toEqual([]);
  });

  it('of a test says so, is on no timeline, and passes an open circuit breaker', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { timeoutsInRow: 3, probeAt: iso(60 * SECOND) }), aRow({ body: BODY }, test));
    await sender.brings(test);
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.receiver.mock.calls[0]?.[0].headers).toHaveProperty('x-service-test', 'true');
    expect(sender.under('TIMELINE#')).toEqual([]);
  });

  it('is signed with both secrets while a rotation overlaps', async () => {
    const previousSecret = { endsAt: iso(SECOND), sealed: sealedAs('old') };
    const sender = aSender(aWebhook(WEBHOOK_ID, { previousSecret }));
    await sender.brings(message);
    const { headers } = sender.receiver.mock.calls[0]?.[0] ?? {};
    expect(headers?.['webhook-signature']?.split(' ')).toHaveLength(2);
    expect(headers).toHaveProperty('x-service-signature-next');
  });

  it('goes to the present address of its webhook, with its present secret', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { url: 'https://new.integrator.com/', secret: sealedAs('new') }));
    await sender.brings(message);
    expect(sender.receiver.mock.calls[0]?.[0].url).toBe('https://new.integrator.com/');
    expect(sender.ports.openSealed).toHaveBeenCalledExactlyOnceWith(sealedAs('new'), webhookContext('org_A', WEBHOOK_ID));
  });
});

describe('a delivery to repeat', () => {
  it('waits in the queue with its body, if the pause is short', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(answer(500));
    await sender.brings(message);
    expect(sender.takeQueued()).toEqual([{ message: { ...message, attempt: 2 }, delaySeconds: 5 }]);
    expect(sender.row()).toMatchObject({ state: 'pending', attemptsMade: 1, nextAttemptAt: iso(5 * SECOND) });
    const insured = { duePk: `DUE#DELIVERIES#${WEBHOOK_ID % 16}`, stepDueAt: iso(605 * SECOND) };
    expect(sender.row()).toMatchObject(insured); // in case the message is lost
    expect(sender.webhook()).toMatchObject({
      lastDelivery: { status: 'pending', at: iso(0) },
      failingSince: iso(0),
      failedEvents: 0,
    });
  });

  it('is a due row and no message, if the pause is longer than 15 minutes', async () => {
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 2 }));
    sender.receiver.mockResolvedValueOnce(noAnswer('connection'));
    await sender.brings(aMessage({ attempt: 3 }));
    expect(sender.takeQueued()).toEqual([]);
    const due = iso(1_800 * SECOND);
    expect(sender.row()).toMatchObject({ nextAttemptAt: due, stepDueAt: due, duePk: `DUE#DELIVERIES#${WEBHOOK_ID % 16}` });
    expect(sender.row()?.attempts).toEqual([
      { at: iso(0), error: 'connection', milliseconds: 30_000, reply: 'no answer: connection' },
    ]);
  });

  it('sends the text of the event log after a long pause', async () => {
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 2, duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(0) }));
    vi.spyOn(sender.ports.eventLog, 'find').mockResolvedValueOnce(anOutboxEvent());
    await sender.brings(aMessage({ attempt: 3, body: undefined }));
    expect(sender.receiver.mock.calls[0]?.[0]).toMatchObject({ body: BODY, headers: { 'x-service-attempt': '3' } });
    expect(sender.row()).not.toHaveProperty('duePk');
  });

  it('has failed without an attempt once its event has left the log', async () => {
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 2 }));
    expect(await sender.brings(aMessage({ attempt: 3, body: undefined }))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attemptsMade: 2, attempts: [] });
    expect(sender.row()).not.toHaveProperty('claimedUntil');
  });

  it('has failed after eight attempts, which the timeline shows', async () => {
    const attempts = Array.from({ length: 7 }, () => ({ at: iso(0), milliseconds: 1, status: 500 }));
    const sender = aSender(aWebhook(), aRow({ attemptsMade: 7, attempts }));
    sender.receiver.mockResolvedValueOnce(answer(500));
    await sender.brings(aMessage({ attempt: 8 }));
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attemptsMade: 8 });
    expect(sender.row()?.attempts).toHaveLength(8);
    expect(sender.under('TIMELINE#')).toEqual([expect.objectContaining({ what: 'delivery.failed', code: 'ok' })]);
    expect(sender.webhook()).toMatchObject({ failedEvents: 1, lastDelivery: { status: 'failed' } });
  });

  it.each([
    [400, 'refused'],
    [301, 'redirected'],
  ])('an answer of %s is never tried again: the delivery has failed as %s', async (status, failure) => {
    const sender = aSender(aWebhook());
    sender.receiver.mockResolvedValueOnce(answer(status));
    await sender.brings(message);
    expect(sender.row()).toMatchObject({ state: 'failed', failure });
    expect(sender.takeQueued()).toEqual([]);
  });

  it('has failed after one attempt if it is a test, and its failure counts for nothing', async () => {
    const sender = aSender(aWebhook(), aRow({ body: BODY }, test));
    sender.receiver.mockResolvedValueOnce(answer(500));
    await sender.brings({ ...test, body: undefined });
    expect(sender.takeQueued()).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', attempts: [{ status: 500 }] });
    expect(sender.webhook()).not.toHaveProperty('failingSince');
  });

  it('is no probe again if it was one', async () => {
    const sender = aSender(aWebhook(), aRow());
    sender.receiver.mockResolvedValueOnce(answer(500));
    await sender.brings(aMessage({ probe: true }));
    expect(sender.takeQueued()).toMatchObject([{ message: { probe: false, attempt: 2 } }]);
  });
});

describe('a batch', () => {
  it('with a poisoned message names that one, and sends the good ones once', async () => {
    const sender = aSender(aWebhook());
    const [one, two] = messages(2);
    expect(await sender.brings(one ?? '', '{', two ?? '', '{"series":1}')).toEqual(['1', '3']);
    expect(sender.receiver).toHaveBeenCalledTimes(2);
    expect(sender.ports.log.mock.calls.filter(([level]) => level === 'error')).toHaveLength(2);
  });

  it('whose one message fails within the service sends the others, once', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockRejectedValueOnce(new Error('broken'));
    expect(await sender.brings(...messages(3))).toHaveLength(1);
    expect(sender.under('DELIVERIES#').map(({ state }) => state)).toEqual(['pending', 'succeeded', 'succeeded']);
  });

  it('with one delivery twice sends it once', async () => {
    const sender = aSender(aWebhook());
    expect(await sender.brings(message, message)).toEqual([]);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
  });

  it('to two webhooks delivers to one although the secret of the other does not open', async () => {
    const sender = aSender(aWebhook(), aWebhook(WEBHOOK_ID + 1));
    sender.ports.openSealed.mockRejectedValueOnce(new Error('KMS is down'));
    expect(await sender.brings(message, aMessage({ webhookId: WEBHOOK_ID + 1 }))).toEqual(['0']);
    expect(sender.receiver).toHaveBeenCalledTimes(1);
    expect(sender.webhook()).not.toHaveProperty('slot2'); // freed, so that it can be tried again at once
  });

  it('keeps at most five attempts of one webhook under way', async () => {
    const sender = aSender(aWebhook());
    let underWay = 0;
    let most = 0;
    sender.receiver.mockImplementation(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
      return answer(200);
    });
    await sender.brings(...messages(10));
    expect(most).toBe(5);
  });

  it('asks the budget of its host for each, and puts back what exceeds it', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { url: 'https://Hooks.Integrator.com.:8443/hooks' })); // one budget per host
    let left = 2;
    sender.ports.hostBudget.take.mockImplementation(() => left-- > 0);
    expect(await sender.brings(...messages(3))).toEqual([]);
    expect(sender.ports.hostBudget.take).toHaveBeenCalledWith('hooks.integrator.com', 'org_A', NOW);
    expect(sender.receiver).toHaveBeenCalledTimes(2);
    expect(sender.takeQueued()).toEqual([{ message: { ...aMessage({ eventId: eventId(3) }), deferrals: 1 }, delaySeconds: 1 }]);
  });

  it('begins no POST after 20 s, and puts back the rest', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockImplementation(async () => {
      sender.isAt(20 * SECOND);
      return answer(200);
    });
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(5);
    expect(sender.takeQueued()).toHaveLength(5);
    expect(sender.webhook()).not.toHaveProperty('slot0');
  });

  it('begins POSTs for just under 20 s', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockImplementation(async () => {
      sender.isAt(20 * SECOND - 1);
      return answer(200);
    });
    await sender.brings(...messages(10));
    expect(sender.receiver).toHaveBeenCalledTimes(10);
  });
});

describe('a message that waited in the queue', () => {
  it('is given up if its webhook was deleted, so that it is not looked at again', async () => {
    const sender = aSender(aRow({ duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(0) }));
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'webhook_disabled' });
    expect(sender.row()).not.toHaveProperty('duePk');
  });

  it('has failed if its webhook was disabled and its delivery had begun', async () => {
    const waiting = { attemptsMade: 1, nextAttemptAt: iso(0), duePk: 'DUE#DELIVERIES#1', stepDueAt: iso(0) };
    const sender = aSender(aWebhook(WEBHOOK_ID, { status: 'disabled' }), aRow(waiting));
    expect(await sender.brings(aMessage({ attempt: 2 }))).toEqual([]);
    expect(sender.receiver).not.toHaveBeenCalled();
    expect(sender.row()).toMatchObject({ state: 'failed', failure: 'webhook_disabled' });
    for (const gone of ['nextAttemptAt', 'duePk', 'stepDueAt']) expect(sender.row()).not.toHaveProperty(gone);
    expect(sender.under('TIMELINE#')).toEqual([expect.objectContaining({ what: 'delivery.failed', code: 'ok' })]);
  });

  it('leaves no trace otherwise if its webhook was disabled: the event was missed, and can be replayed', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { status: 'disabled' }));
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.row()).toBeUndefined();
    expect(sender.under('TIMELINE#')).toEqual([]);
  });

  it('a webhook that is disabled leaves alone what has succeeded', async () => {
    const sender = aSender(aWebhook(WEBHOOK_ID, { status: 'disabled' }), aRow({ state: 'succeeded', attemptsMade: 1 }));
    await sender.brings(message);
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.under('TIMELINE#')).toEqual([]);
  });

  it('a webhook that is disabled lets an attempt that is under way end', async () => {
    const claimedUntil = iso(30 * SECOND);
    const sender = aSender(aWebhook(WEBHOOK_ID, { status: 'disabled' }), aRow({ claimedUntil }));
    await sender.brings(message);
    expect(sender.row()).toMatchObject({ state: 'pending', claimedUntil });
  });

  it('an attempt whose webhook is deleted meanwhile is recorded all the same, and does not bring the webhook back', async () => {
    const sender = aSender(aWebhook());
    sender.receiver.mockImplementationOnce(async () => {
      const { pk, sk } = aWebhook();
      sender.items.delete(`${pk}|${sk}`);
      return answer(200);
    });
    expect(await sender.brings(message)).toEqual([]);
    expect(sender.row()).toMatchObject({ state: 'succeeded' });
    expect(sender.webhook()).toBeUndefined();
  });
});
