import { beforeEach, describe, expect, it } from 'vitest';
import { ChangedWebhook, WebhookResource } from '../../../../lambdas/model/webhooks/webhook-resource.schema.ts';
import { HOUR, iso, later, SECOND } from '../../a-domain.ts';
import { clock, itemsUnder, tableHolds } from '../api-caller.ts';
import { aWebhook, WEBHOOK_ID, webhooksApi } from './webhooks-api.ts';

const call = webhooksApi();
const path = `/api/webhooks/${WEBHOOK_ID}`;
const update = (body: unknown) => call({ method: 'PATCH', path, body });
const get = async () => (await call({ method: 'GET', path })).json;
const given = (because: 'gone' | 'failing') => ({ status: 'disabled' as const, disabled: { at: iso(-HOUR), because } });

let items: Map<string, Record<string, unknown>>;
const stored = () => itemsUnder(items, 'ORG#org_A').find(({ sk }) => String(sk).startsWith('WEBHOOK#'));

describe('a webhook that somebody disables', () => {
  beforeEach(() => {
    items = tableHolds(aWebhook());
    clock.now = later(SECOND);
  });

  it('says since when, and that it was asked for', async () => {
    const { json } = await update({ status: 'disabled' });
    expect(ChangedWebhook.parse(json)).toMatchObject({ status: 'disabled', disabled: { at: iso(SECOND), because: 'asked' } });
    expect(WebhookResource.parse(await get())).toMatchObject({ disabled: { at: iso(SECOND), because: 'asked' } });
  });

  it('keeps that instant through other changes', async () => {
    await update({ status: 'disabled' });
    clock.now = later(HOUR);
    await update({ description: 'Ours', status: 'disabled' });
    expect(stored()).toMatchObject({ description: 'Ours', disabled: { at: iso(SECOND), because: 'asked' } });
  });
});

describe('a webhook that the service has disabled', () => {
  it.each(['gone', 'failing'] as const)('says so: %s', async (because) => {
    tableHolds(aWebhook(WEBHOOK_ID, given(because)));
    expect(WebhookResource.parse(await get()).disabled).toEqual({ at: iso(-HOUR), because });
  });

  it('says since when it may lack events, when it is enabled again and only then', async () => {
    items = tableHolds(aWebhook(WEBHOOK_ID, given('failing')));
    const { json } = await update({ status: 'active' });
    expect(ChangedWebhook.parse(json)).toMatchObject({ status: 'active', missed_since: iso(-HOUR - 900 * SECOND) });
    expect(json).not.toHaveProperty('disabled');
    expect(stored()).not.toHaveProperty('disabled');
    expect((await update({ description: 'Ours' })).json).not.toHaveProperty('missed_since');
    expect(await get()).not.toHaveProperty('missed_since');
  });

  it.each([
    ['what waited in the queue when it was disabled', {}, -HOUR - 900 * SECOND],
    ['what it failed at before', { failingSince: iso(-100 * HOUR) }, -100 * HOUR - 900 * SECOND],
    ['no more than is kept', { failingSince: iso(-800 * HOUR) }, -720 * HOUR],
  ])('says from when on to replay: with %s', async (_, changes, since) => {
    tableHolds(aWebhook(WEBHOOK_ID, { ...given('failing'), ...changes }));
    expect((await update({ status: 'active' })).json.missed_since).toBe(iso(since));
  });

  it('starts anew: what it failed at before does not count', async () => {
    items = tableHolds(
      aWebhook(WEBHOOK_ID, {
        ...given('failing'),
        failingSince: iso(-200 * HOUR),
        failedEvents: 9,
        timeoutsInRow: 3,
        probeAt: iso(0),
      }),
    );
    await update({ status: 'active' });
    for (const name of ['failingSince', 'failedEvents', 'probeAt']) expect(stored()).not.toHaveProperty(name);
    // The next attempt is immediate, in the slow lane. Enabling the webhook repeatedly gains nothing.
    expect(stored()).toMatchObject({ isSlow: true, timeoutsInRow: 2 });
  });

  it('stays so while it is changed otherwise', async () => {
    items = tableHolds(aWebhook(WEBHOOK_ID, given('gone')));
    const { json } = await update({ url: 'https://other.integrator.com/' });
    expect(json).toMatchObject({ status: 'disabled', disabled: { because: 'gone' } });
    expect(stored()).toMatchObject({ disabled: { at: iso(-HOUR), because: 'gone' } });
  });
});

describe('the overlap of a rotation', () => {
  const previousSecret = { sealed: { dataKey: 'former', iv: '', tag: '', ciphertext: 'former' }, endsAt: iso(SECOND) };

  it.each([
    ['is shown while it lasts', 0, iso(SECOND)],
    ['is not shown once it is over', SECOND, undefined],
  ])('%s, without the secret', async (_, at, shown) => {
    tableHolds(aWebhook(WEBHOOK_ID, { previousSecret }));
    clock.now = later(at);
    const json = await get();
    expect(WebhookResource.parse(json).previous_secret_ends_at).toBe(shown);
    expect(JSON.stringify(json)).not.toContain('former');
  });
});
