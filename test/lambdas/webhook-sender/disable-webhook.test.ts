import { describe, expect, it } from 'vitest';
import { HOUR, iso, NOW } from '../a-domain.ts';
import { aMessage, answer, aRow, aSender, aWebhook, messages, type Sender, WEBHOOK_ID } from '../model/webhooks/a-delivery.ts';

const message = aMessage();
const hook = (changes: Parameters<typeof aWebhook>[1]) => aWebhook(WEBHOOK_ID, changes);

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
      ...{ id: event?.id, event: 'webhook.disabled', livemode: true, created_at: iso(0) },
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

  it('at once by a 410 within a batch, and gets no more of it', async () => {
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
  ])('by failures alone: %s', async (_, since, failedEvents, status) => {
    const sender = aSender(hook({ failingSince: iso(since), failedEvents }));
    fails(sender);
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status, failedEvents: failedEvents + 1, failingSince: iso(since) });
    expect(sender.under('OUTBOX#')).toHaveLength(status === 'disabled' ? 1 : 0);
  });

  it('by failures without a success in between, and by no others', async () => {
    const sender = aSender(hook({ failingSince: iso(-fiveDays), failedEvents: 9 }));
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status: 'active' });
    expect(sender.webhook()).not.toHaveProperty('failingSince');
    expect(sender.webhook()).not.toHaveProperty('failedEvents');
  });

  it('by no failed test', async () => {
    const sender = aSender(hook({ failingSince: iso(-fiveDays), failedEvents: 2 }), aRow({ body: '{}' }));
    fails(sender);
    await sender.brings(aMessage({ probe: true }));
    expect(sender.webhook()).toMatchObject({ status: 'active', failedEvents: 2 });
  });

  it.each([
    ['sent it elsewhere', { url: 'https://new.integrator.com/' }, 'active'],
    ['deleted it', undefined, undefined],
    ['disabled it', { status: 'disabled' as const, disabled: { at: iso(0), because: 'asked' as const } }, 'disabled'],
  ])('unless somebody has %s meanwhile', async (_, changes, status) => {
    const sender = aSender(hook({}));
    fails(sender, 410);
    sender.meanwhile(() => {}); // the first transaction records the attempt
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
    sender.meanwhile(() => {}); // the first transaction records the attempt
    sender.meanwhile(() => {
      const { pk, sk } = hook({});
      sender.items.set(`${pk}|${sk}`, hook({ description: 'Ours', version: 2 }));
    });
    await sender.brings(message);
    expect(sender.webhook()).toMatchObject({ status: 'disabled', description: 'Ours', version: 3 });
  });

  it('later, if it cannot be written now: the delivery is done all the same', async () => {
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
